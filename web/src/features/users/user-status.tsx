import type { User } from '@dashboard/contract/accounts'
import { formatDate } from '../../format/time.ts'
import { circuitsText } from '../../session/user-words.ts'
import { StateBadge } from '../../ui/state-badge.tsx'

type StatusFacts = Pick<User, 'isActive' | 'mustChangePassword' | 'isInvited'>

/** Whether the user can sign in, and what is asked for then. */
export function UserStatus({ user }: { user: StatusFacts }) {
  return (
    <>
      {user.isActive ? (
        <StateBadge state="success">Active</StateBadge>
      ) : (
        <StateBadge state="neutral">Inactive</StateBadge>
      )}
      {user.isInvited && <span className="block text-xs text-muted">Invited, no password yet</span>}
      {user.mustChangePassword && (
        <span className="block text-xs text-muted">New password due</span>
      )}
    </>
  )
}

export function LastSignIn({ user: { lastSignInAt } }: { user: Pick<User, 'lastSignInAt'> }) {
  return (
    <span className="block text-xs text-muted">
      {lastSignInAt === null ? 'Never signed in' : `Last sign-in ${formatDate(lastSignInAt)}`}
    </span>
  )
}

/** Which circuits the user looks after, where these are not all. */
export function UserLimit({ user: { circuits } }: { user: Pick<User, 'circuits'> }) {
  if (circuits === null) return null
  return (
    <span className="block truncate text-xs text-muted" title={circuits.join(', ')}>
      Circuits: {circuitsText(circuits)}
    </span>
  )
}
