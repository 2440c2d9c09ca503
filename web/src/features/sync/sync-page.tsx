import { syncPageName } from '../../format/installation.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { Page } from '../../ui/page.tsx'
import { SampleDataNotice } from '../automation-status/sample-data-notice.tsx'
import { OwnSheetCard } from '../columns/own-sheet-card.tsx'
import { ImportHistory } from '../imports/import-history.tsx'
import { ScheduleCard } from '../schedules/schedule-card.tsx'
import { SyncCard } from './sync-card.tsx'

export function SyncPage() {
  const { circuits } = useSessionUser()
  return (
    <Page title={syncPageName} subtitle="Bring the volunteers up to date">
      <div className="flex max-w-3xl flex-col gap-4">
        <SampleDataNotice>
          <SyncCard />
          {circuits === null && <OwnSheetCard />}
          <ScheduleCard />
          <ImportHistory />
        </SampleDataNotice>
      </div>
    </Page>
  )
}
