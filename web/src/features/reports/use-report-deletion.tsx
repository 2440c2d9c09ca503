import type { ManyReports, Report } from '@dashboard/contract/reports'
import { useCallback, useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { confirmations } from './report-texts.ts'
import { useClearReports, useDeleteReport, useDeleteReports } from './reports-queries.ts'

type Deletion =
  | { what: 'one'; report: Report }
  | { what: 'selected'; many: ManyReports; count: number }
  | { what: 'all'; count: number }

function confirmationOf(deletion: Deletion) {
  if (deletion.what === 'one') return confirmations.one(deletion.report)
  if (deletion.what === 'selected') return confirmations.selected(deletion.count)
  return confirmations.all(deletion.count)
}

interface DeletionOptions {
  onDeletedMany: () => void
  /** The control that takes over the focus of a deleted one. */
  findNextFocus: () => HTMLElement | null | undefined
}

/**
 * Asks before reports are deleted (docs/behavior.md#confirmations): `ask(deletion)`, and the dialog
 * to render.
 */
export function useReportDeletion({ onDeletedMany, findNextFocus }: DeletionOptions) {
  const [deletion, setDeletion] = useState<Deletion>()
  // Apart from what it is about, so that the dialog keeps its words while it fades out.
  const [isOpen, setIsOpen] = useState(false)
  const deleteOne = useDeleteReport()
  const deleteSelected = useDeleteReports()
  const clearAll = useClearReports()

  const close = () => setIsOpen(false)
  const confirm = () => {
    if (!deletion) return
    const afterwards = { onSuccess: onDeletedMany, onSettled: close }
    if (deletion.what === 'one') deleteOne.mutate(deletion.report, { onSettled: close })
    else if (deletion.what === 'selected') deleteSelected.mutate(deletion.many, afterwards)
    else clearAll.mutate(undefined, afterwards)
  }
  return {
    ask: useCallback((next: Deletion) => {
      setDeletion(next)
      setIsOpen(true)
    }, []),
    dialog: deletion && (
      <ConfirmDialog
        {...confirmationOf(deletion)}
        open={isOpen}
        onClose={close}
        busy={deleteOne.isPending || deleteSelected.isPending || clearAll.isPending}
        onConfirm={confirm}
        findNextFocus={findNextFocus}
      />
    ),
  }
}
