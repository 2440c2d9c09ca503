import { Page } from '../../ui/page.tsx'

export function DashboardPage() {
  return (
    <Page title="Dashboard" subtitle="Coverage at a glance">
      {null}
    </Page>
  )
}
