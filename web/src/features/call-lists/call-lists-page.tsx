import type { CallList } from '@dashboard/contract/call-lists'
import { countOf, formatCount } from '@dashboard/contract/counts'
import { Link } from 'wouter'
import { Loaded } from '../../api/loaded.tsx'
import { outsideSystem } from '../../format/installation.ts'
import { formatDate } from '../../format/time.ts'
import { callListAddress, volunteerAddress } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { placeText, volunteerName } from '../volunteers/volunteer-parts.tsx'
import { useCallLists, useWrongNumbers } from './call-lists-queries.ts'
import { placeName, timeText } from './call-texts.ts'
import { FillCartForm } from './fill-cart-form.tsx'

/** Shows the form that opens a call list for a place and a time, the lists in use, and wrong numbers. */
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
  return (
    <Card title="Call lists">
      <Loaded
        query={useCallLists()}
        loading={<Skeleton className="h-24" />}
        failed="The call lists could not be loaded"
      >
        {({ callLists }) =>
          callLists.length === 0 ? (
            <EmptyState title="No call lists yet">Choose a place and a time above.</EmptyState>
          ) : (
            <ul aria-label="Call lists" className="max-h-96 overflow-y-auto">
              {callLists.map((list) => (
                <CallListRow key={list.id} list={list} />
              ))}
            </ul>
          )
        }
      </Loaded>
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

/** Shows which numbers are wrong and need correction in Locust; shown only while there are any. */
function WrongNumbersCard() {
  const wrongNumbers = useWrongNumbers().data?.wrongNumbers ?? []
  if (wrongNumbers.length === 0) return null
  return (
    <Card
      title="Wrong numbers"
      description={`To be corrected in ${outsideSystem}. A note is removed when an import has another number.`}
    >
      <ul aria-label="Wrong numbers" className="max-h-96 overflow-y-auto">
        {wrongNumbers.map((person) => (
          <li key={person.volunteerId} className="border-b py-1.5 last:border-b-0">
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <Link
                href={volunteerAddress(person.volunteerId)}
                className="inline-flex min-h-8 items-center font-medium wrap-anywhere text-primary-text hover:underline pointer-coarse:min-h-control"
              >
                {volunteerName(person)}
              </Link>
              <span>{person.mobilePhone}</span>
            </div>
            <p className="text-xs text-muted wrap-anywhere">
              {[placeText(person), person.locustId && `${outsideSystem} ID ${person.locustId}`]
                .filter(Boolean)
                .join(' · ')}
              . Noted by {person.by}, {formatDate(person.at)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
