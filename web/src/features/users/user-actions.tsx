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
import { memo } from 'react'
import { useSessionUser } from '../../session/session-context.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

export type UserAction = 'edit' | 'password' | 'link' | 'sign-out' | 'factors' | 'tokens' | 'delete'
export type OnUserAction = (action: UserAction, user: User) => void

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
        items={[
          {
            label: 'Edit User',
            icon: <Pencil />,
            onSelect: () => onAction('edit', user),
          },
          {
            label: 'Reset Password',
            icon: <KeyRound />,
            onSelect: () => onAction('password', user),
          },
          // The user's own sessions and tokens are listed under Profile.
          ...(isOwn
            ? []
            : [
                {
                  label: 'Password Link',
                  icon: <Link2 />,
                  onSelect: () => onAction('link', user),
                },
                {
                  label: 'Sign Out Everywhere',
                  icon: <LogOut />,
                  onSelect: () => onAction('sign-out', user),
                },
                {
                  label: 'Reset Sign-in',
                  icon: <ShieldOff />,
                  onSelect: () => onAction('factors', user),
                },
                {
                  label: 'Access Tokens',
                  icon: <KeySquare />,
                  onSelect: () => onAction('tokens', user),
                },
              ]),
        ]}
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
