import { Lock } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import {
  clearRequestedAddress,
  readRequestedAddress,
  useStoreRequestedAddress,
} from './requested-address.ts'
import { useSession } from './session-context.tsx'

/** Shows its content to signed-in users; sends others to the login page. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { status } = useSession()
  useStoreRequestedAddress(status === 'unauthenticated')
  if (status === 'loading') return <PageSpinner />
  if (status === 'unauthenticated') return <Redirect to={paths.login} replace />
  return children
}

/** Shows its content to administrators; all others see why they cannot. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const { status, user } = useSession()
  useStoreRequestedAddress(status === 'unauthenticated')
  if (status === 'loading') return <PageSpinner />
  if (user?.role !== 'admin') return <AccessDenied />
  return children
}

function AccessDenied() {
  const { logout } = useSession()
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-5 p-6 text-center">
      <Lock className="size-8 text-muted" />
      <h1 className="text-base font-semibold">
        Access Denied - You need admin privileges to access this page.
      </h1>
      <div className="flex flex-wrap justify-center gap-2">
        <Link href={paths.dashboard} className={buttonClass('primary')}>
          Back to Dashboard
        </Link>
        <Button onClick={logout}>Logout</Button>
      </div>
    </main>
  )
}

/** Redirects from the root address. */
export function RootRedirect({ loadMonitor }: { loadMonitor: () => Promise<unknown> }) {
  const { status } = useSession()
  if (status === 'loading') return <PageSpinner />
  if (status === 'unauthenticated') return <Redirect to={paths.login} replace />
  return <MonitorRedirect loadMonitor={loadMonitor} />
}

/** Shows where it leads until the page is loaded; shows the failure when that cannot be loaded. */
function MonitorRedirect({ loadMonitor }: { loadMonitor: () => Promise<unknown> }) {
  const [, navigate] = useLocation()
  useEffect(() => {
    let isShown = true
    const open = () => isShown && navigate(monitorToOpen(), { replace: true })
    loadMonitor().then(open, open)
    return () => {
      isShown = false
    }
  }, [loadMonitor, navigate])
  return <PageSpinner label="Redirecting..." />
}

/** Returns the address of the monitor, with the job that was requested before signing in. */
function monitorToOpen(): string {
  const asked = readRequestedAddress()
  if (!asked?.startsWith(`${paths.monitor}?`)) return paths.monitor
  clearRequestedAddress()
  return asked
}
