import { KeyRound } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { paths } from '../paths.ts'
import { useSessionUser } from '../session/session-context.tsx'

/** For who signed in with a password that somebody else has set (docs/behavior.md#sessions-on-screen). */
export function PasswordNotice() {
  const [location] = useLocation()
  const { mustChangePassword } = useSessionUser()
  if (!mustChangePassword || location === paths.profile) return null
  return (
    <aside
      aria-label="Your password"
      className="mb-4 flex items-start gap-2.5 rounded-control bg-waiting-soft px-3.5 py-2.5 text-waiting-text"
    >
      <KeyRound aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p>
        Your password was set for you.{' '}
        <Link href={paths.profile} className="font-semibold underline">
          Choose one of your own
        </Link>
      </p>
    </aside>
  )
}
