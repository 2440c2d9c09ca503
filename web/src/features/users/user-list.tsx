import type { User } from '@dashboard/contract/accounts'
import { formatCount } from '@dashboard/contract/counts'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { formatDate } from '../../format/time.ts'
import { RoleBadge } from '../../session/role-badge.tsx'
import { circuitsText, fullName } from '../../session/user-words.ts'
import { Button } from '../../ui/button.tsx'
import { useIsNarrow } from '../../ui/media-query.ts'
import { useRowKeys } from '../../ui/row-keys.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SortHeader } from '../../ui/sort-header.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { type OnUserAction, UserActions } from './user-actions.tsx'
import {
  everybody,
  filterUsers,
  initialSort,
  sortUsers,
  type UserColumn,
  type UserFilter,
  type UserSort,
  userCount,
} from './user-arrangement.ts'

interface UserListProps {
  users: readonly User[]
  onAction: OnUserAction
}

/** How many users are shown at first, and by each press on the button for more. */
const rowsAtOnce = 50

/** Shows the users in a table, or as cards on a narrow window: the first ones, and more on request. */
export function UserList({ users, onAction }: UserListProps) {
  const [filter, setFilter] = useState(everybody)
  const [sort, setSort] = useState(initialSort)
  const [rowCount, setRowCount] = useState(rowsAtOnce)
  // The search box responds at once; a long list follows.
  const wanted = useDeferredValue(filter)
  const order = useDeferredValue(sort)
  const found = sortUsers(filterUsers(users, wanted), order)
  const shown = found.slice(0, useDeferredValue(rowCount))
  const hidden = Math.max(0, found.length - rowCount)
  const isNarrow = useIsNarrow()
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <UserListFields filter={filter} onFilter={setFilter} sort={sort} onSort={setSort} />
        <p role="status" className="text-muted">
          {userCount(found.length, users.length)}
        </p>
      </div>
      {found.length === 0 ? (
        <NobodyFound search={filter.search.trim()} onShowAll={() => setFilter(everybody)} />
      ) : (
        // If a button follows, the table is not the last element of its card.
        <div className={hidden > 0 && !isNarrow ? 'mb-(--card-edge)' : undefined}>
          {isNarrow ? (
            <UserCards users={shown} onAction={onAction} />
          ) : (
            <UserTable users={shown} onAction={onAction} sort={sort} onSort={setSort} />
          )}
        </div>
      )}
      {hidden > 0 && (
        <Button className="self-center" onClick={() => setRowCount(rowCount + rowsAtOnce)}>
          Show {Math.min(rowsAtOnce, hidden)} more of {formatCount(found.length)} users
        </Button>
      )}
    </>
  )
}

function NobodyFound({ search, onShowAll }: { search: string; onShowAll: () => void }) {
  return (
    <div className="flex flex-col items-center gap-3 py-8 text-center text-muted">
      <p>{search === '' ? 'Nobody matches the filters.' : `Nobody matches "${search}".`}</p>
      <Button onClick={onShowAll}>Show all users</Button>
    </div>
  )
}

/** Shows a placeholder as high as the list of a small team. */
export function LoadingUsers() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <p className="flex min-h-control items-center text-muted">Loading users...</p>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-10" />
      ))}
    </div>
  )
}

