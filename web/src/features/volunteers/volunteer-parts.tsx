import { days } from '@dashboard/contract/days'
import type { ListedVolunteer } from '@dashboard/contract/volunteers'
import { Mail, MessageSquare, Phone } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { contactLinks } from './contact-links.ts'

type Named = { firstName: string; lastName: string }

export function volunteerName({ firstName, lastName }: Named): string {
  return `${lastName}, ${firstName}`
}

export function FlagBadges({
  volunteer,
}: {
  volunteer: Pick<ListedVolunteer, 'trained' | 'available'>
}) {
  return (
    <>
      {volunteer.trained ? <Badge tone="success">Trained</Badge> : <Badge>Not trained</Badge>}
      {volunteer.available ? <Badge tone="success">Available</Badge> : <Badge>Not available</Badge>}
    </>
  )
}

export function BySound() {
  return <Badge tone="primary">by sound</Badge>
}

interface ContactButtonsProps {
  name: string
  phone: string | null
  email: string | null
  tabIndex?: number
}

const contactWays = [
  { way: 'call', verb: 'Call', icon: Phone },
  { way: 'text', verb: 'Text', icon: MessageSquare },
  { way: 'email', verb: 'Email', icon: Mail },
] as const

/** Shows buttons that open the telephone or mail program; one press calls. */
export function ContactButtons({ name, phone, email, tabIndex }: ContactButtonsProps) {
  const links = contactLinks(phone, email)
  return contactWays.map(
    ({ way, verb, icon: Icon }) =>
      links[way] && (
        <a
          key={way}
          href={links[way]}
          tabIndex={tabIndex}
          aria-label={`${verb} ${name}`}
          className={buttonClass()}
        >
          <Icon />
          {verb}
        </a>
      ),
  )
}

/** Shows in words what is missing, instead of leaving it empty. */
export function Missing({ what }: { what: string }) {
  return <span className="text-waiting-text">{what}</span>
}

/** Shows the column heads of a week with two letters each; screen readers get the whole day. */
export function DayHeadings() {
  return days.map((day) => (
    <th key={day} scope="col" className="font-medium whitespace-nowrap text-muted">
      <abbr title={day} className="no-underline">
        {day.slice(0, 2)}
      </abbr>
    </th>
  ))
}
