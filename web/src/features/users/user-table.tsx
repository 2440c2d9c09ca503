import type { User } from '@dashboard/contract/accounts'
import { memo } from 'react'
import { formatDate } from '../../format/time.ts'
import { RoleBadge } from '../../session/role-badge.tsx'
import { fullName } from '../../session/session-user.ts'
import { type OnUserAction, UserActions } from './user-actions.tsx'
import { useRowsInView } from './user-rows.ts'
import { UserStatus } from './user-status.tsx'

const columns = [
  { title: 'Full Name', width: 'w-[28%]' },
  { title: 'Username', width: 'w-[22%]' },
  { title: 'Role', width: 'w-[10%]' },
  { title: 'Status', width: 'w-[13%]' },
  { title: 'Created', width: 'w-[15%]' },
  { title: 'Actions', width: 'w-[12%] text-right' },
]

interface UserTableProps {
  users: readonly User[]
  onAction: OnUserAction
}

/** Widths are fixed, so that nothing shifts as rows come and go. */
export const UserTable = memo(function UserTable({ users, onAction }: UserTableProps) {
  const { list, rows, measure, beforePx, afterPx } = useRowsInView<HTMLTableSectionElement>(
    users.length,
    53,
  )
  return (
    <table
      aria-label="Users"
      aria-rowcount={users.length + 1}
      className="-mx-2 w-[calc(100%+16px)] table-fixed"
    >
      <thead>
        <tr aria-rowindex={1} className="border-b text-left text-xs text-muted">
          {columns.map(({ title, width }) => (
            <th key={title} scope="col" className={`px-2 pb-2 font-medium ${width}`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={list}>
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
                </td>
                <td className="px-2 py-2">
                  <UserStatus isActive={user.isActive} />
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
      <td colSpan={columns.length} style={{ height: heightPx }} />
    </tr>
  )
}
