import { isActive, type Job } from '@dashboard/contract/jobs'
import type { ComponentProps } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useIsChangeable } from './changeable-jobs.ts'
import { hasMadeSomeReports, isRetryable } from './job-words.ts'
import { useCancelJob, useRetryJob } from './jobs-mutations.ts'

interface JobRowActionsProps {
  job: Job
  onOpen: (id: string) => void
  onDismiss: (job: Job) => void
}

/** In words. Quiet on finished rows until pointed at or focused. */
export function JobRowActions({ job, onOpen, onDismiss }: JobRowActionsProps) {
  const isChangeable = useIsChangeable()(job)
  return (
    <div className="-mx-2.5 flex flex-wrap @4xl:-my-2 @4xl:justify-end">
      <RowButton isQuiet={!isActive(job)} onClick={() => onOpen(job.id)}>
        View Details
      </RowButton>
      {isChangeable && isActive(job) && <CancelAction job={job} />}
      {isChangeable && job.status === 'failed' && (
        <>
          {isRetryable(job) && <RetryAction job={job} />}
          <RowButton isQuiet onClick={() => onDismiss(job)}>
            Dismiss
          </RowButton>
        </>
      )}
    </div>
  )
}

interface RowButtonProps extends ComponentProps<typeof Button> {
  isQuiet?: boolean
}

/** Above the row itself, which a click anywhere else opens. */
function RowButton({ isQuiet = false, ...button }: RowButtonProps) {
  return (
    <Button
      variant="quiet"
      {...button}
      className={classNames(
        'relative px-2.5! whitespace-nowrap',
        isQuiet && 'text-muted! group-focus-within:text-text! group-hover:text-text!',
      )}
    />
  )
}

function CancelAction({ job }: { job: Job }) {
  const cancel = useCancelJob()
  return (
    <RowButton variant="quiet-danger" loading={cancel.isPending} onClick={() => cancel.mutate(job)}>
      Cancel Job
    </RowButton>
  )
}

function RetryAction({ job }: { job: Job }) {
  const retry = useRetryJob()
  const failedOnly = hasMadeSomeReports(job)
  return (
    <RowButton
      isQuiet
      loading={retry.isPending}
      onClick={() => retry.mutate({ id: job.id, failedOnly })}
    >
      {failedOnly ? 'Retry failed only' : 'Retry'}
    </RowButton>
  )
}
