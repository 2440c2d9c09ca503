import type { User } from '@dashboard/contract/accounts'
import { useDeferredValue, useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useIsNarrow } from '../../ui/media-query.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { OnUserAction } from './user-actions.tsx'
import { UserCards } from './user-cards.tsx'
import { everybody, filterUsers, userCount } from './user-filter.ts'
import { UserListFields } from './user-list-fields.tsx'
import { initialSort, sortUsers } from './user-order.ts'
import { UserTable } from './user-table.tsx'

interface UserListProps {
  users: readonly User[]
  onAction: OnUserAction
}

/** A table, or cards on a narrow window; rows outside the window do not exist. */
export function UserList({ users, onAction }: UserListProps) {
  const [filter, setFilter] = useState(everybody)
  const [sort, setSort] = useState(initialSort)
  // The search box answers at once; a long list follows.
  const wanted = useDeferredValue(filter)
  const order = useDeferredValue(sort)
  const found = useMemo(() => sortUsers(filterUsers(users, wanted), order), [users, wanted, order])
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
      ) : isNarrow ? (
        <UserCards users={found} onAction={onAction} />
      ) : (
        <UserTable users={found} onAction={onAction} sort={sort} onSort={setSort} />
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

/** As high as the list of a small team. */
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
