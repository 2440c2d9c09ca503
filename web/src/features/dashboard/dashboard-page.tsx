import { getCoverage } from '@dashboard/contract/coverage'
import { errorMessage } from '../../api/api-error.ts'
import { useIsThere } from '../../api/missing-calls.ts'
import { Alert } from '../../ui/alert.tsx'
import { NotOffered } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { InSlices } from '../../ui/in-slices.tsx'
import { Page } from '../../ui/page.tsx'
import { SampleDataNotice } from '../data-status/sample-data-notice.tsx'
import { BoardSkeleton } from './board-skeleton.tsx'
import { CoverageBoard } from './coverage-board.tsx'
import { useCoverage } from './coverage-queries.ts'

export function DashboardPage() {
  const { data, error, isPending, refetch } = useCoverage()
  const isThere = useIsThere(getCoverage)
  return (
    <Page title="Dashboard" subtitle="Coverage at a glance">
      <SampleDataNotice>
        {isPending && <BoardSkeleton />}
        {!isThere && !data && <NotOffered />}
        {error && isThere && !data && (
          <ErrorState title="The coverage board could not be loaded" onRetry={() => void refetch()}>
            {errorMessage(error, 'Check the connection and try again.')}
          </ErrorState>
        )}
        {error && isThere && data && (
          <Alert tone="warning">
            The board cannot be refreshed right now. It may be out of date.
          </Alert>
        )}
        {data && (
          <InSlices placeholder={<BoardSkeleton />}>
            <CoverageBoard coverage={data} />
          </InSlices>
        )}
      </SampleDataNotice>
    </Page>
  )
}
