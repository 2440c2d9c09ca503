import { isActive, type Job } from '@dashboard/contract/jobs'
import { CircleStop, ListX, RefreshCw } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { StateDot } from '../../ui/state-badge.tsx'
import { DismissJobDialog } from './dismiss-job-dialog.tsx'
import { JobDialog } from './job-dialog.tsx'
import { useOpenJob } from './job-link.tsx'
import { JobList } from './job-list.tsx'
import {
  useCancelAllJobs,
  useClearCompletedJobs,
  useIsChangeable,
  useRefreshStatus,
} from './jobs-mutations.ts'
import { useJobSync, useJobs } from './jobs-queries.ts'

export function MonitorPage() {
  const [addressedId, openJob] = useOpenJob()
  // The click has its effect at once; the dialog is rendered right after.
  const openId = useDeferredValue(addressedId)
  const { data } = useJobs()
  const jobs = data?.jobs ?? []
  const hasActive = jobs.some(isActive)
  const syncProblem = useJobSync(hasActive)
  const [dismissed, setDismissed] = useState<Job>()
  return (
    <Page title="Monitor" subtitle="Background jobs as they run">
      <Card title={<Title isLive={hasActive} />} actions={<JobsToolbar jobs={jobs} />}>
        {syncProblem !== undefined && <Alert tone="warning">{syncProblem}</Alert>}
        <JobList onOpen={openJob} onDismiss={setDismissed} />
      </Card>
      {dismissed && <DismissJobDialog job={dismissed} onClose={() => setDismissed(undefined)} />}
      {openId !== undefined && (
        <JobDialog
          key={openId}
          id={openId}
          listed={jobs.find((job) => job.id === openId)}
          onOpenJob={openJob}
        />
      )}
    </Page>
  )
}

/** Shows 'Live' while any job is active. */
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

function JobsToolbar({ jobs }: { jobs: readonly Job[] }) {
  const hasActive = jobs.filter(useIsChangeable()).some(isActive)
  const refresh = useRefreshStatus()
  const clear = useClearCompletedJobs()
  const cancelAll = useCancelAllJobs()
  return (
    <div className="flex flex-wrap gap-2 max-md:[&_svg]:hidden">
      <Button
        icon={<RefreshCw />}
        loading={refresh.isPending}
        onClick={() => refresh.mutate(undefined)}
      >
        Refresh Status
      </Button>
      <Button
        variant="quiet"
        icon={<ListX />}
        loading={clear.isPending}
        onClick={() => clear.mutate(undefined)}
      >
        Clear Completed
      </Button>
      {hasActive && (
        <Button
          variant="danger"
          icon={<CircleStop />}
          loading={cancelAll.isPending}
          onClick={() => cancelAll.mutate(undefined)}
        >
          Cancel All Jobs
        </Button>
      )}
    </div>
  )
}
