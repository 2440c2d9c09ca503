import { classNames } from '../ui/class-names.ts'
import { SidebarLinks } from './sidebar-links.tsx'

/** Beside the page: 16 rem, or 3 rem of icons (docs/behavior.md#page-frame). */
export function Sidebar({ isExpanded }: { isExpanded: boolean }) {
  return (
    <aside
      aria-label="Sidebar"
      className={classNames(
        // Hidden by the style sheet, too: React draws the page for a window that became narrow a frame later.
        'sticky top-0 flex h-dvh max-md:hidden print:hidden shrink-0 flex-col overflow-x-hidden overflow-y-auto border-r bg-card',
        'transition-[width] duration-150 ease-out',
        isExpanded ? 'w-64' : 'w-12',
      )}
    >
      <SidebarLinks isCollapsed={!isExpanded} />
    </aside>
  )
}
