import { useState } from 'react'
import { paths } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { NoticesForm } from './notices-form.tsx'
import { OpenIdLink } from './openid-link.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfileHeader, ProfileSummary } from './profile-summary.tsx'
import { SessionList } from './session-list.tsx'

export function ProfilePage() {
  // As the page was opened: a chosen password must not switch the tab.
  const [{ mustChangePassword }] = useState(useSessionUser())
  return (
    <Page
      title="Profile"
      subtitle="Your name, username and password"
      back={{ href: paths.dashboard, label: 'Back to Dashboard' }}
    >
      <ProfileHeader />
      <div className="grid items-start gap-4 lg:grid-cols-[22.5rem_1fr]">
        <ProfileSummary />
        <Card>
          <Tabs
            label="What to change"
            initial={mustChangePassword ? 'security' : 'profile'}
            tabs={[
              { value: 'profile', label: 'Profile', content: <ProfileForm /> },
              { value: 'security', label: 'Security', content: <SecurityTab /> },
              { value: 'sessions', label: 'Sessions', content: <SessionList /> },
              { value: 'notices', label: 'Notices', content: <NoticesForm /> },
            ]}
          />
        </Card>
      </div>
    </Page>
  )
}

function SecurityTab() {
  return (
    <div className="flex flex-col gap-6">
      <PasswordForm />
      <OpenIdLink />
    </div>
  )
}
