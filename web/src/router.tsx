import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { LoginPage } from './features/login/login-page.tsx'
import { NotFoundPage } from './features/not-found/not-found-page.tsx'
import { paths } from './paths.ts'
import { AdminOnly, RootRedirect, SignedIn } from './session/access-guards.tsx'
import { readToken } from './session/session-token.ts'
import { PageBoundary } from './ui/page-boundary.tsx'
import { PageSpinner, Spinner } from './ui/spinner.tsx'

interface FramedPage {
  guard: ComponentType<{ children: ReactNode }>
  load: () => Promise<{ default: ComponentType }>
}

async function loadMonitor() {
  return { default: (await import('./features/jobs/monitor-page.tsx')).MonitorPage }
}

async function loadCircuit() {
  return { default: (await import('./features/dashboard/circuit-page.tsx')).CircuitPage }
}

/** Pages inside the shell, by address; each is a chunk of its own. */
const framedPages: Readonly<Record<string, FramedPage>> = {
  [paths.dashboard]: {
    guard: SignedIn,
    load: async () => ({
      default: (await import('./features/dashboard/dashboard-page.tsx')).DashboardPage,
    }),
  },
  [paths.sync]: {
    guard: SignedIn,
    load: async () => ({ default: (await import('./features/sync/sync-page.tsx')).SyncPage }),
  },
  [paths.monitor]: { guard: SignedIn, load: loadMonitor },
  [paths.reports]: {
    guard: SignedIn,
    load: async () => ({
      default: (await import('./features/reports/reports-page.tsx')).ReportsPage,
    }),
  },
  [paths.profile]: {
    guard: SignedIn,
    load: async () => ({
      default: (await import('./features/profile/profile-page.tsx')).ProfilePage,
    }),
  },
  [paths.settings]: {
    guard: AdminOnly,
    load: async () => ({
      default: (await import('./features/settings/settings-page.tsx')).SettingsPage,
    }),
  },
  [paths.users]: {
    guard: AdminOnly,
    load: async () => ({ default: (await import('./features/users/users-page.tsx')).UsersPage }),
  },
  [paths.monitoring]: {
    guard: AdminOnly,
    load: async () => ({
      default: (await import('./features/monitoring/monitoring-page.tsx')).MonitoringPage,
    }),
  },
  [paths.branding]: {
    guard: AdminOnly,
    load: async () => ({ default: (await import('./features/brand/brand-page.tsx')).BrandPage }),
  },
  [paths.audit]: {
    guard: AdminOnly,
    load: async () => ({ default: (await import('./features/audit/audit-page.tsx')).AuditPage }),
  },
}

const loadShell = async () => ({ default: (await import('./shell/shell.tsx')).Shell })
const Shell = lazy(loadShell)

const lazyPages = new Map(
  Object.entries(framedPages).map(([path, { guard, load }]) => [
    path,
    { guard, load, Page: lazy(load) },
  ]),
)

/** The page of one circuit, whose name is the last part of the address. */
const circuitPage = { guard: SignedIn, load: loadCircuit, Page: lazy(loadCircuit) }

/**
 * Shows the page of the current address (docs/behavior.md#routes); `paths.ts` names the addresses.
 */
export function Router() {
  const [location] = useLocation()
  const hasNavigated = useHasNavigated(location)
  const path = pageAt(location)
  if (path === paths.root || path === '') return <RootRedirect loadMonitor={loadMonitor} />
  if (path === paths.login) return <LoginPage loadNext={loadAfterLogin} />
  const isCircuit = path.startsWith(`${paths.circuits}/`)
  const framed = isCircuit ? circuitPage : lazyPages.get(path)
  if (!framed) return <NotFoundPage />
  const { guard: Guard, load, Page } = framed
  return (
    <Guard>
      <Frame hasNavigated={hasNavigated} load={load}>
        <PageBoundary resetKey={path}>
          <Suspense fallback={<LateSpinner />}>
            <Page />
          </Suspense>
        </PageBoundary>
      </Frame>
    </Guard>
  )
}

/** The code of the page that is opened first comes beside the first answers, not after them. */
if (readToken() !== null) {
  const { load } = lazyPages.get(pageAt(location.pathname)) ?? {}
  for (const part of [loadShell, load]) void part?.().catch(() => undefined)
}

function pageAt(address: string): string {
  return address.length > 1 ? address.replace(/\/+$/, '') : address
}

const loadAfterLogin = () => Promise.all([loadShell(), framedPages[paths.reports]?.load()])

interface FrameProps {
  hasNavigated: boolean
  load: () => Promise<unknown>
  children: ReactNode
}

/** The shell; while its code loads, that of the page does, too. */
function Frame({ hasNavigated, load, children }: FrameProps) {
  useEffect(() => void load().catch(() => undefined), [load])
  return (
    <Suspense fallback={<PageSpinner />}>
      <Shell hasNavigated={hasNavigated}>{children}</Shell>
    </Suspense>
  )
}

function LateSpinner() {
  return (
    <div className="animate-late">
      <Spinner />
    </div>
  )
}

function useHasNavigated(location: string): boolean {
  const [first] = useState(location)
  const [hasNavigated, setHasNavigated] = useState(false)
  useEffect(() => {
    if (location !== first) setHasNavigated(true)
  }, [location, first])
  return hasNavigated || location !== first
}
