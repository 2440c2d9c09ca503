import { countOf } from '@dashboard/contract/counts'
import { days } from '@dashboard/contract/days'
import { compareTimeSlots } from '@dashboard/contract/time-slots'
import {
  type EmergencyContact,
  exportVolunteer,
  type Volunteer,
} from '@dashboard/contract/volunteers'
import { Check, Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { call } from '../../api/call.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useDownload } from '../../api/use-change.ts'
import { outsideSystem } from '../../format/installation.ts'
import { placeText } from '../../format/place-text.ts'
import { formatDate } from '../../format/time.ts'
import { importAddress } from '../../paths.ts'
import { useSession } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ContactText } from '../../ui/contact-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VolunteerFacts } from './volunteer-facts.tsx'
import {
  ContactButtons,
  DayHeadings,
  FlagBadges,
  Missing,
  volunteerName,
} from './volunteer-parts.tsx'
import { useEmergencyContacts, useVolunteer, useWrongNumber } from './volunteers-queries.ts'

interface VolunteerDetailsProps {
  id: string
  /** Left out on the person's page. */
  onClose: (() => void) | undefined
}

/** Shows one person: how to reach them, when they can serve, what they do (docs/volunteers.md). */
export function VolunteerDetails({ id, onClose }: VolunteerDetailsProps) {
  return (
    <section
      aria-label="Volunteer"
      className={classNames(
        'flex min-w-0 animate-appear flex-col gap-5 rounded-card border bg-card p-5',
        onClose && besideClass,
      )}
      onKeyDown={(event) => event.key === 'Escape' && onClose?.()}
    >
      <Loaded
        query={useVolunteer(id)}
        loading={<Skeleton className="h-64" />}
        failed="The volunteer could not be loaded"
        missing={
          <EmptyState title="Volunteer not found">
            There is no such person in the last import.
          </EmptyState>
        }
      >
        {({ volunteer }) => <Person volunteer={volunteer} onClose={onClose} />}
      </Loaded>
    </section>
  )
}

/** The details stay in view while the list scrolls. */
const besideClass = 'sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto print:static'

function Person(props: { volunteer: Volunteer; onClose: (() => void) | undefined }) {
  const { volunteer, onClose } = props
  const heading = useRef<HTMLHeadingElement>(null)
  // The focus moves to the heading, so that screen readers and keyboard users continue here; closing returns it to the
  // row.
  useEffect(() => heading.current?.focus(), [])
  const name = volunteerName(volunteer)
  return (
    <>
      <header className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="text-base font-semibold wrap-anywhere">
            {name}
          </h2>
          <p className="text-muted wrap-anywhere">{placeText(volunteer)}</p>
        </div>
        {onClose && <IconButton label="Close" icon={<X />} onClick={onClose} />}
      </header>
      <div className="flex flex-wrap gap-2">
        <FlagBadges volunteer={volunteer} />
      </div>
      <div className="flex flex-wrap gap-2">
        <ContactButtons name={name} phone={volunteer.mobilePhone} email={volunteer.emailAddress} />
      </div>
      <WrongNumberNote volunteerId={volunteer.id} />
      <VolunteerFacts volunteer={volunteer} />
      <VolunteerWeek availability={volunteer.availability} />
      <EmergencyContacts id={volunteer.id} count={volunteer.emergencyContacts} />
      <VolunteerHistory history={volunteer.history} />
      <HeldDataExport id={volunteer.id} />
    </>
  )
}

