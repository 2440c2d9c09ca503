import { callCountsText, placeName, timeText, wantedOf } from '@dashboard/contract/call-list-week'
import {
  type CallList,
  type CallListDetails,
  type CallPerson,
  copyCallListContacts,
} from '@dashboard/contract/call-lists'
import { countOf, formatCount } from '@dashboard/contract/counts'
import { callListLimits, mobileBreakpointPx } from '@dashboard/contract/limits'
import { dayAfter } from '@dashboard/contract/local-time'
import { trainingUnknown } from '@dashboard/contract/volunteer-labels'
import { ArrowDown, CalendarPlus, Copy, Download, FileDown, Printer, Trash2 } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../../api/call.ts'
import { useCopyContacts } from '../../api/copy-contacts.ts'
import { Loaded } from '../../api/loaded.tsx'
import { callListAddress, callListOfAddress, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useCopy } from '../../ui/copy-text.ts'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { PrintFacts } from '../automation-status/print-facts.tsx'
import { CallListMark } from './call-list-rows.tsx'
import {
  useCallList,
  useDeleteCallList,
  useOpenCallList,
  useSaveCallList,
  useWanted,
} from './call-lists-queries.ts'
import { CallRow } from './call-row.tsx'
import { listText, shortTimeText } from './call-texts.ts'

/** The smallest height of a row: one line where there is room (its container query), and a small card on a phone. */
const minRowPx = { line: 52, card: 110 }

/** Returns how many rows fill the window: with fewer, the content below the list would move as it grows. */
function rowsInWindow(): number {
  const rowPx = innerWidth < mobileBreakpointPx ? minRowPx.card : minRowPx.line
  return Math.ceil(innerHeight / rowPx)
}

/** Shows one call list, which colleagues work through together (docs/call-lists.md). */
export function CallListPage() {
  const [location] = useLocation()
  const id = callListOfAddress(location)
  const query = useCallList(id)
  const list = query.data?.list
  return (
    <Page
      title={list ? placeName(list) : 'Call list'}
      subtitle={list ? shortTimeText(list) : 'Whom to call next'}
      {...(list && { printTitle: `${placeName(list)}, ${timeText(list)}` })}
      actions={query.data && <CallListMenu details={query.data} />}
      back={{ href: paths.calls, label: 'Back to Fill a Cart' }}
    >
      <Loaded
        query={query}
        loading={<Skeleton className="h-64" />}
        failed="The call list could not be loaded"
        missing={<EmptyState title="Call list not found">It may have been deleted.</EmptyState>}
        outdated="This list cannot be refreshed right now."
      >
        {(details) => <CallListBoard details={details} />}
      </Loaded>
    </Page>
  )
}

function CallListBoard({ details }: { details: CallListDetails }) {
  const { list, fitting, others, gone, isTrainingKnown } = details
  return (
    <>
      <PrintFacts />
      <Card
        title="Who can serve"
        description={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <CallListMark list={list} />
            <span>
              {countOf(fitting.total, 'volunteer')}. {callCountsText(list)}.
              {!isTrainingKnown && ` ${trainingUnknown}`}
            </span>
          </span>
        }
        actions={<WeekActions list={list} />}
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
        <NextToCall people={fitting.people} />
      </Card>
      {gone.length > 0 && (
        <Card
          title="Called before"
          description="No longer at this place in the last import."
          className="print:hidden"
        >
          <People label="Called before" people={gone} listId={list.id} />
        </Card>
      )}
      {others.total > 0 && (
        <Card className="print:hidden">
          <Collapsible
            summary={`Others (${formatCount(others.total)})`}
            summaryClassName="text-base font-semibold"
          >
            <People label="Others" people={others.people} listId={list.id} />
            <Beyond {...others} />
          </Collapsible>
        </Card>
      )}
    </>
  )
}

const { min, max } = callListLimits.wanted
const wishes = Array.from({ length: max - min + 1 }, (_, index) => String(min + index))

