import { Page } from '../../ui/page.tsx'
import { PageNotices } from '../automation-status/sample-data-notice.tsx'
import { DownloadCenter } from './download-center.tsx'
import { GenerateCard } from './generate-card.tsx'

export function ReportsPage() {
  return (
    <Page title="Reports" subtitle="Generate and download reports">
      <PageNotices />
      <div className="@container">
        <div className="grid items-start gap-4 @2xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] @4xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
          <GenerateCard />
          <DownloadCenter />
        </div>
      </div>
    </Page>
  )
}
