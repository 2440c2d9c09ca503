import { type CallOutcome, type CallPerson, callOutcomes } from '@dashboard/contract/call-lists'
import { callOutcomeLabels, reasonText } from '@dashboard/contract/call-reasons'
import { CircleCheck, Clock, type LucideIcon, Phone, PhoneMissed, PhoneOff, X } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { placeText } from '../../format/place-text.ts'
import { volunteerAddress } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ContactText } from '../../ui/contact-text.tsx'
import { Select } from '../../ui/select.tsx'
import { contactLinks } from '../volunteers/contact-links.ts'
import { Missing, volunteerName } from '../volunteers/volunteer-parts.tsx'
import { useWrongNumber } from '../volunteers/volunteers-queries.ts'
import { useOutcome } from './call-lists-queries.ts'
import { askedText } from './call-texts.ts'

const notCalled = 'not-called'
const options = [
  { value: notCalled, label: 'Not called' },
  ...callOutcomes.map((value) => ({ value, label: callOutcomeLabels[value] })),
] as const

/** The icon and style of each outcome, shown beside its word. */
const marks: Readonly<Record<CallOutcome, readonly [LucideIcon, string]>> = {
  yes: [CircleCheck, 'bg-success-soft text-success-text'],
  no: [X, 'bg-failed-soft text-failed-text'],
  'no-answer': [PhoneMissed, 'bg-neutral-soft text-neutral-text'],
  later: [Clock, 'bg-running-soft text-running-text'],
  'wrong-number': [PhoneOff, 'bg-waiting-soft text-waiting-text'],
}

interface CallRowProps {
  person: CallPerson
  listId: string
}

/** Shows one person of a call list: the number to call, when they were last asked, and how the call ended. */
export const CallRow = memo(function CallRow({ person, listId }: CallRowProps) {
  const { volunteerId, mobilePhone, emailAddress, outcome, reasons } = person
  const name = volunteerName(person)
  const { call } = contactLinks(mobilePhone, emailAddress)
  const { shown, record } = useOutcome(listId, person)
  const noted = shown ?? notCalled
  return (
    <li
      data-outcome={noted}
      className="far-row grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-x-3 gap-y-1 border-b py-2 last:border-b-0 @2xl:grid-cols-[minmax(0,1fr)_11rem_8rem_13rem] print:grid-cols-[1fr_10rem_9rem] print:break-inside-avoid print:py-1"
    >
      <div className="min-w-0 wrap-anywhere @max-2xl:col-span-2 print:col-span-1!">
        <PersonName person={person} />
        {/* One line whatever is noted, so that no row moves. */}
        <span className="flex text-xs whitespace-pre text-muted">
          <span className="max-w-full shrink-0 truncate">{placeText(person)}</span>
          <span className="overflow-hidden text-ellipsis whitespace-pre">
            {' · '}
            {outcome ? `noted by ${outcome.by}` : askedText(person)}
          </span>
        </span>
        {reasons.length > 0 && (
          <span className="block text-xs text-waiting-text">
            {reasons.map(reasonText).join(' · ')}
          </span>
        )}
      </div>
      <span className="wrap-anywhere @max-2xl:col-span-2">
        {mobilePhone === null ? (
          <Missing what="No phone number" />
        ) : (
          <ContactText text={mobilePhone} />
        )}
        {volunteerId !== null && !shown && <WrongNumberNote volunteerId={volunteerId} />}
      </span>
      <span className="print:hidden">
        {call && (
          <a href={call} aria-label={`Call ${name}`} className={buttonClass('secondary', 'w-full')}>
            <Phone />
            Call
          </a>
        )}
      </span>
      <div>
        {volunteerId !== null && (
          <div className="flex items-center gap-2 print:hidden">
            <OutcomeMark outcome={shown ?? undefined} />
            <Select
              label={`Outcome for ${name}`}
              options={options}
              value={noted}
              onChange={(value) => record(value === notCalled ? null : value)}
            />
          </div>
        )}
        {outcome && (
          <span className={volunteerId === null ? '' : 'hidden print:inline'}>
            {callOutcomeLabels[outcome.outcome] ?? outcome.outcome}
          </span>
        )}
      </div>
    </li>
  )
})

/** Shows beside a number that a call on another list has reached somebody else by it. */
function WrongNumberNote({ volunteerId }: { volunteerId: string }) {
  const note = useWrongNumber(volunteerId)
  if (!note) return null
  return <span className="text-xs text-waiting-text @max-2xl:ml-2 @2xl:block">Wrong number</span>
}

/** Shows an empty ring until the call has ended. */
function OutcomeMark({ outcome }: { outcome: CallOutcome | undefined }) {
  const [Icon, tone] = (outcome && marks[outcome]) ?? [undefined, 'border']
  return (
    <span
      className={classNames(
        'flex size-8 shrink-0 items-center justify-center rounded-full @max-[17rem]:hidden',
        tone,
      )}
    >
      {Icon && <Icon className="size-4.5" />}
    </span>
  )
}

function PersonName({ person }: { person: CallPerson }) {
  const name = volunteerName(person)
  if (person.volunteerId === null) return <span className="font-medium">{name}</span>
  return (
    <Link
      href={volunteerAddress(person.volunteerId)}
      className="text-link min-h-8 font-medium pointer-coarse:min-h-control pointer-coarse:min-w-control print:min-h-0 print:text-text"
    >
      {name}
    </Link>
  )
}
