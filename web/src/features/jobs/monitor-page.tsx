import { isActive, type Job } from '@dashboard/contract/jobs'
import { useCallback, useDeferredValue, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { StateDot } from '../../ui/state-badge.tsx'
import { JobDialog } from './job-dialog.tsx'
import { JobDismissDialog } from './job-dismiss-dialog.tsx'
import { JobList } from './job-list.tsx'
import { useJobs, useWorkflowSync } from './jobs-queries.ts'
import { JobsToolbar } from './jobs-toolbar.tsx'
import { useOpenJob } from './monitor-address.ts'

export function MonitorPage() {
  const [addressedId, openJob] = useOpenJob()
  // The click is answered at once; the dialog is drawn right after.
  const openId = useDeferredValue(addressedId)
  const { data } = useJobs()
  const jobs = data?.jobs ?? noJobs
  const hasActive = jobs.some(isActive)
  const syncProblem = useWorkflowSync(hasActive)
  // What a dialog shows stays while it fades out.
  const [shownId, setShownId] = useState(openId)
  if (openId !== undefined && openId !== shownId) setShownId(openId)
  const [dismissing, setDismissing] = useState<{ job: Job; isOpen: boolean }>()
  const askToDismiss = useCallback((job: Job) => setDismissing({ job, isOpen: true }), [])
  return (
    <Page title="Monitor" subtitle="Background jobs as they run">
      <Card title={<Title isLive={hasActive} />} actions={<JobsToolbar jobs={jobs} />}>
        {syncProblem !== undefined && <Alert tone="warning">{syncProblem}</Alert>}
        <JobList onOpen={openJob} onDismiss={askToDismiss} />
      </Card>
      {dismissing && (
        <JobDismissDialog
          job={dismissing.job}
          open={dismissing.isOpen}
          onClose={() => setDismissing({ ...dismissing, isOpen: false })}
        />
      )}
      {shownId !== undefined && (
        <JobDialog
          key={shownId}
          id={shownId}
          open={openId !== undefined}
          listed={jobs.find((job) => job.id === shownId)}
          onOpenJob={openJob}
        />
      )}
    </Page>
  )
}

const noJobs: readonly Job[] = []

/** 'Live' while any job is active (docs/behavior.md#monitor-page). */
function Title({ isLive }: { isLive: boolean }) {
  return (
    <span className="flex min-h-control items-center gap-3">
      Job Status
      {isLive && (
        <Badge tone="running" icon={<StateDot state="running" pulsing />}>
          Live
        </Badge>
      )}
    </span>
  )
}
