import { LogOut, User } from 'lucide-react'
import { useLocation } from 'wouter'
import { paths } from '../paths.ts'
import { ifStorable } from '../session/browser-storage.ts'
import { useSession } from '../session/session-context.tsx'
import { fullName, initials } from '../session/user-words.ts'
import { Avatar } from '../ui/avatar.tsx'
import { DropdownMenu } from '../ui/dropdown-menu.tsx'
import { leave } from '../ui/unsaved-changes.tsx'

/** The appearances in the user menu. The script of index.html applies the choice before anything is drawn. */
const appearances = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const
type Appearance = (typeof appearances)[number]['value']

export function UserMenu() {
  const { user, logout } = useSession()
  const [, navigate] = useLocation()
  if (!user) return null
  return (
    <DropdownMenu
      trigger={
        <button
          type="button"
          aria-label={`${initials(user)}, user menu of ${fullName(user)}`}
          className="flex size-control shrink-0 items-center justify-center rounded-full"
        >
          <Avatar initials={initials(user)} />
        </button>
      }
      header={
        <>
          <span className="block font-semibold">{fullName(user)}</span>
          <span className="block text-xs text-muted">@{user.username}</span>
        </>
      }
      items={[
        { label: 'Profile', icon: <User />, onSelect: () => navigate(paths.profile) },
        { label: 'Logout', icon: <LogOut />, onSelect: () => leave(logout) },
      ]}
      choice={{
        label: 'Appearance',
        options: appearances,
        read: readAppearance,
        onChange: (value) => chooseAppearance(value as Appearance),
      }}
    />
  )
}

/** Returns the choice stored on this device; the system's when there is none, or it is unknown. */
function readAppearance(): Appearance {
  const chosen = document.documentElement.dataset.appearance
  return appearances.find(({ value }) => value === chosen)?.value ?? 'system'
}

/** Applies the choice at once, in other tabs too; when the browser blocks storage, only until the page is left. */
function chooseAppearance(appearance: Appearance): void {
  document.documentElement.dataset.appearance = appearance
  ifStorable(() => localStorage.setItem('appearance', appearance))
  dispatchEvent(new Event('appearance'))
}
