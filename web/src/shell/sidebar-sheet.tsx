import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { closeButtonClass, dialogOverlayClass } from '../ui/dialog-classes.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { SidebarLinks } from './sidebar-links.tsx'

interface SidebarSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Shows the sidebar over the page on narrow windows: a sheet of 18 rem. */
export function SidebarSheet({ open, onOpenChange }: SidebarSheetProps) {
  const focusHandlers = useReturnFocus()
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={dialogOverlayClass} />
        <Dialog.Content
          {...focusHandlers}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[90vw] flex-col overflow-y-auto bg-card shadow-float data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in"
        >
          <div className="flex items-center justify-between min-h-13 pr-4 pl-4">
            <Dialog.Title className="font-medium text-muted">Navigation Menu</Dialog.Title>
            <Dialog.Close aria-label="Close" className={closeButtonClass}>
              <X className="size-4" />
            </Dialog.Close>
          </div>
          <SidebarLinks onNavigate={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
