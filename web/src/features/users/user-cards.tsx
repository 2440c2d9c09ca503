import type { User } from '@dashboard/contract/accounts'
import { memo, type ReactNode } from 'react'
import { formatDate } from '../../format/time.ts'
import { RoleBadge } from '../../session/role-badge.tsx'
import { fullName } from '../../session/user-words.ts'
import { type OnUserAction, UserActions } from './user-actions.tsx'
import { useRowsInView } from './user-rows.ts'
import { LastSignIn, UserLimit, UserStatus } from './user-status.tsx'

interface UserCardsProps {
  users: readonly User[]
  onAction: OnUserAction
}

/** The table of users on a narrow window. */
export const UserCards = memo(function UserCards({ users, onAction }: UserCardsProps) {
  const { list, onKeyDown, rows, measure, beforePx, afterPx } = useRowsInView<HTMLUListElement>(
    users.length,
    184,
  )
  return (
    <ul
      ref={list}
      aria-label="Users"
      onKeyDownCapture={onKeyDown}
      style={{ paddingTop: beforePx, paddingBottom: afterPx }}
    >
      {rows.map(({ index }) => {
        const user = users[index]
        return (
          user && (
            <li
              key={user.id}
              ref={measure}
              data-index={index}
              aria-setsize={users.length}
              aria-posinset={index + 1}
              className="group border-b py-3 last:border-b-0"
            >
              <div className="flex items-start justify-between gap-2">
                <dl className="grid min-w-0 grow grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
                  <Value name="Full Name">
                    <span className="font-medium">{fullName(user)}</span>
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
                <UserActions user={user} onAction={onAction} />
              </div>
            </li>
          )
        )
      })}
    </ul>
  )
})

/** A value under the name of its column in the table. */
function Value({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}
