import type { CallListDetails, CallPerson } from '@dashboard/contract/call-lists'
import { countOf, formatCount } from '@dashboard/contract/counts'
import { mobileBreakpointPx } from '@dashboard/contract/limits'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { ApiError, errorMessage } from '../../api/api-error.ts'
import { callListOfAddress, paths } from '../../paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Folded } from '../../ui/folded.tsx'
import { InSlices } from '../../ui/in-slices.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSteppedCount } from '../../ui/stepped-count.ts'
import { CallListActions } from './call-list-actions.tsx'
import { CallRow } from './call-row.tsx'
import { placeName, timeText } from './call-texts.ts'
import { useCallList, useNoteOutcome } from './calls-queries.ts'
import { PrintFacts } from './print-facts.tsx'

/** Rows are one line where there is room (its container query), and a small card on a phone. */
const leastRowPx = { line: 52, card: 110 }
/** As many as a slow machine can draw in one frame. */
const rowsPerFrame = 3

/** As many as fill the window: with fewer, what comes below the list would move as it grows. */
function rowsInWindow(): number {
  const rowPx = innerWidth < mobileBreakpointPx ? leastRowPx.card : leastRowPx.line
  return Math.ceil(innerHeight / rowPx)
}

/** One call list, worked through with colleagues (docs/call-lists.md). */
export function CallListPage() {
  const [location] = useLocation()
  const id = callListOfAddress(location)
  const { data, error, isPending, refetch } = useCallList(id)
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <Page
      title={data ? placeName(data.list) : 'Call list'}
      subtitle={data ? timeText(data.list) : 'Whom to call next'}
      keepsSubtitleHeight
      back={{ href: paths.calls, label: 'Back to Fill a Cart' }}
    >
      {isPending && <Skeleton className="h-64" />}
      {isUnknown && <EmptyState title="Call list not found">It may have been deleted.</EmptyState>}
      {error && !isUnknown && !data && (
        <ErrorState title="The call list could not be loaded" onRetry={() => void refetch()}>
          {errorMessage(error, 'Check the connection and try again.')}
        </ErrorState>
      )}
      {error && !isUnknown && data && (
        <Alert tone="warning">This list cannot be refreshed right now.</Alert>
      )}
      {data && !isUnknown && (
        <InSlices placeholder={<Skeleton className="h-64" />}>
          <CallListBoard details={data} />
        </InSlices>
      )}
    </Page>
  )
}

function CallListBoard({ details }: { details: CallListDetails }) {
  const { list, fitting, others, gone } = details
  return (
    <>
      <h2 className="hidden text-lg font-semibold print:block">
        {placeName(list)}, {timeText(list)}
      </h2>
      <PrintFacts />
      <div className="print:hidden">
        <CallListActions details={details} />
      </div>
      <Card
        title="Who can serve"
        description={`${countOf(fitting.total, 'volunteer')}. ${countOf(list.called, 'call')}, ${formatCount(list.yes)} yes.`}
        className="print:border-0 print:p-0"
      >
        {fitting.total === 0 ? (
          <EmptyState title="Nobody fits">
            See the others below, and why they do not fit.
          </EmptyState>
        ) : (
          <People label="Who can serve" people={fitting.people} listId={list.id} />
        )}
        <Beyond {...fitting} />
      </Card>
      {gone.length > 0 && (
        <Card
          title="Called before"
          description="No longer of this place in the last import."
          className="print:hidden"
        >
          <People label="Called before" people={gone} listId={list.id} />
        </Card>
      )}
      {others.total > 0 && <Others others={others} listId={list.id} />}
    </>
  )
}

function Others({ others, listId }: { others: CallListDetails['others']; listId: string }) {
  return (
    <Card className="print:hidden">
      <Folded
        summary={`Others (${formatCount(others.total)})`}
        summaryClassName="text-lg font-semibold"
      >
        <People label="Others" people={others.people} listId={listId} />
        <Beyond {...others} />
      </Folded>
    </Card>
  )
}

interface PeopleProps {
  label: string
  people: readonly CallPerson[]
  listId: string
}

function People({ label, people, listId }: PeopleProps): ReactNode {
  const { mutate } = useNoteOutcome(listId)
  const [firstRows] = useState(rowsInWindow)
  const [isFilled, setFilled] = useState(false)
  useEffect(() => setFilled(true), [])
  // What fills the window first; hundreds at once would keep a phone from answering.
  const wanted = isFilled ? people.length : Math.min(firstRows, people.length)
  const drawn = useSteppedCount(wanted, rowsPerFrame, { at: firstRows, when: listId })
  return (
    <ul aria-label={label} className="@container">
      {people.slice(0, drawn).map((person) => (
        <CallRow
          key={person.volunteerId ?? `${person.lastName}, ${person.firstName}`}
          person={person}
          onNote={mutate}
        />
      ))}
    </ul>
  )
}

/** A list shows only so many, those to be called first. */
function Beyond({ people, total }: { people: readonly CallPerson[]; total: number }) {
  if (people.length >= total) return null
  return (
    <p className="text-muted">
      The first {formatCount(people.length)} of {formatCount(total)} are shown; the files hold all.
    </p>
  )
}
