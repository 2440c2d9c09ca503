import type { Role } from '@dashboard/contract/account-inputs'
import type { User } from '@dashboard/contract/accounts'
import { compareNames } from '../../format/compare-names.ts'
import { fullName } from '../../session/user-words.ts'
import type { Sort } from '../../ui/sort-header.tsx'

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

export type UserColumn =
  | 'name'
  | 'username'
  | 'role'
  | 'circuits'
  | 'status'
  | 'created'
  | 'lastSignIn'
export type UserSort = Sort<UserColumn>

/** As the server lists them: the oldest account first. */
export const initialSort: UserSort = { key: 'created', isDescending: false }

const roleOrder: Record<Role, number> = { admin: 0, user: 1 }

type Compare = (one: User, other: User) => number

/** ISO times of one form compare as text; who has never signed in comes before everybody. */
function compareInstants(one: string | null, other: string | null): number {
  const first = one ?? ''
  const second = other ?? ''
  return Number(first > second) - Number(first < second)
}

const circuitsKey = ({ circuits }: User) => circuits?.join(', ') ?? ''

const comparisons: Record<UserColumn, Compare> = {
  name: (one, other) => compareNames(fullName(one), fullName(other)),
  username: (one, other) => compareNames(one.username, other.username),
  role: (one, other) => roleOrder[one.role] - roleOrder[other.role],
  // Who looks after all of them comes first.
  circuits: (one, other) => compareNames(circuitsKey(one), circuitsKey(other)),
  status: (one, other) => Number(other.isActive) - Number(one.isActive),
  created: (one, other) => compareInstants(one.createdAt, other.createdAt),
  lastSignIn: (one, other) => compareInstants(one.lastSignInAt, other.lastSignInAt),
}

/** In the order of a column; equal ones stay by name. */
export function sortUsers(
  users: readonly User[],
  { key, isDescending }: UserSort,
): readonly User[] {
  const direction = isDescending ? -1 : 1
  return users.toSorted(
    (one, other) => direction * comparisons[key](one, other) || comparisons.name(one, other),
  )
}
