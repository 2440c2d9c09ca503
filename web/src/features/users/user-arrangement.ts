import type { Role } from '@dashboard/contract/account-inputs'
import type { User } from '@dashboard/contract/accounts'
import { compareNames } from '@dashboard/contract/compare-names'
import { countOf, formatCount } from '@dashboard/contract/counts'
import { searchBy } from '../../format/search-by.ts'
import { fullName } from '../../session/user-words.ts'
import { type Sort, sortRows } from '../../ui/sort-header.tsx'

export interface UserFilter {
  readonly search: string
  readonly role: 'all' | Role
  readonly status: 'all' | 'active' | 'inactive'
}

export const everybody: UserFilter = { search: '', role: 'all', status: 'all' }

const searchUsers = searchBy((user: User) => [fullName(user), user.username])

/** Returns the users with that role and status whose full name or username contains the search text. */
export function filterUsers(users: readonly User[], filter: UserFilter): readonly User[] {
  const { role, status } = filter
  const found = searchUsers(users, filter.search)
  if (role === 'all' && status === 'all') return found
  return found.filter(
    (user) =>
      (role === 'all' || user.role === role) &&
      (status === 'all' || user.isActive === (status === 'active')),
  )
}

export function userCount(shown: number, total: number): string {
  const users = countOf(total, 'user')
  return shown === total ? users : `${formatCount(shown)} of ${users}`
}

export type UserColumn = keyof typeof comparisons
export type UserSort = Sort<UserColumn>

/** The order of the server: the oldest account first. */
export const initialSort: UserSort = { key: 'created', isDescending: false }

const roleRank: Record<Role, number> = { admin: 0, user: 1 }

/** Compares ISO times as text, which works when they have one form; users who have never signed in come first. */
function compareInstants(one: string | null, other: string | null): number {
  const first = one ?? ''
  const second = other ?? ''
  return Number(first > second) - Number(first < second)
}

const circuitsKey = ({ circuits }: User) => circuits?.join(', ') ?? ''

const comparisons = {
  name: (one, other) => compareNames(fullName(one), fullName(other)),
  username: (one, other) => compareNames(one.username, other.username),
  role: (one, other) => roleRank[one.role] - roleRank[other.role],
  // Users who look after all circuits come first.
  circuits: (one, other) => compareNames(circuitsKey(one), circuitsKey(other)),
  status: (one, other) => Number(other.isActive) - Number(one.isActive),
  created: (one, other) => compareInstants(one.createdAt, other.createdAt),
  lastSignIn: (one, other) => compareInstants(one.lastSignInAt, other.lastSignInAt),
} satisfies Record<string, (one: User, other: User) => number>

export function sortUsers(users: readonly User[], sort: UserSort): readonly User[] {
  return sortRows(users, sort, comparisons)
}
