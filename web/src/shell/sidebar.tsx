import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { classNames } from '../ui/class-names.ts'
import { closeButtonClass, dialogOverlayClass } from '../ui/dialog.tsx'
import { useReturnFocus } from '../ui/return-focus.ts'
import { SidebarLinks } from './sidebar-links.tsx'

/** Beside the page: 16 rem, or 3 rem of icons (docs/behavior.md#page-frame). */
export function Sidebar({ isExpanded }: { isExpanded: boolean }) {
  return (
    <aside
      aria-label="Sidebar"
      className={classNames(
        'sticky top-0 flex h-dvh shrink-0 flex-col overflow-x-hidden overflow-y-auto border-r bg-card',
        'transition-[width] duration-150 ease-out',
        isExpanded ? 'w-64' : 'w-12',
      )}
    >
      <SidebarLinks isCollapsed={!isExpanded} />
    </aside>
  )
}

interface SidebarSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Over the page, on narrow windows: a sheet of 18 rem. */
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
              <X aria-hidden className="size-4" />
            </Dialog.Close>
          </div>
          <SidebarLinks onNavigate={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
