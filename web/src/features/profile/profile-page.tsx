import { Page } from '../../ui/page.tsx'

export function ProfilePage() {
  return (
    <Page title="Profile" subtitle="Your name, username and password">
      {null}
    </Page>
  )
}
