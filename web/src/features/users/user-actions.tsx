import type { User } from '@dashboard/contract/accounts'
import {
  Ellipsis,
  KeyRound,
  KeySquare,
  Link2,
  LogOut,
  Pencil,
  ShieldOff,
  Trash2,
} from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useSessionUser } from '../../session/session-context.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

export type UserAction = 'edit' | 'password' | 'link' | 'sign-out' | 'factors' | 'tokens' | 'delete'
export type OnUserAction = (action: UserAction, user: User) => void

interface MenuAction {
  action: UserAction
  label: string
  icon: ReactNode
  /** The user's own sessions and tokens are listed under Profile. */
  isForOthers?: boolean
}

const menuActions: readonly MenuAction[] = [
  { action: 'edit', label: 'Edit User', icon: <Pencil /> },
  { action: 'password', label: 'Reset Password', icon: <KeyRound /> },
  { action: 'link', label: 'Password Link', icon: <Link2 />, isForOthers: true },
  { action: 'sign-out', label: 'Sign Out Everywhere', icon: <LogOut />, isForOthers: true },
  { action: 'factors', label: 'Reset Sign-in', icon: <ShieldOff />, isForOthers: true },
  { action: 'tokens', label: 'Access Tokens', icon: <KeySquare />, isForOthers: true },
]

interface UserActionsProps {
  user: User
  onAction: OnUserAction
}

/**
 * Shows the actions for one account. Users cannot delete their own. It renders again only when the account has changed:
 * a menu and two tooltips are the costly part of a row, and scrolling renders every row.
 */
export const UserActions = memo(function UserActions({ user, onAction }: UserActionsProps) {
  const isOwn = useSessionUser().userId === user.id
  return (
    <div className="flex shrink-0 justify-end">
      <DropdownMenu
        trigger={<IconButton label={`Actions for ${user.username}`} icon={<Ellipsis />} />}
        items={menuActions
          .filter(({ isForOthers = false }) => !isForOthers || !isOwn)
          .map(({ action, label, icon }) => ({
            label,
            icon,
            onSelect: () => onAction(action, user),
          }))}
      />
      <IconButton
        label={isOwn ? 'You cannot delete your own account' : `Delete ${user.username}`}
        icon={<Trash2 />}
        aria-disabled={isOwn || undefined}
        className={
          isOwn
            ? 'cursor-not-allowed opacity-55'
            : 'group-hover:text-danger-text hover:text-danger-text focus-visible:text-danger-text'
        }
        onClick={() => !isOwn && onAction('delete', user)}
      />
    </div>
  )
})
