import { countOf } from '@dashboard/contract/counts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { removeText } from './import-words.ts'
import { useApplyImport } from './imports-mutations.ts'

interface GuardDialogProps {
  id: string
  removals: number
  open: boolean
  onClose: () => void
}

/** Has an administrator type how many volunteers go; it holds for this plan only. */
export function GuardDialog({ id, removals, open, onClose }: GuardDialogProps) {
  const [typed, setTyped] = useState('')
  const { mutate, isPending } = useApplyImport({ onDone: onClose })
  const isRight = typed.replace(/[\s,]/g, '') === String(removals)
  const form = 'confirm-removals'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={`Remove ${countOf(removals, 'volunteer')}?`}
      description="They and everything that belongs to them are removed, and all other changes are imported. This holds for exactly what is shown here."
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
            {removeText(removals)}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isRight && !isPending) mutate({ id, removals })
        }}
      >
        <Field label={`Type ${removals} to confirm`}>
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
