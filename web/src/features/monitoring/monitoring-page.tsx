import { pollMs } from '@dashboard/contract/limits'
import { Loaded } from '../../api/loaded.tsx'
import { settingsPage } from '../../session/page-names.ts'
import { Alert } from '../../ui/alert.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { ChannelsCard } from './channels-card.tsx'
import { ManualControls } from './manual-controls.tsx'
import { MonitoringOverview } from './monitoring-overview.tsx'
import { useMonitoringStatus } from './monitoring-queries.ts'
import { PreflightCard } from './preflight-card.tsx'

export function MonitoringPage() {
  const query = useMonitoringStatus()
  const { data: status } = query
  return (
    <Page {...settingsPage('Monitoring Controls')}>
      <Loaded
        query={query}
        loading={<MonitoringOverview status={undefined} />}
        failed="Failed to fetch monitoring status"
        outdated={`The status could not be refreshed; it is asked for again every ${pollMs.monitoringStatus / 1000} seconds.`}
      >
        {(loaded) => (
          <>
            {loaded.problems?.map((problem) => (
              <Alert key={problem}>{problem}</Alert>
            ))}
            <MonitoringOverview status={loaded} />
          </>
        )}
      </Loaded>
      <ManualControls status={status} />
      <PreflightCard status={status} />
      <ChannelsCard />
      <SmartMonitoring />
    </Page>
  )
}

const facts = [
  ['Fast polling (5 s)', 'when users view jobs'],
  ['Slow polling (2-5 min)', 'when idle or the page is hidden'],
  ['Background jobs continue', 'whether or not anybody watches'],
  ['Auto-Sync is off by default', 'so that only jobs started here appear'],
] as const

/** Explains how often jobs are polled. */
function SmartMonitoring() {
  return (
    <Card
      title="Smart Monitoring"
      description="How often jobs are checked depends on who is watching."
    >
      <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {facts.map(([what, when]) => (
          <li key={what} className="border-l-3 pl-3">
            <span className="block font-medium">{what}</span>
            <span className="block text-muted">{when}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
