import { PanelLeft } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { addCompletions } from '../api/complete-answer.ts'
import { completionsBehindLogin } from '../api/complete-answers.ts'
import { FindButton } from '../features/find/find-button.tsx'
import { JobWatch } from '../features/jobs/job-watch.tsx'
import { NoticeBell } from '../features/notices/notice-bell.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { PageSlotsProvider } from '../ui/page.tsx'
import { Tooltips } from '../ui/tooltip.ts'
import { ContinueOffer } from './continue-offer.tsx'
import { PasswordNotice } from './password-notice.tsx'
import { Sidebar } from './sidebar.tsx'
import { SidebarSheet } from './sidebar-sheet.tsx'
import { useSidebar } from './sidebar-state.ts'
import { UserMenu } from './user-menu.tsx'

// Before any page behind the login asks for something.
addCompletions(completionsBehindLogin)

interface ShellProps {
  /** Whether another page was shown before this one. */
  hasNavigated: boolean
  children: ReactNode
}

/**
 * The frame around every signed-in page: sidebar, header and user menu. It stays mounted while
 * pages change; each page fills its heading and actions through `Page` (ui/page.tsx).
 */
export function Shell({ hasNavigated, children }: ShellProps) {
  const sidebar = useSidebar()
  const [heading, headingRef] = useSlot('min-w-0 py-2')
  const [actions, actionsRef] = useSlot(
    'flex flex-wrap items-center gap-2 max-md:order-last max-md:col-span-full max-md:px-2 max-md:pb-2 max-md:empty:hidden',
  )
  const slots = useMemo(
    () => ({ heading, actions, hasNavigated }),
    [heading, actions, hasNavigated],
  )
  return (
    <>
      <PageSlotsProvider value={slots}>
        <JobWatch />
        <a
          href="#content"
          className="sr-only rounded-control bg-surface-raised px-4 py-2 font-medium shadow-float focus:not-sr-only focus:fixed focus:top-3 focus:left-1/2 focus:z-50 focus:-translate-x-1/2"
        >
          Skip to content
        </a>
        <div className="flex min-h-dvh">
          {sidebar.isNarrow ? (
            <SidebarSheet open={sidebar.isSheetOpen} onOpenChange={sidebar.setIsSheetOpen} />
          ) : (
            <Sidebar isExpanded={sidebar.isExpanded} />
          )}
          <div className="flex min-w-0 grow flex-col">
            <header className="sticky top-0 z-20 grid print:hidden min-h-header grid-cols-[auto_1fr_auto] items-center gap-x-3 border-b bg-background px-2 md:grid-cols-[auto_1fr_auto_auto] md:px-4">
              <IconButton
                label="Toggle sidebar"
                aria-keyshortcuts="Control+B Meta+B"
                icon={<PanelLeft aria-hidden />}
                onClick={sidebar.toggle}
              />
              <div ref={headingRef} className="contents" />
              <div ref={actionsRef} className="contents" />
              <div className="flex items-center gap-1 md:gap-2">
                <FindButton />
                <NoticeBell />
                <UserMenu />
              </div>
            </header>
            <main
              id="content"
              tabIndex={-1}
              className="mx-auto w-full max-w-[1280px] min-w-0 grow p-4 md:p-6"
            >
              <PasswordNotice />
              <ContinueOffer />
              {children}
            </main>
          </div>
        </div>
      </PageSlotsProvider>
      <Tooltips />
    </>
  )
}

/**
 * An element for a page to fill by a portal, and the ref of where it stands. It is there before the first view is
 * drawn: one that React makes would have the whole page drawn a second time.
 */
function useSlot(className: string) {
  const [element] = useState(() => {
    const made = document.createElement('div')
    made.className = className
    return made
  })
  const ref = useCallback((place: HTMLElement | null) => place?.append(element), [element])
  return [element, ref] as const
}
