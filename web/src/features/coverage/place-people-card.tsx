import { countOf } from '@dashboard/contract/counts'
import { listVolunteers } from '@dashboard/contract/volunteers'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useIsSupported } from '../../api/missing-calls.ts'
import { volunteerAddress, volunteersAddress } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FlagBadges, volunteerName } from '../volunteers/volunteer-parts.tsx'

const shownPeople = 5

/** Shows the first people of a place, and a link to all of them. */
export function PlacePeopleCard({ filters }: { filters: Readonly<Record<string, string>> }) {
  const query = { ...filters, limit: String(shownPeople) }
  const people = useQuery(endpointQuery(listVolunteers, { query }))
  if (!useIsSupported(listVolunteers)) return null
  return (
    <Card title="People">
      <Loaded
        query={people}
        loading={<Skeleton className="h-40" />}
        failed="The people could not be loaded"
      >
        {({ total, volunteers }) =>
          total === 0 ? (
            <EmptyState title="No volunteers yet">
              The volunteers of the sheet appear here.
            </EmptyState>
          ) : (
            <>
              <ul aria-label="People">
                {volunteers.map((volunteer) => (
                  <li
                    key={volunteer.id}
                    className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b py-1 last:border-b-0"
                  >
                    <Link
                      href={volunteerAddress(volunteer.id)}
                      className="inline-flex min-h-control min-w-0 items-center font-medium wrap-anywhere text-primary-text hover:underline"
                    >
                      {volunteerName(volunteer)}
                    </Link>
                    <span className="flex flex-wrap gap-1">
                      <FlagBadges volunteer={volunteer} />
                    </span>
                  </li>
                ))}
              </ul>
              <Link
                href={volunteersAddress(filters)}
                className="inline-flex min-h-control items-center self-start rounded-control text-primary-text hover:underline"
              >
                All {countOf(total, 'volunteer')}
              </Link>
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
