import type { Volunteer } from '@dashboard/contract/volunteers'
import { Link } from 'wouter'
import { outsideSystem } from '../../format/installation.ts'
import { nameIn } from '../../format/place-text.ts'
import { formatDate } from '../../format/time.ts'
import { circuitAddress, congregationAddress } from '../../paths.ts'
import { ContactText } from '../../ui/contact-text.tsx'
import { CopyIconButton } from '../../ui/copy-button.tsx'
import { Fact } from '../../ui/fact.tsx'
import { contactLinks } from './contact-links.ts'
import { Missing } from './volunteer-parts.tsx'

/** Shows the facts about a person besides the week; missing ones are named. */
export function VolunteerFacts({ volunteer }: { volunteer: Volunteer }) {
  const { mobilePhone, emailAddress, circuit } = volunteer
  const { availabilityMaxShiftsPerWeek: week, availabilityMaxShiftsPerMonth: month } = volunteer
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 wrap-anywhere">
      <Fact label="Phone" className="col-span-2">
        <Phone number={mobilePhone} />
      </Fact>
      <Fact label="E-mail" className="col-span-2">
        {emailAddress === null ? (
          <Missing what="No e-mail address" />
        ) : (
          <Copyable text={emailAddress} what="e-mail address" />
        )}
      </Fact>
      <Fact label="Circuit">
        {circuit === null ? (
          <Missing what="No circuit" />
        ) : (
          <PlaceLink href={circuitAddress(circuit)}>{circuit}</PlaceLink>
        )}
      </Fact>
      <Fact label="Congregation">
        <Congregation volunteer={volunteer} />
      </Fact>
      {volunteer.language !== null && <Fact label="Language">{volunteer.language}</Fact>}
      <OptionalFact label="City">
        {[volunteer.city, volunteer.zipCode].filter(Boolean).join(' ')}
      </OptionalFact>
      <Fact label="Shifts at most">
        {[week !== null && `${week} a week`, month !== null && `${month} a month`]
          .filter(Boolean)
          .join(', ') || 'No limit given'}
      </Fact>
      <Fact label="Double shifts">{volunteer.availabilityDoubleShifts ? 'Yes' : 'No'}</Fact>
      <Fact label="Orientation">{volunteer.orientation ? 'Yes' : 'No'}</Fact>
      <OptionalFact label="Zone">{volunteer.zone}</OptionalFact>
      <OptionalFact label="Tags">{volunteer.tags}</OptionalFact>
      <OptionalFact label="Note" isWide>
        {volunteer.availabilityNote}
      </OptionalFact>
      <Fact label="Cart locations" className="col-span-2">
        <Items items={volunteer.cartLocations.map(withCategory)} none="No cart locations" />
      </Fact>
      <Fact label="Appointments" className="col-span-2">
        <Items
          items={volunteer.appointments.map(({ title: name, category }) =>
            withCategory({ name, category }),
          )}
          none="No appointments"
        />
      </Fact>
      <Fact label="Last changed">{formatDate(volunteer.updatedAt)}</Fact>
      <OptionalFact label={`${outsideSystem} ID`}>{volunteer.locustId}</OptionalFact>
    </dl>
  )
}

function Congregation({ volunteer }: { volunteer: Volunteer }) {
  const { circuit, congregation } = volunteer
  if (congregation === null) return <Missing what="No congregation" />
  if (circuit === null) return congregation
  return (
    <PlaceLink href={congregationAddress(circuit, congregation)}>
      {nameIn(circuit, congregation)}
    </PlaceLink>
  )
}

function PlaceLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      className="text-link pointer-coarse:min-h-control pointer-coarse:min-w-control"
    >
      {children}
    </Link>
  )
}

function Phone({ number }: { number: string | null }) {
  if (number === null) return <Missing what="No phone number" />
  return (
    <>
      <Copyable text={number} what="phone number" />
      {!contactLinks(number, null).call && <Missing what="This is not one phone number" />}
    </>
  )
}

interface OptionalFactProps {
  label: string
  isWide?: boolean
  children: string | null
}

function OptionalFact({ label, isWide, children }: OptionalFactProps) {
  if (children === null || children === '') return null
  return (
    <Fact label={label} {...(isWide && { className: 'col-span-2 whitespace-pre-line' })}>
      {children}
    </Fact>
  )
}

function Copyable({ text, what }: { text: string; what: string }) {
  return (
    <span className="flex items-center justify-between gap-2">
      <span className="min-w-0">
        <ContactText text={text} />
      </span>
      <CopyIconButton text={text} label={`Copy ${what}`} doneText={`Copied the ${what}`} />
    </span>
  )
}

function withCategory({ name, category }: { name: string; category: string | null }): string {
  return category === null ? name : `${name} (${category})`
}

function Items({ items, none }: { items: readonly string[]; none: string }) {
  if (items.length === 0) return <span className="text-muted">{none}</span>
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
