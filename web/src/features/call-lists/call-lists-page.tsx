import { callListsByWeek } from '@dashboard/contract/call-list-week'
import { formatCount } from '@dashboard/contract/counts'
import { localDay } from '@dashboard/contract/local-time'
import { Link } from 'wouter'
import { Loaded } from '../../api/loaded.tsx'
import { outsideSystem } from '../../format/installation.ts'
import { placeText } from '../../format/place-text.ts'
import { serverNow } from '../../format/server-clock.ts'
import { formatDate } from '../../format/time.ts'
import { volunteerAddress } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { volunteerName } from '../volunteers/volunteer-parts.tsx'
import { CallListRows } from './call-list-rows.tsx'
import { useCallLists, useWrongNumbers } from './call-lists-queries.ts'
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
            <Weeks {...callListsByWeek(callLists, localDay(serverNow()))} />
          )
        }
      </Loaded>
    </Card>
  )
}

function Weeks({ week, later, past }: ReturnType<typeof callListsByWeek>) {
  return (
    <>
      {week.length > 0 ? (
        <CallListRows label="Today and the six days after" lists={week} />
      ) : (
        <p className="text-muted">None for today and the six days after.</p>
      )}
      {later.length > 0 && (
        <>
          <h3 className="font-semibold">In a week or more</h3>
          <CallListRows label="In a week or more" lists={later} />
        </>
      )}
      {past.length > 0 && (
        <Collapsible
          summary={`Past (${formatCount(past.length)})`}
          summaryClassName="font-semibold"
        >
          <CallListRows label="Past" lists={past} />
        </Collapsible>
      )}
    </>
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
      <ul aria-label="Wrong numbers" className="max-h-96 overflow-y-auto short:max-h-none">
        {wrongNumbers.map((person) => (
          <li key={person.volunteerId} className="border-b py-1.5 last:border-b-0">
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <Link
                href={volunteerAddress(person.volunteerId)}
                className="text-link min-h-8 font-medium wrap-anywhere pointer-coarse:min-h-control"
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
