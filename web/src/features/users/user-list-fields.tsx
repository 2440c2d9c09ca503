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
const orders: { value: UserColumn; label: string }[] = [
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

export function UserListFields({ filter, onFilter, sort, onSort }: UserListFieldsProps) {
  return (
    <div className="grid w-full grid-cols-[2fr_3fr] gap-2 *:first:col-span-2 sm:w-auto sm:grid-cols-[16rem_9rem_12rem_12rem] sm:*:first:col-span-1">
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
          options={orders}
          value={sort.key}
          onChange={(key) => onSort({ key, isDescending: key === 'lastSignIn' })}
        />
      </div>
    </div>
  )
}
