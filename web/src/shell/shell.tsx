import { KeyRound, PanelLeft, X } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { FindButton } from '../features/find/find-button.tsx'
import { JobWatch } from '../features/jobs/job-watch.tsx'
import { NoticeBell } from '../features/notices/notice-bell.tsx'
import { paths } from '../paths.ts'
import { clearRequestedAddress, readRequestedAddress } from '../session/requested-address.ts'
import { useSessionUser } from '../session/session-context.tsx'
import { buttonClass } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { PageSlotsProvider } from '../ui/page.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { nameOfAddress } from './address-names.ts'
import { SidebarLinks } from './sidebar-links.tsx'
import { SidebarSheet } from './sidebar-sheet.tsx'
import { useSidebar } from './sidebar-state.ts'
import { UserMenu } from './user-menu.tsx'

interface ShellProps {
  /** Whether another page was shown before this one. */
  hasNavigated: boolean
  children: ReactNode
}

/**
 * Shows the frame around every signed-in page: sidebar, header and user menu. It stays mounted while pages change; each
 * page renders its heading and actions through `Page` (ui/page.tsx).
 */
export function Shell({ hasNavigated, children }: ShellProps) {
  const sidebar = useSidebar()
  const { isNarrow } = sidebar
  const [heading, setHeading] = useState<HTMLElement | null>(null)
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const slots = useMemo(
    () => ({ heading, actions, hasNavigated }),
    [heading, actions, hasNavigated],
  )
  return (
    <TooltipProvider>
      <PageSlotsProvider value={slots}>
        <JobWatch />
        <a
          href="#content"
          className="sr-only rounded-control bg-surface-raised px-4 py-2 font-medium shadow-float focus:not-sr-only focus:fixed focus:top-3 focus:left-1/2 focus:z-50 focus:-translate-x-1/2"
        >
          Skip to content
        </a>
        <div className="flex min-h-dvh">
          {isNarrow ? (
            sidebar.isSheetOpen && <SidebarSheet onClose={() => sidebar.setIsSheetOpen(false)} />
          ) : (
            <Sidebar isExpanded={sidebar.isExpanded} />
          )}
          <div className="flex min-w-0 grow flex-col">
            <header className="sticky top-0 z-20 flex print:hidden min-h-header items-center gap-x-3 border-b bg-background px-2 max-sm:gap-x-1 md:px-4">
              <IconButton
                label="Toggle sidebar"
                aria-keyshortcuts="Control+B Meta+B"
                icon={<PanelLeft />}
                onClick={sidebar.toggle}
              />
              {/* Where there is no room beside the title, the actions stand in a line below it. */}
              <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 py-2 max-md:py-0.5">
                <div ref={setHeading} className="min-w-0 shrink grow basis-40" />
                {!isNarrow && (
                  <div
                    ref={setActions}
                    className="flex flex-wrap items-center gap-2 empty:hidden"
                  />
                )}
              </div>
              <div className="flex shrink-0 items-center gap-1 md:gap-2">
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
    </TooltipProvider>
  )
}

/** Shows the sidebar beside the page: 16 rem, or 3 rem of icons. */
function Sidebar({ isExpanded }: { isExpanded: boolean }) {
  return (
    <aside
      aria-label="Sidebar"
      className={classNames(
        // The style sheet hides it, too: React renders the page for a window that became narrow a frame later.
        'sticky top-0 flex h-dvh max-md:hidden print:hidden shrink-0 flex-col overflow-x-hidden overflow-y-auto border-r bg-card',
        'transition-[width] duration-150 ease-out',
        isExpanded ? 'w-64' : 'w-12',
      )}
    >
      <SidebarLinks isCollapsed={!isExpanded} />
    </aside>
  )
}

/** Shown to users who signed in with a password that somebody else has set. */
function PasswordNotice() {
  const [location] = useLocation()
  const { mustChangePassword } = useSessionUser()
  if (!mustChangePassword || location === paths.profile) return null
  return (
    <aside
      aria-label="Your password"
      className="print:hidden mb-4 flex items-start gap-2.5 rounded-control bg-waiting-soft px-3.5 py-2.5 text-waiting-text max-md:mb-2"
    >
      <KeyRound className="mt-0.5 size-4 shrink-0" />
      <p>
        Your password was set for you.{' '}
        <Link href={paths.profile} className="font-semibold underline">
          Change it
        </Link>
      </p>
    </aside>
  )
}

/** Offers, after signing in, a link to the page that was opened before. */
function ContinueOffer() {
  const [location] = useLocation()
  const { role } = useSessionUser()
  const [address, setAddress] = useState(readRequestedAddress)
  const forget = () => {
    clearRequestedAddress()
    setAddress(undefined)
  }
  const isHere = location === paths.reports
  // A user who has gone to another page no longer needs the offer.
  useEffect(() => {
    if (isHere) return
    clearRequestedAddress()
    setAddress(undefined)
  }, [isHere])
  const name = address === undefined ? undefined : nameOfAddress(address)
  const isClosed = role !== 'admin' && address?.startsWith(paths.settings)
  if (!isHere || address === undefined || name === undefined || isClosed) return null
  return (
    <aside
      aria-label="Where you were going"
      className="print:hidden mb-4 flex items-center gap-3 rounded-card border bg-primary-soft py-2 pr-2 pl-4 text-on-primary-soft"
    >
      <p className="min-w-0 grow">You asked for {name} before signing in.</p>
      <Link href={address} className={buttonClass('primary', 'shrink-0')}>
        Continue to {name}
      </Link>
      <IconButton label="Dismiss" icon={<X />} onClick={forget} />
    </aside>
  )
}
