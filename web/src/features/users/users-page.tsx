import { Page } from '../../ui/page.tsx'

export function UsersPage() {
  return (
    <Page title="Settings" subtitle="User Management">
      {null}
    </Page>
  )
}
