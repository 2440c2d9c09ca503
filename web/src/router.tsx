import { type ComponentType, type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { LoginPage } from './features/login/login-page.tsx'
import { isOneOf, paths } from './paths.ts'
import { AdminOnly, RootRedirect, SignedIn } from './session/access-guards.tsx'
import { useSession } from './session/session-context.tsx'
import { readToken } from './session/session-token.ts'
import { VersionedBoundary } from './shell/update-notice.tsx'
import { type Part, partOf } from './ui/on-demand.ts'
import { PageSpinner, Spinner } from './ui/spinner.tsx'

interface FramedPage {
  guard: ComponentType<{ children: ReactNode }>
  load: () => Promise<{ default: ComponentType }>
}

async function loadMonitor() {
  return { default: (await import('./features/jobs/monitor-page.tsx')).MonitorPage }
}

async function loadVolunteers() {
  return { default: (await import('./features/volunteers/volunteers-page.tsx')).VolunteersPage }
}

/**
 * Pages inside the shell, by address. Each is a chunk of its own, which the build finds here (web/page-files.ts).
 */
const framedPages: Readonly<Record<string, FramedPage>> = {
  [paths.dashboard]: {
    guard: SignedIn,
    load: async () => ({
      default: (await import('./features/coverage/dashboard-page.tsx')).DashboardPage,
    }),
  },
  [paths.anyCircuit]: {
    guard: SignedIn,
    load: async () => ({
      default: (await import('./features/coverage/place-page.tsx')).PlacePage,
    }),
  },
  [paths.sync]: {
    guard: SignedIn,
    load: async () => ({ default: (await import('./features/sync/sync-page.tsx')).SyncPage }),
  },
  [paths.columns]: {
    guard: SignedIn,
    load: async () => ({
      default: (await import('./features/columns/columns-page.tsx')).ColumnsPage,
    }),
  },
  [paths.anyImport]: {
    guard: SignedIn,
    load: async () => ({
      default: (await import('./features/imports/import-page.tsx')).ImportPage,
    }),
  },
  [paths.monitor]: { guard: SignedIn, load: loadMonitor },
  [paths.reports]: {
    guard: SignedIn,
    load: async () => ({
      default: (await import('./features/reports/reports-page.tsx')).ReportsPage,
    }),
  },
  [paths.volunteers]: { guard: SignedIn, load: loadVolunteers },
  [paths.anyVolunteer]: { guard: SignedIn, load: loadVolunteers },
  [paths.calls]: {
    guard: SignedIn,
    load: async () => ({
      default: (await import('./features/call-lists/call-lists-page.tsx')).CallsPage,
    }),
  },
  [paths.anyCallList]: {
    guard: SignedIn,
    load: async () => ({
      default: (await import('./features/call-lists/call-list-page.tsx')).CallListPage,
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
  [paths.system]: {
    guard: AdminOnly,
    load: async () => ({ default: (await import('./features/health/system-page.tsx')).SystemPage }),
  },
}

const openIdReturn = partOf(
  async () => (await import('./features/login/openid-return-page.tsx')).OpenIdReturnPage,
)

const passwordLink = partOf(
  async () => (await import('./features/password-link/password-link-page.tsx')).PasswordLinkPage,
)

const notFound = partOf(
  async () => (await import('./features/not-found/not-found-page.tsx')).NotFoundPage,
)

const shell = partOf(async () => (await import('./shell/shell.tsx')).Shell)

const firstStep = partOf(
  async () => (await import('./features/profile/first-step-page.tsx')).FirstStepPage,
)

const parts = new Map(
  Object.values(framedPages).map(({ load }) => [load, partOf(async () => (await load()).default)]),
)

/** Addresses with the same load function share their page, which stays mounted from one to the other. */
const pages = new Map(
  Object.entries(framedPages).flatMap(([address, { guard, load }]) => {
    const page = parts.get(load)
    return page ? [[address, { guard, page }] as const] : []
  }),
)

function framedPageAt(path: string) {
  const page = pages.get(path)
  if (page) return page
  const pattern = [...pages.keys()].find((key) => isOneOf(key, path))
  return pattern === undefined ? undefined : pages.get(pattern)
}

/**
 * Shows the page of the current address (docs/behavior.md#routes); `paths.ts` names the addresses.
 */
export function Router() {
  const [location] = useLocation()
  const hasNavigated = useHasNavigated(location)
  const { user } = useSession()
  const path = pageAt(location)
  if (path === paths.root || path === '') return <RootRedirect loadMonitor={loadMonitor} />
  if (path === paths.login) return <LoginPage loadNext={loadAfterLogin} />
  if (path === paths.openIdReturn) return <Unframed part={openIdReturn} />
  if (path === paths.passwordLink) return <Unframed part={passwordLink} />
  const framed = framedPageAt(path)
  if (!framed) return <Unframed part={notFound} />
  if (user?.mustAddFactor) return <FirstStep />
  const { guard: Guard, page } = framed
  return (
    <Guard>
      <Frame hasNavigated={hasNavigated} page={page}>
        <VersionedBoundary resetKey={path}>
          <Suspense fallback={<LateSpinner />}>
            <Loaded part={page} />
          </Suspense>
        </VersionedBoundary>
      </Frame>
    </Guard>
  )
}

/**
 * Shown in place of every page, for a user who must set up a second step first
 * (docs/sign-in.md#required-of-administrators).
 */
function FirstStep() {
  return (
    <VersionedBoundary resetKey="first step">
      <Suspense fallback={<PageSpinner />}>
        <Loaded part={firstStep} />
      </Suspense>
    </VersionedBoundary>
  )
}

/**
 * Loads the code of the page at the current address, for a user who is signed in. Code that is there at the first
 * drawing needs no spinner. Never fails: the page itself shows a failure.
 */
export async function prepareFirstPage(): Promise<void> {
  const framed = readToken() === null ? undefined : framedPageAt(pageAt(location.pathname))
  if (!framed) return
  await Promise.all([shell.prepare(), framed.page.prepare()])
}

function pageAt(address: string): string {
  return address.length > 1 ? address.replace(/\/+$/, '') : address
}

const loadAfterLogin = () =>
  Promise.all([shell.prepare(), pages.get(paths.reports)?.page.prepare()])

/** Shows a page that needs no sign-in. */
function Unframed({ part }: { part: Part<object> }) {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Loaded part={part} />
    </Suspense>
  )
}

interface FrameProps {
  hasNavigated: boolean
  page: Part<object>
  children: ReactNode
}

/** Shows the shell; while its code loads, that of the page loads, too. */
function Frame({ hasNavigated, page, children }: FrameProps) {
  useEffect(() => void page.prepare(), [page])
  return (
    <Suspense fallback={<PageSpinner />}>
      <Loaded part={shell} hasNavigated={hasNavigated}>
        {children}
      </Loaded>
    </Suspense>
  )
}

type LoadedProps<Props> = Props & { part: Part<Props> }

/** Shows a part once it is loaded. React's `lazy` would show the fallback for a moment even when the code is there. */
function Loaded<Props extends object>({ part, ...props }: LoadedProps<Props>) {
  if (part.get() === undefined) use(part.load())
  const Component = part.get()
  return Component && <Component {...(props as unknown as Props)} />
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
