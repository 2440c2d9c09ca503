import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { Closable } from '../ui/dialog.tsx'
import { closeButtonClass, dialogOverlayClass } from '../ui/dialog-classes.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { SidebarLinks } from './sidebar-links.tsx'

/** Shows the sidebar over the page on narrow windows: a sheet of 18 rem. */
export function SidebarSheet({ onClose }: Closable) {
  const focusHandlers = useReturnFocus()
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className={dialogOverlayClass} />
        <Dialog.Content
          {...focusHandlers}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[90vw] flex-col overflow-y-auto bg-card shadow-float animate-slide-in"
        >
          <div className="flex items-center justify-between min-h-13 pr-4 pl-4">
            <Dialog.Title className="font-medium text-muted">Navigation Menu</Dialog.Title>
            <Dialog.Close aria-label="Close" className={closeButtonClass}>
              <X className="size-4" />
            </Dialog.Close>
          </div>
          <SidebarLinks onNavigate={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
