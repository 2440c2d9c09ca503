import { Page } from '../../ui/page.tsx'

export function MonitorPage() {
  return (
    <Page title="Monitor" subtitle="Background jobs as they run">
      {null}
    </Page>
  )
}
