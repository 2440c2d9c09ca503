import type { User } from '@dashboard/contract/accounts'
import { fullName } from '../../session/session-user.ts'

/** The users whose full name or username holds the search text, whatever its case. */
export function filterUsers(users: readonly User[], search: string): readonly User[] {
  const wanted = search.trim().toLocaleLowerCase()
  if (wanted === '') return users
  return users.filter((user) =>
    [fullName(user), user.username].some((name) => name.toLocaleLowerCase().includes(wanted)),
  )
}

/** '1 user', '12 users', '3 of 12 users'. */
export function userCount(shown: number, total: number): string {
  const noun = total === 1 ? 'user' : 'users'
  return shown === total ? `${total} ${noun}` : `${shown} of ${total} ${noun}`
}
