import type { ListedVolunteer } from '@dashboard/contract/volunteers'
import { memo } from 'react'
import { Link, useSearch } from 'wouter'
import { placeText } from '../../format/place-text.ts'
import { volunteerAddress } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ContactText } from '../../ui/contact-text.tsx'
import { contactLinks } from './contact-links.ts'
import type { VolunteerColumn } from './volunteer-columns.ts'
import { BySound, ContactButtons, FlagBadges, Missing, volunteerName } from './volunteer-parts.tsx'

interface VolunteerRowProps {
  volunteer: ListedVolunteer
  columns: readonly VolunteerColumn[]
  isOpen: boolean
  /** Whether Tab moves into this row. */
  isTabStop: boolean
}

/**
 * Shows one row of the list on a wide screen. Columns without room beside the name stand below it, in all rows alike:
 * what distinguishes people, name and place, is never cut.
 */
export const VolunteerRow = memo(function VolunteerRow(props: VolunteerRowProps) {
  const { volunteer, columns, isOpen, isTabStop } = props
  const tabIndex = isTabStop ? 0 : -1
  const { mobilePhone, emailAddress } = volunteer
  const { call, email } = contactLinks(mobilePhone, emailAddress)
  const has = (column: VolunteerColumn) => columns.includes(column)
  return (
    <div
      className={classNames(
        'flex min-h-13 flex-wrap items-center gap-x-3 border-b px-(--card-pad) py-1.5',
        isOpen ? 'chosen-row bg-primary-soft' : 'hover:bg-hover',
      )}
    >
      <span className="flex min-w-0 flex-[4_1_8.5rem] flex-col items-start wrap-anywhere">
        <VolunteerLink {...props} />
        <NameMarks volunteer={volunteer} />
      </span>
      {has('place') && (
        <span className="min-w-0 flex-[4_1_8.5rem] wrap-anywhere text-muted">
          {placeText(volunteer)}
        </span>
      )}
      {has('phone') && (
        <span className="w-32 shrink-0 truncate">
          <Contact text={mobilePhone} href={call} none="No phone number" tabIndex={tabIndex} />
        </span>
      )}
      {has('email') && (
        <span className="min-w-0 flex-[3_1_10rem] truncate">
          <Contact text={emailAddress} href={email} none="No e-mail" tabIndex={tabIndex} />
        </span>
      )}
      {has('language') && (
        <span className="min-w-0 flex-[1.5_1_5rem] truncate text-muted">{volunteer.language}</span>
      )}
      {has('flags') && (
        <span className="flex w-47 shrink-0 gap-1">
          <FlagBadges volunteer={volunteer} />
        </span>
      )}
    </div>
  )
})

interface ContactProps {
  text: string | null
  href: string | undefined
  none: string
  tabIndex: number
}

function Contact({ text, href, none, tabIndex }: ContactProps) {
  if (text === null) return <Missing what={none} />
  if (href === undefined) return <ContactText text={text} />
  return (
    <a href={href} tabIndex={tabIndex} className="hover:underline">
      <ContactText text={text} />
    </a>
  )
}

/** Shows the same on a phone, with the call button in reach of a thumb. */
export const VolunteerCard = memo(function VolunteerCard(
  props: Omit<VolunteerRowProps, 'columns'>,
) {
  const { volunteer, isTabStop } = props
  const { mobilePhone, emailAddress } = volunteer
  return (
    <div className="flex flex-col gap-2 border-b px-(--card-pad) py-3">
      <div className="flex items-center gap-2">
        <VolunteerLink {...props} className="min-h-control" />
        <NameMarks volunteer={volunteer} />
      </div>
      <p className="text-muted">{placeText(volunteer)}</p>
      <div className="flex flex-wrap gap-1">
        <FlagBadges volunteer={volunteer} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <ContactButtons
          name={volunteerName(volunteer)}
          phone={mobilePhone}
          email={emailAddress}
          tabIndex={isTabStop ? 0 : -1}
        />
        {mobilePhone === null && <Missing what="No phone number" />}
      </div>
    </div>
  )
})

interface VolunteerLinkProps extends Omit<VolunteerRowProps, 'columns'> {
  className?: string
}

function VolunteerLink({ volunteer, isOpen, isTabStop, className }: VolunteerLinkProps) {
  // It stays while a person is open.
  const search = useSearch()
  const address = volunteerAddress(volunteer.id)
  return (
    <Link
      href={search === '' ? address : `${address}?${search}`}
      data-volunteer={volunteer.id}
      tabIndex={isTabStop ? 0 : -1}
      aria-current={isOpen ? 'true' : undefined}
      className={classNames(
        'inline-flex min-h-6 max-w-full min-w-0 items-center font-medium hover:underline',
        className,
      )}
    >
      {volunteerName(volunteer)}
    </Link>
  )
}

/** Shows the marks; on a wide screen below the name, since beside it they would leave no room. */
function NameMarks({ volunteer }: Pick<VolunteerRowProps, 'volunteer'>) {
  const hasWrongNumber = volunteer.marks.includes('wrong-number')
  if (!volunteer.isBySound && !hasWrongNumber) return null
  return (
    <span className="flex gap-1">
      {volunteer.isBySound && <BySound />}
      {hasWrongNumber && <Badge tone="waiting">Wrong number</Badge>}
    </span>
  )
}
