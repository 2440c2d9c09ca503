import { Page } from '../../ui/page.tsx'

export function ReportsPage() {
  return (
    <Page title="Reports" subtitle="Generate and download reports">
      {null}
    </Page>
  )
}