const roles: { value: UserFilter['role']; label: string }[] = [
  { value: 'all', label: 'All roles' },
  { value: 'admin', label: 'Admins' },
  { value: 'user', label: 'Users' },
]
const statuses: { value: UserFilter['status']; label: string }[] = [
  { value: 'all', label: 'Active and inactive' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]
const sortChoices: { value: UserColumn; label: string }[] = [
  { value: 'created', label: 'Oldest account first' },
  { value: 'name', label: 'Name' },
  { value: 'username', label: 'Username' },
  { value: 'role', label: 'Role' },
  { value: 'status', label: 'Status' },
  { value: 'circuits', label: 'Circuits' },
  { value: 'lastSignIn', label: 'Last sign-in first' },
]

interface UserListFieldsProps {
  filter: UserFilter
  onFilter: (filter: UserFilter) => void
  sort: UserSort
  onSort: (sort: UserSort) => void
}

function UserListFields({ filter, onFilter, sort, onSort }: UserListFieldsProps) {
  return (
    <div className="grid w-full grid-cols-[2fr_3.4fr] gap-2 *:first:col-span-2 sm:w-auto sm:grid-cols-[16rem_9rem_12rem_12rem] sm:*:first:col-span-1">
      <div>
        <SearchInput
          label="Search users"
          value={filter.search}
          onChange={(search) => onFilter({ ...filter, search })}
        />
      </div>
      <Select
        label="Filter by role"
        options={roles}
        value={filter.role}
        onChange={(role) => onFilter({ ...filter, role })}
      />
      <Select
        label="Filter by status"
        options={statuses}
        value={filter.status}
        onChange={(status) => onFilter({ ...filter, status })}
      />
      <div className="col-span-full sm:col-span-1">
        <Select
          label="Sort users"
          options={sortChoices}
          value={sort.key}
          onChange={(key) => onSort({ key, isDescending: key === 'lastSignIn' })}
        />
      </div>
    </div>
  )
}

/** Further facts are shown within these cells. */
const columns: { column: UserColumn; title: string; width: string }[] = [
  { column: 'name', title: 'Full Name', width: 'w-[23%]' },
  { column: 'username', title: 'Username', width: 'w-[17%]' },
  { column: 'role', title: 'Role', width: 'w-[18%]' },
  { column: 'status', title: 'Status', width: 'w-[20%]' },
  { column: 'created', title: 'Created', width: 'w-[12%]' },
]

interface UserTableProps extends UserListProps {
  sort: UserSort
  onSort: (sort: UserSort) => void
}

function UserTable({ users, onAction, sort, onSort }: UserTableProps) {
  const onKeyDown = useRowKeys(users.length)
  return (
    <div className="card-rows-end">
      <table
        aria-label="Users"
        className="w-full table-fixed [&_tr>:first-child]:pl-(--card-pad) [&_tr>:last-child]:pr-(--card-pad)"
      >
        <thead>
          <tr className="border-b text-left text-xs text-muted">
            {columns.map(({ width, ...column }) => (
              <SortHeader
                key={column.column}
                {...column}
                sort={sort}
                onSort={onSort}
                className={`px-2 py-1 ${width}`}
              />
            ))}
            <th scope="col" className="w-[10%] px-2 py-1 text-right font-medium">
              Actions
            </th>
          </tr>
        </thead>
        <tbody onKeyDownCapture={onKeyDown}>
          {users.map((user, index) => (
            <tr
              key={user.id}
              data-index={index}
              className="group border-b last:border-b-0 hover:bg-hover"
            >
              <td className="px-2 py-2 font-medium">{fullName(user)}</td>
              <td className="px-2 py-2">{user.username}</td>
              <td className="px-2 py-2">
                <RoleBadge role={user.role} />
                <UserLimit user={user} />
              </td>
              <td className="px-2 py-2">
                <UserStatus user={user} />
                <LastSignIn user={user} />
              </td>
              <td className="px-2 py-2 whitespace-nowrap">{formatDate(user.createdAt)}</td>
              <td className="px-2 py-2">
                <UserActions user={user} onAction={onAction} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function UserCards({ users, onAction }: UserListProps) {
  const onKeyDown = useRowKeys(users.length)
  return (
    <ul aria-label="Users" onKeyDownCapture={onKeyDown}>
      {users.map((user, index) => (
        <li
          key={user.id}
          data-index={index}
          className="group relative border-b py-3 last:border-b-0"
        >
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
            <Value name="Full Name">
              {/* The actions are beside it. */}
              <span className="block pr-24 font-medium">{fullName(user)}</span>
            </Value>
            <Value name="Username">{user.username}</Value>
            <Value name="Role">
              <RoleBadge role={user.role} />
              <UserLimit user={user} />
            </Value>
            <Value name="Status">
              <UserStatus user={user} />
              <LastSignIn user={user} />
            </Value>
            <Value name="Created">{formatDate(user.createdAt)}</Value>
          </dl>
          <div className="absolute top-1 right-0">
            <UserActions user={user} onAction={onAction} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Shows a value under the name of its column in the table. */
function Value({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}

/** Shows whether the user can sign in, and what is required then. */
function UserStatus({ user }: { user: User }) {
  return (
    <>
      <StateBadge state={user.isActive ? 'success' : 'neutral'}>
        {user.isActive ? 'Active' : 'Inactive'}
      </StateBadge>
      {user.isInvited && <span className="block text-xs text-muted">Invited, no password yet</span>}
      {user.mustChangePassword && (
        <span className="block text-xs text-muted">New password due</span>
      )}
    </>
  )
}

function LastSignIn({ user: { lastSignInAt } }: { user: User }) {
  return (
    <span className="block text-xs text-muted">
      {lastSignInAt === null ? 'Never signed in' : `Last sign-in ${formatDate(lastSignInAt)}`}
    </span>
  )
}

/** Shows which circuits the user looks after, unless these are all. */
function UserLimit({ user: { circuits } }: { user: User }) {
  if (circuits === null) return null
  return (
    <span className="block truncate text-xs text-muted" title={circuits.join(', ')}>
      Circuits: {circuitsText(circuits)}
    </span>
  )
}
