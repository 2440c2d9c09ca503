import type { User } from '@dashboard/contract/accounts'
import { useDeferredValue, useMemo, useState } from 'react'
import { useIsNarrow } from '../../ui/media-query.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { OnUserAction } from './user-actions.tsx'
import { UserCards } from './user-cards.tsx'
import { filterUsers, userCount } from './user-filter.ts'
import { UserTable } from './user-table.tsx'

interface UserListProps {
  users: readonly User[]
  onAction: OnUserAction
}

/** A table, or cards on a narrow window; rows outside the window do not exist. */
export function UserList({ users, onAction }: UserListProps) {
  const [search, setSearch] = useState('')
  // The search box answers at once; a long list follows.
  const wanted = useDeferredValue(search)
  const found = useMemo(() => filterUsers(users, wanted), [users, wanted])
  const Rows = useIsNarrow() ? UserCards : UserTable
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex w-full sm:max-w-80">
          <SearchInput label="Search users" value={search} onChange={setSearch} />
        </div>
        <p role="status" className="text-muted">
          {userCount(found.length, users.length)}
        </p>
      </div>
      {found.length > 0 ? (
        <Rows users={found} onAction={onAction} />
      ) : (
        <p className="py-8 text-center text-muted">Nobody matches "{search.trim()}".</p>
      )}
    </>
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
