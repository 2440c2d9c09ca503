import { isActive, type Job } from '@dashboard/contract/jobs'
import { CircleStop, ExternalLink, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { importAddress } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { DismissJobDialog } from './dismiss-job-dialog.tsx'
import { hasMadeSomeReports } from './job-words.ts'
import { useCancelJob, useIsRetryable, useRetryJob } from './jobs-mutations.ts'

interface JobDialogActionsProps {
  job: Job
  /** Opens another job's details; `undefined` closes the dialog. */
  onOpenJob: (id: string | undefined) => void
}

/** Whether a job has any buttons; a completed job has only links to its workflow run and to the page of its import. */
export function hasActions(job: Job): boolean {
  return job.status !== 'completed' || job.githubRunUrl !== null || job.importId !== null
}

export function JobDialogActions({ job, onOpenJob }: JobDialogActionsProps) {
  const cancel = useCancelJob()
  return (
    <>
      {job.importId !== null && (
        <Link href={importAddress(job.importId)} className={buttonClass('secondary')}>
          {job.status === 'completed' ? 'See the changes' : 'Open its page'}
        </Link>
      )}
      {job.githubRunUrl !== null && (
        <a
          href={job.githubRunUrl}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('secondary')}
        >
          View Workflow Details
          <ExternalLink />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      )}
      {job.status === 'failed' && <FailedJobActions job={job} onOpenJob={onOpenJob} />}
      {isActive(job) && (
        <Button
          variant="danger"
          icon={<CircleStop />}
          loading={cancel.isPending}
          onClick={() => cancel.mutate(job)}
        >
          Cancel Job
        </Button>
      )}
    </>
  )
}

function FailedJobActions({ job, onOpenJob }: JobDialogActionsProps) {
  const retry = useRetryJob(({ jobId }) => onOpenJob(jobId))
  const [isDismissing, setIsDismissing] = useState(false)
  const isRetryable = useIsRetryable()(job)
  const hasMadeSome = hasMadeSomeReports(job)
  const choices = [
    ...(isRetryable ? [{ failedOnly: false, label: hasMadeSome ? 'Retry all' : 'Retry' }] : []),
    ...(hasMadeSome ? [{ failedOnly: true, label: 'Retry failed only' }] : []),
  ]
  return (
    <>
      <Button variant="quiet" className="text-danger-text!" onClick={() => setIsDismissing(true)}>
        Dismiss
      </Button>
      {choices.map(({ failedOnly, label }, index) => (
        <Button
          key={label}
          variant={index === choices.length - 1 ? 'primary' : 'secondary'}
          icon={<RotateCcw />}
          loading={retry.isPending && retry.variables.failedOnly === failedOnly}
          disabled={retry.isPending}
          onClick={() => retry.mutate({ id: job.id, failedOnly })}
        >
          {label}
        </Button>
      ))}
      {isDismissing && (
        <DismissJobDialog
          job={job}
          onClose={() => setIsDismissing(false)}
          onDismissed={() => onOpenJob(undefined)}
        />
      )}
    </>
  )
}
