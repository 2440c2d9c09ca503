import { type ComponentType, lazy, Suspense, useState } from 'react'
import { paths } from '../../paths.ts'
import { RoleBadge } from '../../session/role-badge.tsx'
import { useSessionUser } from '../../session/session-context.tsx'
import { fullName, initials } from '../../session/user-words.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyableId } from '../../ui/copyable-id.tsx'
import { Fact } from '../../ui/fact.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { NoticesForm } from './notices-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionList } from './session-list.tsx'

/** Loaded separately, with the libraries for passkeys and for QR codes, which few visits of the page need. */
const FactorsPanel = lazy(async () => ({
  default: (await import('./factors-panel.tsx')).FactorsPanel,
}))

/** Loaded separately, with the form for a token and the dialog that confirms who the user is. */
const TokensPanel = lazy(async () => ({
  default: (await import('./tokens-panel.tsx')).TokensPanel,
}))

function Lazily({ panel: Panel }: { panel: ComponentType }) {
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <Panel />
    </Suspense>
  )
}

function initialTab(mustChangePassword: boolean): string {
  // Links of mails and of the login lead to these.
  const linked = ['sign-in', 'notices'].find((tab) => location.hash === `#${tab}`)
  if (linked !== undefined) return linked
  return mustChangePassword ? 'security' : 'profile'
}

export function ProfilePage() {
  // The value from when the page was opened: the tab must not change once a password is chosen.
  const [{ mustChangePassword }] = useState(useSessionUser())
  return (
    <Page
      title="Profile"
      subtitle="Your name, and how you log in"
      back={{ href: paths.dashboard, label: 'Back to Dashboard' }}
    >
      <ProfileHeader />
      <div className="grid items-start gap-4 lg:grid-cols-[22.5rem_1fr]">
        <ProfileSummary />
        <Card>
          <Tabs
            label="What to change"
            initial={initialTab(mustChangePassword === true)}
            tabs={[
              { value: 'profile', label: 'Profile', content: <ProfileForm /> },
              { value: 'security', label: 'Security', content: <PasswordForm /> },
              { value: 'sign-in', label: 'Sign-in', content: <Lazily panel={FactorsPanel} /> },
              { value: 'sessions', label: 'Sessions', content: <SessionList /> },
              { value: 'tokens', label: 'Access tokens', content: <Lazily panel={TokensPanel} /> },
              { value: 'notices', label: 'Notices', content: <NoticesForm /> },
            ]}
          />
        </Card>
      </div>
    </Page>
  )
}

function ProfileHeader() {
  const user = useSessionUser()
  return (
    <div className="flex min-w-0 items-center gap-4">
      <Avatar initials={initials(user)} size="large" />
      <div className="min-w-0">
        <p className="text-base font-semibold">{fullName(user)}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          <span className="min-w-0">@{user.username}</span>
          <RoleBadge role={user.role} />
        </p>
      </div>
    </div>
  )
}

function ProfileSummary() {
  const user = useSessionUser()
  return (
    <Card title="Profile Summary">
      <dl className="flex flex-col gap-3">
        <Fact label="Full Name">{fullName(user)}</Fact>
        <Fact label="Username">{user.username}</Fact>
        <Fact label="Role">
          <RoleBadge role={user.role} />
        </Fact>
        {user.circuits !== null && <Fact label="Circuits">{user.circuits.join(', ')}</Fact>}
        <Fact label="User ID">
          <span className="-ml-1 flex">
            <CopyableId id={user.userId} noun="user" />
          </span>
        </Fact>
      </dl>
    </Card>
  )
}
