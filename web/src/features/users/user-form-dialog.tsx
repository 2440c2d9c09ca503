import { type ReactNode, useId } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface UserFormDialogProps {
  open: boolean
  onClose: () => void
  title: string
  description?: string
  submitLabel: string
  busyLabel: string
  /** What the form's submit sets off. */
  change: { isPending: boolean; error: unknown }
  /** For a failure without a sentence of the server's (docs/behavior.md#errors). */
  fallback: string
  children: (form: FormInDialog) => ReactNode
}

export interface FormInDialog {
  /** For the submit button, which stands in the dialog's footer. */
  id: string
  /** What the server said to the last try. */
  failure: string | undefined
}

/** A dialog around a form, with its buttons; what went wrong is shown in the form. */
export function UserFormDialog(props: UserFormDialogProps) {
  const { onClose, submitLabel, busyLabel, change, fallback, children, ...rest } = props
  const id = useId()
  const failure = change.error ? errorMessage(change.error, fallback) : undefined
  return (
    <Dialog
      {...rest}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" loading={change.isPending}>
            {change.isPending ? busyLabel : submitLabel}
          </Button>
        </>
      }
    >
      {children({ id, failure })}
    </Dialog>
  )
}
