import type { Role } from '@dashboard/contract/account-inputs'
import { Badge } from '../ui/badge.tsx'

/** The names of the two roles for users (docs/accounts.md#roles). */
export const roleNames: Readonly<Record<Role, string>> = { admin: 'Admin', user: 'User' }

export function RoleBadge({ role }: { role: Role }) {
  return <Badge tone={role === 'admin' ? 'primary' : 'neutral'}>{roleNames[role] ?? role}</Badge>
}