/** Shows when a person can serve: days by time slots, with a tick and a tint where they can. */
function VolunteerWeek({ availability }: Pick<Volunteer, 'availability'>) {
  const slots = [...new Set(availability.map(({ timeSlot }) => timeSlot))].sort(compareTimeSlots)
  const has = new Set(availability.map(({ dayOfWeek, timeSlot }) => `${dayOfWeek}:${timeSlot}`))
  return (
    <section aria-labelledby="volunteer-week">
      <h3 id="volunteer-week" className="mb-1 font-semibold">
        The week
      </h3>
      {slots.length === 0 ? (
        <Missing what="No times given" />
      ) : (
        <table className="w-full table-fixed border-separate border-spacing-0.5 text-center text-xs">
          <thead>
            <tr>
              <td className="w-17" />
              <DayHeadings />
            </tr>
          </thead>
          <tbody>
            {slots.map((slot) => (
              <tr key={slot}>
                <th scope="row" className="text-left font-medium wrap-anywhere">
                  {slot}
                </th>
                {days.map((day) => (
                  <WeekCell key={day} isFree={has.has(`${day}:${slot}`)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function WeekCell({ isFree }: { isFree: boolean }) {
  return isFree ? (
    <td className="h-7 rounded-[4px] bg-success-soft text-success-text">
      <Check className="mx-auto size-4" />
      <span className="sr-only">Yes</span>
    </td>
  ) : (
    <td className="h-7 rounded-[4px] border">
      <span className="sr-only">No</span>
    </td>
  )
}

/** Shows emergency contacts, collapsed at first and read only when opened: each access is added to the audit log. */
function EmergencyContacts({ id, count }: { id: string; count: number }) {
  const [isOpen, setIsOpen] = useState(false)
  if (count === 0) return <Missing what="No emergency contacts" />
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex min-h-control cursor-pointer items-center font-semibold">
        {countOf(count, 'emergency contact')}
      </summary>
      {isOpen && <Contacts id={id} />}
    </details>
  )
}

function Contacts({ id }: { id: string }) {
  return (
    <Loaded
      query={useEmergencyContacts(id)}
      loading={<Skeleton className="h-16" />}
      failed="The emergency contacts could not be loaded"
    >
      {({ emergencyContacts }) => (
        <>
          <p className="text-xs text-muted">This access is entered in the audit log.</p>
          <ul className="flex flex-col gap-3 pt-2">
            {emergencyContacts.map((contact) => (
              <Contact key={JSON.stringify(contact)} {...contact} />
            ))}
          </ul>
        </>
      )}
    </Loaded>
  )
}

function Contact({ name, relationship, phone, email, notes }: EmergencyContact) {
  return (
    <li className="flex flex-col gap-1 wrap-anywhere">
      <p className="font-medium">
        {name}
        {relationship !== null && <span className="text-muted"> ({relationship})</span>}
      </p>
      <p>{phone === null ? <Missing what="No phone number" /> : <ContactText text={phone} />}</p>
      {notes !== null && <p className="text-muted">{notes}</p>}
      <div className="flex flex-wrap gap-2">
        <ContactButtons name={name} phone={phone} email={email} />
      </div>
    </li>
  )
}

const whatHappened = { new: 'Added', moved: 'Moved', changed: 'Changed', left: 'Left' } as const

/** Shows what the last imports changed, newest first. */
function VolunteerHistory({ history }: Pick<Volunteer, 'history'>) {
  if (history.length === 0) return null
  return (
    <section aria-labelledby="volunteer-history">
      <h3 id="volunteer-history" className="mb-1 font-semibold">
        Changed by imports
      </h3>
      <ol className="flex flex-col gap-2">
        {history.map(({ importId, at, kind, fields }) => (
          <li key={importId}>
            <p className="text-muted">
              <Link
                className="text-link pointer-coarse:min-h-control"
                href={importAddress(importId)}
              >
                {whatHappened[kind] ?? kind} on {formatDate(at)}
              </Link>
            </p>
            <ul className="wrap-anywhere">
              {fields.map(({ field, before, after }) => (
                <li key={field}>
                  {field}: {before !== after && `${before ?? 'nothing'} → `}
                  {after ?? 'nothing'}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Shows on a person's page that the number turned out to be wrong. */
function WrongNumberNote({ volunteerId }: { volunteerId: string }) {
  const note = useWrongNumber(volunteerId)
  if (!note) return null
  return (
    <Alert tone="warning">
      Wrong number: noted by {note.by}, {formatDate(note.at)}. It has to be corrected in{' '}
      {outsideSystem}.
    </Alert>
  )
}

/** Lets administrators save everything that is stored about a person, for when that person asks for it. */
function HeldDataExport({ id }: { id: string }) {
  const { user } = useSession()
  const { mutate, isPending } = useDownload({
    send: () => call(exportVolunteer, { params: { id } }),
    nameOf: () => 'SMPW-Person.zip',
    failed: ['Export Failed', 'Failed to export the personal data.'],
  })
  if (user?.role !== 'admin') return null
  return (
    <div className="flex flex-col items-start gap-2 border-t pt-4 print:hidden">
      <p className="text-muted">
        Everything held about this person, and who has read the emergency contacts or exported it,
        as a file to hand over.
      </p>
      <Button icon={<Download />} loading={isPending} onClick={() => mutate()}>
        Export Personal Data
      </Button>
    </div>
  )
}
