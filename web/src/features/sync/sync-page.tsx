import { Page } from '../../ui/page.tsx'
import { SampleDataNotice } from '../data-status/sample-data-notice.tsx'
import { ImportHistory } from '../imports/import-history.tsx'
import { ScheduleCard } from '../schedules/schedule-card.tsx'
import { SyncCard } from './sync-card.tsx'

export function SyncPage() {
  return (
    <Page title="Locust Sync" subtitle="Bring the volunteers up to date">
      <div className="flex max-w-3xl flex-col gap-4">
        <SampleDataNotice>
          <SyncCard />
          <ScheduleCard />
          <ImportHistory />
        </SampleDataNotice>
      </div>
    </Page>
  )
}
