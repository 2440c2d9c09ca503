import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { LoginPage } from './features/login/login-page.tsx'
import { isOneOf, paths } from './paths.ts'
import { AdminOnly, RootRedirect, SignedIn } from './session/access-checks.tsx'
import { useSession } from './session/session-context.tsx'
import { PageBoundary } from './shell/page-boundary.tsx'
import { PageSpinner, Spinner } from './ui/spinner.tsx'

/** A page that is drawn once its code, a separate chunk, has arrived. */
type Page = ComponentType & { load: () => Promise<unknown> }

function page<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): Page {
  const Page = lazy<ComponentType>(async () => ({ default: (await load())[name] }))
  return Object.assign(Page, { load })
}

const Shell = lazy(async () => ({ default: (await import('./shell/shell.tsx')).Shell }))
const NotFound = page(() => import('./features/not-found/not-found-page.tsx'), 'NotFoundPage')
const FirstStep = page(() => import('./features/profile/first-step-page.tsx'), 'FirstStepPage')
/** Stays mounted from the list to one volunteer and back. */
const Volunteers = page(() => import('./features/volunteers/volunteers-page.tsx'), 'VolunteersPage')
const Monitor = page(() => import('./features/jobs/monitor-page.tsx'), 'MonitorPage')

/** Pages that need no sign-in. */
const unframedPages: Readonly<Record<string, Page>> = {
  [paths.openIdReturn]: page(
    () => import('./features/login/openid-return-page.tsx'),
    'OpenIdReturnPage',
  ),
  [paths.passwordLink]: page(
    () => import('./features/password-link/password-link-page.tsx'),
    'PasswordLinkPage',
  ),
}

/** Pages inside the shell, by address. */
const signedInPages: Readonly<Record<string, Page>> = {
  [paths.dashboard]: page(() => import('./features/coverage/dashboard-page.tsx'), 'DashboardPage'),
  [paths.anyCircuit]: page(() => import('./features/coverage/place-page.tsx'), 'PlacePage'),
  [paths.sync]: page(() => import('./features/sync/sync-page.tsx'), 'SyncPage'),
  [paths.columns]: page(() => import('./features/columns/columns-page.tsx'), 'ColumnsPage'),
  [paths.anyImport]: page(() => import('./features/imports/import-page.tsx'), 'ImportPage'),
  [paths.monitor]: Monitor,
  [paths.reports]: page(() => import('./features/reports/reports-page.tsx'), 'ReportsPage'),
  [paths.volunteers]: Volunteers,
  [paths.anyVolunteer]: Volunteers,
  [paths.calls]: page(() => import('./features/call-lists/call-lists-page.tsx'), 'CallsPage'),
  [paths.anyCallList]: page(
    () => import('./features/call-lists/call-list-page.tsx'),
    'CallListPage',
  ),
  [paths.profile]: page(() => import('./features/profile/profile-page.tsx'), 'ProfilePage'),
}

const adminPages: Readonly<Record<string, Page>> = {
  [paths.settings]: page(() => import('./features/settings/settings-page.tsx'), 'SettingsPage'),
  [paths.users]: page(() => import('./features/users/users-page.tsx'), 'UsersPage'),
  [paths.monitoring]: page(
    () => import('./features/monitoring/monitoring-page.tsx'),
    'MonitoringPage',
  ),
  [paths.branding]: page(() => import('./features/brand/brand-page.tsx'), 'BrandPage'),
  [paths.audit]: page(() => import('./features/audit/audit-page.tsx'), 'AuditPage'),
  [paths.system]: page(() => import('./features/health/system-page.tsx'), 'SystemPage'),
}

const framedPages = { ...signedInPages, ...adminPages }

/** Returns the key of the page at an address, such as '/dashboard/circuits/*'. */
function framedAddress(path: string): string | undefined {
  return path in framedPages ? path : Object.keys(framedPages).find((key) => isOneOf(key, path))
}

/** Shows the page of the current address; `paths.ts` names the addresses. */
export function Router() {
  const [location] = useLocation()
  const hasNavigated = useHasNavigated(location)
  const { user } = useSession()
  const path = pageAt(location)
  if (path === paths.root || path === '') return <RootRedirect loadMonitor={Monitor.load} />
  if (path === paths.login) return <LoginPage />
  const address = framedAddress(path)
  if (address === undefined) return <Unframed page={unframedPages[path] ?? NotFound} />
  // Instead of every page (docs/sign-in.md#required-of-administrators).
  if (user?.mustAddFactor) return <Unframed page={FirstStep} />
  const Access = address in adminPages ? AdminOnly : SignedIn
  return (
    <Access>
      <Framed page={framedPages[address] ?? NotFound} path={path} hasNavigated={hasNavigated} />
    </Access>
  )
}

interface FramedProps {
  page: Page
  path: string
  hasNavigated: boolean
}

function Framed({ page: Page, path, hasNavigated }: FramedProps) {
  // Loaded with the shell, not after it. A failure is shown where the page is drawn.
  useEffect(() => void Page.load().catch(() => undefined), [Page])
  return (
    <Suspense fallback={<PageSpinner />}>
      <Shell hasNavigated={hasNavigated}>
        <PageBoundary resetKey={path}>
          <Suspense fallback={<LateSpinner />}>
            <Page />
          </Suspense>
        </PageBoundary>
      </Shell>
    </Suspense>
  )
}

function Unframed({ page: Page }: { page: ComponentType }) {
  return (
    <PageBoundary resetKey="unframed">
      <Suspense fallback={<PageSpinner />}>
        <Page />
      </Suspense>
    </PageBoundary>
  )
}

function pageAt(address: string): string {
  return address.length > 1 ? address.replace(/\/+$/, '') : address
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
  if (!hasNavigated && location !== first) setHasNavigated(true)
  return hasNavigated
}
