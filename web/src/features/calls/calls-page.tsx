import type { CallList } from '@dashboard/contract/call-lists'
import { countOf, formatCount } from '@dashboard/contract/counts'
import { Link } from 'wouter'
import { errorMessage } from '../../api/api-error.ts'
import { callListAddress } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { placeName, timeText } from './call-texts.ts'
import { useCallLists } from './calls-queries.ts'
import { FillCartForm } from './fill-cart-form.tsx'
import { WrongNumbersCard } from './wrong-numbers-card.tsx'

/** Where a cart is filled: a place and a time, the lists that are worked through, and wrong numbers. */
export function CallsPage() {
  return (
    <Page title="Fill a Cart" subtitle="Who can serve, and whom to call next">
      <FillCartForm />
      <CallListsCard />
      <WrongNumbersCard />
    </Page>
  )
}

function CallListsCard() {
  const { data, error, refetch } = useCallLists()
  return (
    <Card title="Call lists">
      {!data && !error && <Skeleton className="h-24" />}
      {!data && error && (
        <ErrorState title="The call lists could not be loaded" onRetry={() => void refetch()}>
          {errorMessage(error, 'Check the connection and try again.')}
        </ErrorState>
      )}
      {data?.callLists.length === 0 && (
        <EmptyState title="No call lists yet">Choose a place and a time above.</EmptyState>
      )}
      {data && data.callLists.length > 0 && (
        <ul aria-label="Call lists" className="max-h-96 overflow-y-auto">
          {data.callLists.map((list) => (
            <CallListRow key={list.id} list={list} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function CallListRow({ list }: { list: CallList }) {
  return (
    <li className="border-b last:border-b-0">
      <Link
        href={callListAddress(list.id)}
        className="flex min-h-control flex-wrap items-center justify-between gap-x-4 py-1.5 hover:underline"
      >
        <span className="min-w-0 wrap-anywhere">
          <span className="font-medium text-primary-text">{placeName(list)}</span>
          <span className="block text-muted">{timeText(list)}</span>
        </span>
        <span className="text-muted">
          {countOf(list.called, 'call')}, {formatCount(list.yes)} yes
        </span>
      </Link>
    </li>
  )
}
