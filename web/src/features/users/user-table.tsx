import type { User } from '@dashboard/contract/accounts'
import { memo } from 'react'
import { formatDate } from '../../format/time.ts'
import { RoleBadge } from '../../session/role-badge.tsx'
import { fullName } from '../../session/user-words.ts'
import { SortHeader } from '../../ui/sort-header.tsx'
import { type OnUserAction, UserActions } from './user-actions.tsx'
import type { UserColumn, UserSort } from './user-order.ts'
import { useRowsInView } from './user-rows.ts'
import { LastSignIn, UserLimit, UserStatus } from './user-status.tsx'

/** What goes beyond these stands within their cells. */
const columns: { column: UserColumn; title: string; width: string }[] = [
  { column: 'name', title: 'Full Name', width: 'w-[23%]' },
  { column: 'username', title: 'Username', width: 'w-[17%]' },
  { column: 'role', title: 'Role', width: 'w-[18%]' },
  { column: 'status', title: 'Status', width: 'w-[20%]' },
  { column: 'created', title: 'Created', width: 'w-[12%]' },
]

interface UserTableProps {
  users: readonly User[]
  onAction: OnUserAction
  sort: UserSort
  onSort: (sort: UserSort) => void
}

/** Widths are fixed, so that nothing shifts as rows come and go. */
export const UserTable = memo(function UserTable(props: UserTableProps) {
  const { users, onAction, sort, onSort } = props
  const { list, onKeyDown, rows, measure, beforePx, afterPx } =
    useRowsInView<HTMLTableSectionElement>(users.length, 61)
  return (
    <table
      aria-label="Users"
      aria-rowcount={users.length + 1}
      className="-mx-2 w-[calc(100%+16px)] table-fixed"
    >
      <thead>
        <tr aria-rowindex={1} className="border-b text-left text-xs text-muted">
          {columns.map(({ width, ...column }) => (
            <SortHeader
              key={column.column}
              {...column}
              sort={sort}
              onSort={onSort}
              className={`px-2 pb-1 ${width}`}
            />
          ))}
          <th scope="col" className="w-[10%] px-2 pb-1 text-right font-medium">
            Actions
          </th>
        </tr>
      </thead>
      <tbody ref={list} onKeyDownCapture={onKeyDown}>
        {beforePx > 0 && <Gap heightPx={beforePx} />}
        {rows.map(({ index }) => {
          const user = users[index]
          return (
            user && (
              <tr
                key={user.id}
                ref={measure}
                data-index={index}
                aria-rowindex={index + 2}
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
            )
          )
        })}
        {afterPx > 0 && <Gap heightPx={afterPx} />}
      </tbody>
    </table>
  )
})

function Gap({ heightPx }: { heightPx: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={columns.length + 1} style={{ height: heightPx }} />
    </tr>
  )
}
