import { StateBadge } from '../../ui/state-badge.tsx'

/** Whether the user can sign in. */
export function UserStatus({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <StateBadge state="success">Active</StateBadge>
  ) : (
    <StateBadge state="neutral">Inactive</StateBadge>
  )
}
