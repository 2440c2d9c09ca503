import { Page } from '../../ui/page.tsx'

export function SyncPage() {
  return (
    <Page title="Locust Sync" subtitle="Export from Locust, import to the dashboard">
      {null}
    </Page>
  )
}