/** Sets how many people the list wants, and opens the list of the same time a week later. */
function WeekActions({ list }: { list: CallList }) {
  const { kind, place, day, timeSlot } = list
  const wanted = useWanted(list)
  const open = useOpenCallList()
  const [, navigate] = useLocation()
  const openNext = () => {
    const next = { kind, place, day: dayAfter(day, 7), timeSlot, wanted: wantedOf(list) }
    open.mutate(next, { onSuccess: ({ id }) => navigate(callListAddress(id)) })
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Select
        label="People wanted"
        options={wishes.map((value) => ({ value, label: `${value} wanted` }))}
        value={String(wanted.shown)}
        onChange={(value) => wanted.set(Number(value))}
      />
      <Button icon={<CalendarPlus />} loading={open.isPending} onClick={openNext}>
        Same next week
      </Button>
    </div>
  )
}

interface PeopleProps {
  label: string
  people: readonly CallPerson[]
  listId: string
}

function People({ label, people, listId }: PeopleProps): ReactNode {
  // Rows that fill the window come first; hundreds at once would block a phone.
  const drawn = useDeferredValue(people.length, rowsInWindow())
  return (
    <ul aria-label={label} className="@container">
      {people.slice(0, drawn).map((person) => (
        <CallRow
          key={person.volunteerId ?? `${person.lastName}, ${person.firstName}`}
          person={person}
          listId={listId}
        />
      ))}
    </ul>
  )
}

/** Shows a link to the next person to call, past those who were called. */
function NextToCall({ people }: { people: readonly CallPerson[] }) {
  const next = people.findIndex(({ outcome }) => outcome === null)
  if (next <= 0) return null
  const show = (button: HTMLElement) => {
    const row = button.closest('section')?.querySelector<HTMLElement>(`[data-outcome="not-called"]`)
    row?.scrollIntoView({ block: 'center' })
    row?.querySelector<HTMLElement>('a, select')?.focus({ preventScroll: true })
  }
  return (
    <div
      data-lower-edge
      className="sticky bottom-0 z-10 -mx-(--card-edge) -mb-(--card-edge) flex justify-end rounded-b-card border-t bg-card px-(--card-pad) py-2 print:hidden"
    >
      <Button
        icon={<ArrowDown />}
        className="max-md:w-full"
        onClick={({ currentTarget }) => show(currentTarget)}
      >
        Next to call
      </Button>
    </div>
  )
}

/** Shows that there are more people than the list shows; it shows those to be called first. */
function Beyond({ people, total }: { people: readonly CallPerson[]; total: number }) {
  if (people.length >= total) return null
  return (
    <p className="text-muted">
      The first {formatCount(people.length)} of {formatCount(total)} are shown; the files have
      everybody.
    </p>
  )
}

/** Saves, prints or deletes a list: only one button, since the page is there for calls. */
function CallListMenu({ details }: { details: CallListDetails }) {
  const { id } = details.list
  const { copy } = useCopy('Copied the list')
  const toast = useToast()
  const save = useSaveCallList(id)
  const contacts = useCopyContacts((of) =>
    call(copyCallListContacts, { params: { id }, query: { of } }),
  )
  const [isAsked, setIsAsked] = useState(false)
  const [, navigate] = useLocation()
  const remove = useDeleteCallList()
  const copyList = async () => {
    const isDone = await copy(listText(details))
    toast(
      isDone
        ? { title: 'Copied', variant: 'success' }
        : { title: 'Copying did not work', variant: 'destructive' },
    )
  }
  return (
    <>
      <DropdownMenu
        trigger={<Button icon={<Download />}>Save or print</Button>}
        items={[
          { label: 'Copy as text', icon: <Copy />, onSelect: () => void copyList() },
          { label: 'Copy addresses', icon: <Copy />, onSelect: () => contacts.mutate('addresses') },
          { label: 'Copy numbers', icon: <Copy />, onSelect: () => contacts.mutate('numbers') },
          { label: 'Print', icon: <Printer />, onSelect: printSoon },
          { label: 'Save as XLSX', icon: <FileDown />, onSelect: () => save.mutate('xlsx') },
          { label: 'Save as CSV', icon: <FileDown />, onSelect: () => save.mutate('csv') },
          { label: 'Delete list', icon: <Trash2 />, onSelect: () => setIsAsked(true) },
        ]}
      />
      {isAsked && (
        <ConfirmDialog
          onClose={() => setIsAsked(false)}
          title="Delete this call list?"
          body="Its outcomes are deleted as well, also those of colleagues."
          confirmLabel="Delete list"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(id, { onSuccess: () => navigate(paths.calls) })}
        />
      )}
    </>
  )
}

/** Prints after the menu has closed, which would be printed, too. */
function printSoon(): void {
  setTimeout(() => print())
}
