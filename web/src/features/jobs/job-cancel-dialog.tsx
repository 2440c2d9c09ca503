import type { Job } from '@dashboard/contract/jobs'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { jobLabel, targetsSummary } from './job-words.ts'
import { useCancelJob } from './jobs-mutations.ts'

interface JobCancelDialogProps {
  job: Pick<Job, 'id' | 'type' | 'targets' | 'reports'>
  /** Whether an import waits for this export, which then does not run either. */
  hasDependent?: boolean
  open: boolean
  onClose: () => void
}

/** Asks before one job is cancelled: what it has done so far cannot be taken up again. */
export function JobCancelDialog({ job, hasDependent, open, onClose }: JobCancelDialogProps) {
  const cancel = useCancelJob()
  const summary = targetsSummary(job.targets)
  const name = summary === '' ? jobLabel(job) : `${jobLabel(job)} for ${summary}`
  const rest = hasDependent
    ? 'The import that waits for it does not run either.'
    : job.reports
      ? 'Reports already made stay.'
      : 'The data stays as it is.'
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Cancel this job?"
      body={`${name} stops. ${rest}`}
      confirmLabel="Cancel job"
      cancelLabel="Keep running"
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate(job.id, { onSettled: onClose })}
    />
  )
}
