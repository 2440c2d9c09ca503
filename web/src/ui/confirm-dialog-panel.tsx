import { AlertDialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button, buttonClass } from './button.tsx'
import { classNames } from './class-names.ts'
import { dialogOverlayClass, dialogPanelClass } from './dialog-classes.ts'
import { useEscapeKey } from './escape-key.ts'
import { useReturnFocus } from './return-focus.ts'

export interface ConfirmDialogProps {
  open: boolean
  /** Asks to be closed: by Escape or the safe button. */
  onClose: () => void
  /** Asks or states. */
  title: string
  /** One sentence that names what goes. */
  body: ReactNode
  /** The verb with its object, such as 'Delete 3 reports'. */
  confirmLabel: string
  cancelLabel?: string
  /** Of the confirming button: red, unless nothing goes. */
  confirmVariant?: 'danger' | 'primary'
  /** The dialog stays open until the owner closes it: keep it so while the action runs. */
  busy?: boolean
  onConfirm: () => void
  /** Where focus goes when what opened the dialog has gone with it, such as the next row. */
  findNextFocus?: () => HTMLElement | null | undefined
}

/** What `confirm-dialog.tsx` loads on demand. */
export function ConfirmDialogPanel(props: ConfirmDialogProps) {
  const { open, onClose, title, body, confirmLabel, cancelLabel = 'Cancel' } = props
  const { confirmVariant = 'danger', busy = false, onConfirm, findNextFocus } = props
  const focusHandlers = useReturnFocus(findNextFocus)
  useEscapeKey(open, onClose)
  return (
    <Primitive.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={dialogOverlayClass} />
        <Primitive.Content
          {...focusHandlers}
          className={classNames(dialogPanelClass, 'max-w-md overflow-y-auto p-5')}
        >
          <Primitive.Title className="text-base font-semibold">{title}</Primitive.Title>
          <Primitive.Description className="mt-2 text-muted">{body}</Primitive.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Primitive.Cancel className={buttonClass('secondary')}>{cancelLabel}</Primitive.Cancel>
            <Button variant={confirmVariant} loading={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
