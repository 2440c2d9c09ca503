import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { type Closable, Dialog } from './dialog.tsx'

export interface FormDialogProps extends Closable {
  title: string
  description?: string | undefined
  submitLabel: string
  isBusy: boolean
  /** What the button says while the form is sent; its label when left out. */
  busyLabel?: string
  isDisabled?: boolean
  isDanger?: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const { onSubmit, children, isDisabled, isDanger = false, ...others } = props
  const { submitLabel, isBusy, busyLabel = submitLabel, ...dialog } = others
  const id = useId()
  return (
    <Dialog
      {...dialog}
      size="small"
      footer={
        <>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button
            type="submit"
            form={id}
            variant={isDanger ? 'danger' : 'primary'}
            loading={isBusy}
            disabled={isDisabled}
          >
            {isBusy ? busyLabel : submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        {children}
      </form>
    </Dialog>
  )
}
