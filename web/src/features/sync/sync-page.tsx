import { Page } from '../../ui/page.tsx'
import { SyncCard } from './sync-card.tsx'

export function SyncPage() {
  return (
    <Page title="Locust Sync" subtitle="Export from Locust, then import">
      <SyncCard />
    </Page>
  )
}
