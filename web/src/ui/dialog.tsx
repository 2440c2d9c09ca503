import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useEscapeKey } from './escape-key.ts'
import { useReturnFocus } from './return-focus.ts'

export const dialogOverlayClass =
  'fixed inset-0 z-40 bg-scrim data-[state=open]:animate-appear data-[state=closed]:animate-vanish'
export const dialogPanelClass =
  'fixed z-40 flex max-h-[calc(100dvh-32px)] flex-col border bg-surface-raised shadow-float ' +
  'data-[state=open]:animate-rise data-[state=closed]:animate-vanish rounded-card ' +
  'inset-x-4 bottom-4 mx-auto md:bottom-auto md:top-1/2 md:-translate-y-1/2'

export const closeButtonClass =
  '-my-2 -mr-2 inline-flex size-control shrink-0 items-center justify-center rounded-control ' +
  'text-muted hover:bg-hover hover:text-text'

const widths = { small: 'max-w-md', large: 'max-w-3xl' } as const

interface DialogProps {
  open: boolean
  /** Asks to be closed: by Escape, a click outside, or its own button. */
  onClose: () => void
  title: ReactNode
  /** One sentence under the title. */
  description?: ReactNode
  size: keyof typeof widths
  /** Buttons, the safe one first. */
  footer?: ReactNode
  children?: ReactNode
}

/** Escape and a click outside close it; focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, size, footer, children } = props
  const focusHandlers = useReturnFocus()
  useEscapeKey(open, onClose)
  return (
    <Primitive.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={dialogOverlayClass} />
        <Primitive.Content
          {...focusHandlers}
          className={classNames(dialogPanelClass, widths[size])}
        >
          <div className="flex items-start justify-between gap-3 p-5 pb-3">
            <div className="min-w-0">
              <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
              {description !== undefined && (
                <Primitive.Description className="mt-1.5 text-muted">
                  {description}
                </Primitive.Description>
              )}
            </div>
            <Primitive.Close aria-label="Close" className={closeButtonClass}>
              <X aria-hidden className="size-4" />
            </Primitive.Close>
          </div>
          <div className="min-h-0 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
          {footer !== undefined && (
            <div className="flex flex-wrap justify-end gap-2 border-t px-5 py-4">{footer}</div>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
