import { isActive, type Job } from '@dashboard/contract/jobs'
import { CircleStop, FileText, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { JobCancelDialog } from './job-cancel-dialog.tsx'
import { hasMadeSomeReports } from './job-words.ts'
import { useRetryJob } from './jobs-mutations.ts'

interface JobRowActionsProps {
  job: Job
  onOpen: (id: string) => void
  onDismiss: (job: Job) => void
}

/** Quiet on finished rows until pointed at or focused; always there on active ones and on touch. */
export function JobRowActions({ job, onOpen, onDismiss }: JobRowActionsProps) {
  return (
    <div
      className={classNames(
        'flex @3xl:-my-2',
        !isActive(job) &&
          'pointer-fine:opacity-0 group-focus-within:opacity-100 group-hover:opacity-100',
      )}
    >
      <IconButton
        label="View Details"
        icon={<FileText aria-hidden />}
        onClick={() => onOpen(job.id)}
      />
      {isActive(job) && <CancelAction job={job} />}
      {job.status === 'failed' && (
        <>
          <RetryAction job={job} />
          <IconButton
            label="Dismiss"
            icon={<X aria-hidden />}
            danger
            onClick={() => onDismiss(job)}
          />
        </>
      )}
    </div>
  )
}

function CancelAction({ job }: { job: Job }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <IconButton
        label="Cancel Job"
        icon={<CircleStop aria-hidden />}
        danger
        onClick={() => setIsAsking(true)}
      />
      <JobCancelDialog job={job} open={isAsking} onClose={() => setIsAsking(false)} />
    </>
  )
}

function RetryAction({ job }: { job: Job }) {
  const retry = useRetryJob()
  const failedOnly = hasMadeSomeReports(job)
  return (
    <IconButton
      label={failedOnly ? 'Retry failed only' : 'Retry'}
      icon={<RotateCcw aria-hidden />}
      loading={retry.isPending}
      onClick={() => retry.mutate({ id: job.id, failedOnly })}
    />
  )
}
