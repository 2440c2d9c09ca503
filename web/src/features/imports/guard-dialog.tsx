import { asksForRemovals, type ImportGuard } from '@dashboard/contract/imports'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { confirmText, lossText } from './import-words.ts'
import { useApplyImport } from './imports-mutations.ts'

interface GuardDialogProps {
  id: string
  guard: ImportGuard
  open: boolean
  onClose: () => void
}

/** Has an administrator type how many volunteers or values go; it holds for this plan only. */
export function GuardDialog({ id, guard, open, onClose }: GuardDialogProps) {
  const [typed, setTyped] = useState('')
  const { mutate, isPending } = useApplyImport({ onDone: onClose })
  const isRemoval = asksForRemovals(guard)
  const number = isRemoval ? guard.removals : guard.erasures
  const isRight = typed.replace(/[\s,]/g, '') === String(number)
  const form = 'confirm-removals'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={`${lossText(guard)}?`}
      description={`${isRemoval ? 'They and everything that belongs to them are removed' : 'Volunteers have nothing in these columns then'}, and all other changes are imported. This holds for exactly what is shown here.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="danger"
            loading={isPending}
            disabled={!isRight}
          >
            {confirmText(guard)}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isRight || isPending) return
          mutate({
            id,
            ...(isRemoval && { removals: guard.removals }),
            ...(guard.columns.length > 0 && { erasures: guard.erasures }),
          })
        }}
      >
        <Field label={`Type ${number} to confirm`}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
