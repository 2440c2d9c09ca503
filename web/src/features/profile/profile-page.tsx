import { lazy, Suspense, useState } from 'react'
import { paths } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { NoticesForm } from './notices-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfileHeader, ProfileSummary } from './profile-summary.tsx'
import { SessionList } from './session-list.tsx'

/** With the library for passkeys and that for QR codes, which few visits of the page need. */
const FactorsPanel = lazy(async () => ({
  default: (await import('./factors-panel.tsx')).FactorsPanel,
}))

function SignInTab() {
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <FactorsPanel />
    </Suspense>
  )
}

function initialTab(mustChangePassword: boolean): string {
  if (location.hash === '#sign-in') return 'sign-in'
  return mustChangePassword ? 'security' : 'profile'
}

export function ProfilePage() {
  // As the page was opened: a chosen password must not switch the tab.
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
              { value: 'sign-in', label: 'Sign-in', content: <SignInTab /> },
              { value: 'sessions', label: 'Sessions', content: <SessionList /> },
              { value: 'notices', label: 'Notices', content: <NoticesForm /> },
            ]}
          />
        </Card>
      </div>
    </Page>
  )
}
