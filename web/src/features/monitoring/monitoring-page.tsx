import { pollMs } from '@dashboard/contract/limits'
import { ErrorText } from '../../api/error-text.tsx'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { ChannelsCard } from './channels-card.tsx'
import { ManualControls } from './manual-controls.tsx'
import { MonitoringOverview } from './monitoring-overview.tsx'
import { useMonitoringStatus } from './monitoring-queries.ts'
import { PreflightCard } from './preflight-card.tsx'
import { SmartMonitoring } from './smart-monitoring.tsx'

export function MonitoringPage() {
  const { data: status, error, refetch } = useMonitoringStatus()
  return (
    <Page
      title="Settings"
      tabTitle="Monitoring Controls"
      subtitle="Monitoring Controls"
      back={{ href: paths.settings, label: 'Back to Settings' }}
    >
      {error && !status ? (
        <Card>
          <ErrorState title="The monitoring status cannot be shown." onRetry={() => refetch()}>
            <ErrorText error={error} fallback="Failed to fetch monitoring status" />
          </ErrorState>
        </Card>
      ) : (
        <>
          {error && (
            <Alert tone="warning">
              The status could not be refreshed; it is asked for again every{' '}
              {pollMs.monitoringStatus / 1000} seconds.
            </Alert>
          )}
          {status?.problems?.map((problem) => (
            <Alert key={problem}>{problem}</Alert>
          ))}
          <MonitoringOverview status={status} />
        </>
      )}
      <ManualControls status={status} />
      <PreflightCard />
      <ChannelsCard />
      <SmartMonitoring />
    </Page>
  )
}
