import { Page } from '../../ui/page.tsx'

export function MonitoringPage() {
  return (
    <Page title="Settings" subtitle="Monitoring Controls">
      {null}
    </Page>
  )
}
