import type { User } from '@dashboard/contract/accounts'
import { formatDate } from '../../format/time.ts'
import { StateBadge } from '../../ui/state-badge.tsx'

/** Whether the user can sign in, and whether a new password is asked for then. */
export function UserStatus({ user }: { user: Pick<User, 'isActive' | 'mustChangePassword'> }) {
  return (
    <>
      {user.isActive ? (
        <StateBadge state="success">Active</StateBadge>
      ) : (
        <StateBadge state="neutral">Inactive</StateBadge>
      )}
      {user.mustChangePassword && (
        <span className="block text-xs text-muted">New password due</span>
      )}
    </>
  )
}

export function lastSignInText({ lastSignInAt }: Pick<User, 'lastSignInAt'>): string {
  return lastSignInAt === null ? 'Never' : formatDate(lastSignInAt)
}
