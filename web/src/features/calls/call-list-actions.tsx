import type { CallListDetails } from '@dashboard/contract/call-lists'
import { Copy, FileDown, Printer, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useCopy } from '../../ui/copy-text.ts'
import { listText } from './call-texts.ts'
import { useDeleteCallList, useSaveCallList } from './calls-queries.ts'

/** Takes a list along, or deletes it. */
export function CallListActions({ details }: { details: CallListDetails }) {
  const { id } = details.list
  const { isCopied, copy, leaving } = useCopy('Copied the list')
  const save = useSaveCallList(id)
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={<Copy aria-hidden />} onClick={() => void copy(listText(details))} {...leaving}>
        {isCopied ? 'Copied' : 'Copy as text'}
      </Button>
      <Button icon={<Printer aria-hidden />} onClick={() => print()}>
        Print
      </Button>
      <Button icon={<FileDown aria-hidden />} onClick={() => save.mutate('xlsx')}>
        Save as XLSX
      </Button>
      <Button icon={<FileDown aria-hidden />} onClick={() => save.mutate('csv')}>
        Save as CSV
      </Button>
      <DeleteList id={id} />
    </div>
  )
}

function DeleteList({ id }: { id: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const [, navigate] = useLocation()
  const remove = useDeleteCallList()
  return (
    <>
      <Button
        variant="quiet-danger"
        icon={<Trash2 aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        Delete list
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Delete this call list?"
        body="All its outcomes go with it, also those of colleagues."
        confirmLabel="Delete list"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(id, { onSuccess: () => navigate(paths.calls) })}
      />
    </>
  )
}
