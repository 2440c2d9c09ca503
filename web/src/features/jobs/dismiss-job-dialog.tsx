import type { Job } from '@dashboard/contract/jobs'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { Closable } from '../../ui/dialog.tsx'
import { jobLabel, jobState, shortJobId } from './job-words.ts'
import { useDismissJob } from './jobs-mutations.ts'

interface DismissJobDialogProps extends Closable {
  job: Job
  onDismissed?: () => void
}

export function DismissJobDialog({ job, onDismissed, onClose }: DismissJobDialogProps) {
  const dismiss = useDismissJob(() => {
    onClose()
    onDismissed?.()
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Dismiss this ${jobState(job).word.toLowerCase()} job?`}
      body={`${jobLabel(job)} (${shortJobId(job.id)}) leaves the list for everybody, and its log goes with it.`}
      confirmLabel="Dismiss job"
      busy={dismiss.isPending}
      onConfirm={() => dismiss.mutate(job.id, { onError: onClose })}
    />
  )
}
