import type { User } from '@dashboard/contract/accounts'
import { formatDate } from '../../format/time.ts'
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

export function lastSignInText({ lastSignInAt }: Pick<User, 'lastSignInAt'>): string {
  return lastSignInAt === null ? 'Never' : formatDate(lastSignInAt)
}
