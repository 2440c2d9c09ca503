import type { Job } from '@dashboard/contract/jobs'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { DialogState } from '../../ui/shown.ts'
import { jobLabel, jobState, shortJobId } from './job-words.ts'
import { useDismissJob } from './jobs-mutations.ts'

interface DismissJobDialogProps extends DialogState {
  job: Job
  onDismissed?: () => void
}

export function DismissJobDialog({ job, onDismissed, ...dialog }: DismissJobDialogProps) {
  const dismiss = useDismissJob(() => {
    dialog.onClose()
    onDismissed?.()
  })
  return (
    <ConfirmDialog
      {...dialog}
      title={`Dismiss this ${jobState(job).word.toLowerCase()} job?`}
      body={`${jobLabel(job)} (${shortJobId(job.id)}) leaves the list for everybody, and its log goes with it.`}
      confirmLabel="Dismiss job"
      busy={dismiss.isPending}
      onConfirm={() => dismiss.mutate(job.id, { onError: dialog.onClose })}
    />
  )
}
