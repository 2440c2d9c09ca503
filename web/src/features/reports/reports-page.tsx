import { useIsNarrow } from '../../ui/media-query.ts'
import { Page } from '../../ui/page.tsx'
import { PrintFacts } from '../automation-status/print-facts.tsx'
import { PageNotices } from '../automation-status/sample-data-notice.tsx'
import { useJobs } from '../jobs/jobs-queries.ts'
import { DownloadCenter } from './download-center.tsx'
import { GenerateCard } from './generate-card.tsx'
import { useLookupOptions, useReports } from './reports-queries.ts'

export function ReportsPage() {
  const isNarrow = useIsNarrow()
  const pending = [useLookupOptions(), useJobs(), useReports()].some(({ isPending }) => isPending)
  return (
    <Page title="Reports" subtitle="Generate and download reports">
      <PrintFacts />
      {/* On a phone they would push the first report out of view. */}
      {!isNarrow && <PageNotices />}
      <div className="@container">
        <div className="grid print:block items-start gap-4 @2xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] @4xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
          <GenerateCard />
          {/* On a phone it is below the results of earlier orders, which would push it down: two seconds at most. */}
          <div className={isNarrow && pending ? 'min-w-0 animate-held' : 'min-w-0'}>
            <DownloadCenter />
          </div>
        </div>
      </div>
      {isNarrow && <PageNotices />}
    </Page>
  )
}
