import type { ImportTotals } from '@dashboard/contract/automation'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { applyText } from './import-words.ts'
import { useApplyImport } from './imports-queries.ts'

interface ApplyDialogProps {
  id: string
  totals: ImportTotals
  label: string
  isUndo: boolean
  open: boolean
  onClose: () => void
}

/** Shows in numbers what the import will do. */
export function ApplyDialog({ id, totals, label, isUndo, open, onClose }: ApplyDialogProps) {
  const { mutate, isPending } = useApplyImport({ isUndo, onDone: onClose })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`${label}?`}
      body={`${applyText(totals)} Exactly what was reviewed is ${isUndo ? 'undone' : 'imported'}, all of it or nothing.`}
      confirmLabel={label}
      confirmVariant="primary"
      busy={isPending}
      onConfirm={() => mutate({ id })}
    />
  )
}
