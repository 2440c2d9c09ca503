import { AlertDialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button, buttonClass } from './button.tsx'
import { classNames } from './class-names.ts'
import type { Closable } from './dialog.tsx'
import { dialogOverlayClass, dialogPanelClass } from './dialog-classes.ts'
import { useEscapeKey } from './escape-key.ts'
import { useReturnFocus } from './return-focus.ts'

interface ConfirmDialogProps extends Closable {
  /** A question or a statement. */
  title: string
  /** One sentence that names what will be lost. */
  body: ReactNode
  /** The verb with its object, such as 'Delete 3 reports'. */
  confirmLabel: string
  cancelLabel?: string
  /** The style of the confirming button: red by default, other only when nothing is lost. */
  confirmVariant?: 'danger' | 'primary'
  /** Set while the action runs. The dialog stays open until its owner closes it, so keep it open meanwhile. */
  busy?: boolean
  onConfirm: () => void
  /** Returns where the focus goes when the element that opened the dialog no longer exists, such as the next row. */
  findNextFocus?: () => HTMLElement | null | undefined
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { onClose, title, body, confirmLabel, cancelLabel = 'Cancel' } = props
  const { confirmVariant = 'danger', busy = false, onConfirm, findNextFocus } = props
  const focusHandlers = useReturnFocus(findNextFocus)
  useEscapeKey(onClose)
  return (
    <Primitive.Root open onOpenChange={onClose}>
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
