import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { closeButtonClass, dialogOverlayClass, dialogPanelClass } from './dialog-classes.ts'
import { useEscapeKey } from './escape-key.ts'
import { useReturnFocus } from './return-focus.ts'

export interface Closable {
  /** Called when the dialog should close: by Escape, a click outside, or its own button. */
  onClose: () => void
}

interface DialogProps extends Closable {
  title: ReactNode
  description?: ReactNode
  size: 'small' | 'large'
  /** The buttons, the safe one first. */
  footer?: ReactNode
  children?: ReactNode
}

const widths: Record<DialogProps['size'], string> = { small: 'max-w-md', large: 'max-w-3xl' }

/** Shows a dialog as long as it is rendered. Escape and a click outside close it; the focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const { onClose, title, description, size, footer, children } = props
  const focusHandlers = useReturnFocus()
  useEscapeKey(onClose)
  return (
    <Primitive.Root open onOpenChange={onClose}>
      <Primitive.Portal>
        <Primitive.Overlay className={dialogOverlayClass} />
        <Primitive.Content
          {...focusHandlers}
          className={classNames(dialogPanelClass, widths[size])}
        >
          <div className="flex items-start justify-between gap-3 p-5 pb-3">
            <div className="min-w-0">
              <Primitive.Title className="text-base font-semibold">{title}</Primitive.Title>
              {description !== undefined && (
                <Primitive.Description className="mt-1.5 text-muted">
                  {description}
                </Primitive.Description>
              )}
            </div>
            <Primitive.Close aria-label="Close" className={closeButtonClass}>
              <X className="size-4" />
            </Primitive.Close>
          </div>
          <div className="min-h-0 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
          {footer !== undefined && (
            <div data-lower-edge className="flex flex-wrap justify-end gap-2 border-t px-5 py-4">
              {footer}
            </div>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
