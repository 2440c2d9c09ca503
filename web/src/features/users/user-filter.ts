import type { Role } from '@dashboard/contract/account-inputs'
import type { User } from '@dashboard/contract/accounts'
import { fullName } from '../../session/user-words.ts'

export interface UserFilter {
  readonly search: string
  readonly role: 'all' | Role
  readonly status: 'all' | 'active' | 'inactive'
}

export const everybody: UserFilter = { search: '', role: 'all', status: 'all' }

/** The users of that role and status whose full name or username holds the search text, whatever its case. */
export function filterUsers(users: readonly User[], filter: UserFilter): readonly User[] {
  const { role, status } = filter
  const wanted = filter.search.trim().toLocaleLowerCase()
  if (wanted === '' && role === 'all' && status === 'all') return users
  return users.filter(
    (user) =>
      (role === 'all' || user.role === role) &&
      (status === 'all' || user.isActive === (status === 'active')) &&
      [fullName(user), user.username].some((name) => name.toLocaleLowerCase().includes(wanted)),
  )
}

/** '1 user', '12 users', '3 of 12 users'. */
export function userCount(shown: number, total: number): string {
  const noun = total === 1 ? 'user' : 'users'
  return shown === total ? `${total} ${noun}` : `${shown} of ${total} ${noun}`
}
