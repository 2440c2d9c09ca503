import { Page } from '../../ui/page.tsx'
import { SampleDataNotice } from '../data-status/sample-data-notice.tsx'
import { SyncCard } from './sync-card.tsx'

export function SyncPage() {
  return (
    <Page title="Locust Sync" subtitle="Export from Locust, then import">
      <div className="max-w-3xl empty:hidden">
        <SampleDataNotice />
      </div>
      <SyncCard />
    </Page>
  )
}
