import type { User } from '@dashboard/contract/accounts'
import { memo } from 'react'
import { formatDate } from '../../format/time.ts'
import { RoleBadge } from '../../session/role-badge.tsx'
import { circuitsText, fullName } from '../../session/session-user.ts'
import { type OnUserAction, UserActions } from './user-actions.tsx'
import { useRowsInView } from './user-rows.ts'
import { lastSignInText, UserStatus } from './user-status.tsx'

interface UserCardsProps {
  users: readonly User[]
  onAction: OnUserAction
}

/** The table of users on a narrow window. */
export const UserCards = memo(function UserCards({ users, onAction }: UserCardsProps) {
  const { list, onKeyDown, rows, measure, beforePx, afterPx } = useRowsInView<HTMLUListElement>(
    users.length,
    118,
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
                <div className="min-w-0">
                  <p className="font-medium">{fullName(user)}</p>
                  <p className="text-muted">@{user.username}</p>
                </div>
                <UserActions user={user} onAction={onAction} />
              </div>
              <div className="mt-2 flex flex-wrap items-center gap-2">
                <RoleBadge role={user.role} />
                <UserStatus user={user} />
                {user.circuits !== null && (
                  <span className="text-xs text-muted">
                    Circuits: {circuitsText(user.circuits)}
                  </span>
                )}
                <span className="text-xs text-muted">Created {formatDate(user.createdAt)}</span>
                <span className="text-xs text-muted">Last sign-in: {lastSignInText(user)}</span>
              </div>
            </li>
          )
        )
      })}
    </ul>
  )
})
