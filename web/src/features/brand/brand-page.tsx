import { ErrorText } from '../../api/error-text.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BrandEditor } from './brand-editor.tsx'
import { useBrandQuery } from './brand-queries.ts'

export function BrandPage() {
  const { data, error, refetch } = useBrandQuery()
  return (
    <Page
      title="Settings"
      tabTitle="Brand Settings"
      subtitle="Brand Settings"
      back={{ href: paths.settings, label: 'Back to Settings' }}
    >
      {data ? (
        <BrandEditor settings={data.brandSettings} />
      ) : error ? (
        <Card>
          <ErrorState title="The brand settings cannot be shown." onRetry={() => refetch()}>
            <ErrorText error={error} fallback="Failed to fetch brand settings" />
          </ErrorState>
        </Card>
      ) : (
        <div role="status" className="grid gap-4 lg:grid-cols-2">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-96" />
          <Skeleton className="h-96" />
        </div>
      )}
    </Page>
  )
}
