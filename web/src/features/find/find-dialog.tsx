import { Search, X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { closeButtonClass, dialogOverlayClass } from '../../ui/dialog-classes.ts'
import { useEscapeKey } from '../../ui/escape-key.ts'
import { FindBox } from './find-box.tsx'
import { useFindChoice } from './use-find-choice.ts'

interface FindDialogProps {
  open: boolean
  onClose: () => void
  onShowShortcuts: () => void
}

/** One box for people, places, reports, pages and actions (docs/behavior.md#find). */
export function FindDialog({ open, onClose, onShowShortcuts }: FindDialogProps) {
  const opener = useRef<Element | null>(null)
  const hasChosen = useRef(false)
  useEscapeKey(open, onClose)
  const choose = useFindChoice(onShowShortcuts)
  return (
    <Primitive.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={dialogOverlayClass} />
        <Primitive.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
            hasChosen.current = false
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // What was chosen has the focus now, or will have it.
            if (!hasChosen.current && opener.current instanceof HTMLElement) opener.current.focus()
          }}
          className={classNames(
            'fixed inset-x-4 top-4 z-40 mx-auto flex max-w-xl flex-col border bg-surface-raised shadow-float md:top-[12vh]',
            'max-h-[calc(100dvh-32px)] rounded-card data-[state=open]:animate-rise md:max-h-[76vh]',
          )}
        >
          <Primitive.Title className="sr-only">Find</Primitive.Title>
          <FindBox
            before={<Search aria-hidden className="size-4.5 shrink-0 text-muted" />}
            after={
              <Primitive.Close aria-label="Close" className={classNames(closeButtonClass, 'my-0!')}>
                <X aria-hidden className="size-4" />
              </Primitive.Close>
            }
            onChoose={(entry) => {
              hasChosen.current = true
              onClose()
              choose(entry)
            }}
          />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
