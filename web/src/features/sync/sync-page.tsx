import { syncPageName } from '../../format/installation.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Page } from '../../ui/page.tsx'
import { useAutomationStatus } from '../automation-status/automation-status-queries.ts'
import { PrintFacts } from '../automation-status/print-facts.tsx'
import { PageNotices } from '../automation-status/sample-data-notice.tsx'
import { OwnSheetCard } from '../columns/own-sheet-card.tsx'
import { ImportHistory } from '../imports/import-history.tsx'
import { useJobs } from '../jobs/jobs-queries.ts'
import { ScheduleCard } from '../schedules/schedule-card.tsx'
import { SyncCard } from './sync-card.tsx'

/**
 * The sections below the card wait for what it shows of the last sync, two seconds at most, which would push them down.
 */
export function SyncPage() {
  const { circuits } = useSessionUser()
  const isStatusPending = useAutomationStatus().isPending
  const areJobsPending = useJobs().isPending
  const isPending = isStatusPending || areJobsPending
  return (
    <Page title={syncPageName} subtitle="Bring the volunteers up to date">
      <PrintFacts />
      <PageNotices />
      <SyncCard />
      <div className={classNames('flex min-w-0 flex-col gap-4', isPending && 'animate-held')}>
        <div className="grid gap-x-6 md:gap-y-4 lg:grid-cols-2">
          {circuits === null && <OwnSheetCard />}
          <ScheduleCard />
        </div>
        <ImportHistory />
      </div>
    </Page>
  )
}
