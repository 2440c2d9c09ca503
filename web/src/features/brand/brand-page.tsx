import { Page } from '../../ui/page.tsx'

export function BrandPage() {
  return (
    <Page title="Settings" subtitle="Brand Settings">
      {null}
    </Page>
  )
}
