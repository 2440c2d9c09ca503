import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import type { UserFilter } from './user-filter.ts'
import type { UserColumn, UserSort } from './user-order.ts'

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
/** Cards have no heads of columns to press. */
const cardOrders: { value: UserColumn; label: string }[] = [
  { value: 'created', label: 'Oldest account first' },
  { value: 'name', label: 'Name' },
  { value: 'username', label: 'Username' },
  { value: 'lastSignIn', label: 'Last sign-in first' },
]

interface UserListFieldsProps {
  filter: UserFilter
  onFilter: (filter: UserFilter) => void
  /** Where the list is drawn as cards. */
  order?: { sort: UserSort; onSort: (sort: UserSort) => void }
}

export function UserListFields({ filter, onFilter, order }: UserListFieldsProps) {
  return (
    <div className="grid w-full grid-cols-2 gap-2 *:first:col-span-2 sm:w-auto sm:grid-cols-[18rem_10rem_13rem] sm:*:first:col-span-1">
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
      {order && (
        <div className="col-span-full">
          <Select
            label="Sort users"
            options={cardOrders}
            value={order.sort.key}
            onChange={(key) => order.onSort({ key, isDescending: key === 'lastSignIn' })}
          />
        </div>
      )}
    </div>
  )
}
