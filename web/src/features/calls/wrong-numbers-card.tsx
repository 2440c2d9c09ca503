import { Link } from 'wouter'
import { formatDate } from '../../format/time.ts'
import { volunteerAddress } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { placeText, volunteerName } from '../volunteers/volunteer-parts.tsx'
import { useWrongNumbers } from './calls-queries.ts'

/** For whoever keeps Locust; there only while there are any. */
export function WrongNumbersCard() {
  const wrongNumbers = useWrongNumbers().data?.wrongNumbers ?? []
  if (wrongNumbers.length === 0) return null
  return (
    <Card
      title="Wrong numbers"
      description="To be corrected in Locust. A note goes away when an import brings another number."
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
              {[placeText(person), person.locustId && `Locust ID ${person.locustId}`]
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
