import type { User } from '@dashboard/contract/accounts'
import { Fragment, memo, type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { formatDate } from '../../format/time.ts'
import { RoleBadge } from '../../session/role-badge.tsx'
import { circuitsText, fullName } from '../../session/user-words.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useHasWidth } from '../../ui/has-width.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { SortHeader } from '../../ui/sort-header.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useWindowRows, VirtualRows } from '../../ui/virtual-list.tsx'
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

/** In a narrower table, dates would overlap the buttons. */
const tablePx = 760

/** Shows the users in a table, or as cards where it has no room; rows outside the window do not exist. */
export function UserList({ users, onAction }: UserListProps) {
  const [filter, setFilter] = useState(everybody)
  const [sort, setSort] = useState(initialSort)
  // The search box responds at once; a long list follows.
  const wanted = useDeferredValue(filter)
  const order = useDeferredValue(sort)
  const found = useMemo(() => sortUsers(filterUsers(users, wanted), order), [users, wanted, order])
  const { ref, hasWidth } = useHasWidth(tablePx)
  const search = filter.search.trim()
  return (
    <>
      <div ref={ref} className="flex flex-wrap items-center gap-2">
        <UserListFields filter={filter} onFilter={setFilter} sort={sort} onSort={setSort} />
        <p role="status" className="text-muted">
          {userCount(found.length, users.length)}
        </p>
      </div>
      {found.length === 0 ? (
        <EmptyState
          title={search === '' ? 'Nobody matches the filters.' : `Nobody matches "${search}".`}
          action={<Button onClick={() => setFilter(everybody)}>Show all users</Button>}
        />
      ) : hasWidth ? (
        <UserTable users={found} onAction={onAction} sort={sort} onSort={setSort} />
      ) : (
        <UserCards users={found} onAction={onAction} />
      )}
    </>
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
    <>
      <div className="flex-[4_1_14rem]">
        <SearchInput
          label="Search users"
          value={filter.search}
          onChange={(search) => onFilter({ ...filter, search })}
        />
      </div>
      <div className="min-w-0 flex-[2_1_5.5rem]">
        <Select
          label="Filter by role"
          options={roles}
          value={filter.role}
          onChange={(role) => onFilter({ ...filter, role })}
        />
      </div>
      <div className="min-w-0 flex-[3_1_9rem]">
        <Select
          label="Filter by status"
          options={statuses}
          value={filter.status}
          onChange={(status) => onFilter({ ...filter, status })}
        />
      </div>
      <div className="flex-[3_1_12rem]">
        <Select
          label="Sort users"
          options={sortChoices}
          value={sort.key}
          onChange={(key) => onSort({ key, isDescending: key === 'lastSignIn' })}
        />
      </div>
    </>
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

/** Shows the table. Widths are fixed, so that columns keep their place as rows come and go. */
const UserTable = memo(function UserTable(props: UserTableProps) {
  const { users, onAction, sort, onSort } = props
  const { ref, virtualizer, onFocus, onKeyDown } = useWindowRows({
    ...rowsOf(users),
    estimatePx: 61,
  })
  const rows = virtualizer.getVirtualItems()
  const topPx = virtualizer.options.scrollMargin
  const endPx = rows.at(-1)?.end ?? topPx
  return (
    <div className="card-rows-end">
      <table
        aria-label="Users"
        aria-rowcount={users.length + 1}
        className="w-full table-fixed [&_tr>:first-child]:pl-(--card-pad) [&_tr>:last-child]:pr-(--card-pad)"
      >
        <thead>
          <tr aria-rowindex={1} className="border-b text-left text-xs text-muted">
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
        <tbody ref={ref} onKeyDownCapture={onKeyDown}>
          {rows.map(({ index, key, start }, at) => {
            const user = users[index]
            if (user === undefined) return null
            return (
              <Fragment key={key}>
                <Gap heightPx={start - (rows[at - 1]?.end ?? topPx)} />
                <tr
                  ref={virtualizer.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                  onFocus={() => onFocus(index)}
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
              </Fragment>
            )
          })}
          <Gap heightPx={virtualizer.getTotalSize() - (endPx - topPx)} />
        </tbody>
      </table>
    </div>
  )
})

/** Stands for the rows of the table that do not exist. */
function Gap({ heightPx }: { heightPx: number }) {
  if (heightPx <= 0) return null
  return (
    <tr aria-hidden>
      <td colSpan={columns.length + 1} style={{ height: heightPx }} />
    </tr>
  )
}

const UserCards = memo(function UserCards({ users, onAction }: UserListProps) {
  const rows = useWindowRows({ ...rowsOf(users), estimatePx: 184 })
  return (
    <VirtualRows label="Users" items={users} rows={rows}>
      {(user) => (
        <div className="group relative border-b py-3 in-[li:last-child]:border-b-0">
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
        </div>
      )}
    </VirtualRows>
  )
})

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

function rowsOf(users: readonly User[]) {
  // So many that the browser's own search finds everybody in a usual list.
  return { items: users, keyOf: ({ id }: User) => id, overscan: 20 }
}
