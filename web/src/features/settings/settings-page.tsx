import { Page } from '../../ui/page.tsx'

export function SettingsPage() {
  return (
    <Page title="Settings" subtitle="User Management & System Configuration">
      {null}
    </Page>
  )
}
