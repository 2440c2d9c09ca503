import type { Volunteer } from '@dashboard/contract/volunteers'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ApiError, errorMessage } from '../../api/api-error.ts'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmergencyContacts } from './emergency-contacts.tsx'
import { HeldDataExport } from './held-data-export.tsx'
import { VolunteerFacts } from './volunteer-facts.tsx'
import { VolunteerHistory } from './volunteer-history.tsx'
import { ContactButtons, FlagBadges, placeText, volunteerName } from './volunteer-parts.tsx'
import { VolunteerWeek } from './volunteer-week.tsx'
import { useVolunteer } from './volunteers-queries.ts'
import { WrongNumberNote } from './wrong-number-note.tsx'

interface VolunteerDetailsProps {
  id: string
  /** Left out where the person is a page of its own. */
  onClose: (() => void) | undefined
}

/** One person: how to reach them, when they can serve, what they do (docs/volunteers.md#a-person). */
export function VolunteerDetails({ id, onClose }: VolunteerDetailsProps) {
  const { data, error, isPending, refetch } = useVolunteer(id)
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <section
      aria-label="Volunteer"
      className={classNames(
        'flex min-w-0 animate-appear flex-col gap-5 rounded-card border bg-card p-5',
        onClose && besideClass,
      )}
      onKeyDown={(event) => event.key === 'Escape' && onClose?.()}
    >
      {isPending && <Skeleton className="h-64" />}
      {isUnknown && (
        <EmptyState title="Volunteer not found">
          There is no such person in the last import.
        </EmptyState>
      )}
      {error && !isUnknown && !data && (
        <ErrorState title="The volunteer could not be loaded" onRetry={() => void refetch()}>
          {errorMessage(error, 'Check the connection and try again.')}
        </ErrorState>
      )}
      {data && !isUnknown && <Person volunteer={data.volunteer} onClose={onClose} />}
    </section>
  )
}

/** It stays in sight while the list scrolls. */
const besideClass = 'sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto'

function Person(props: { volunteer: Volunteer; onClose: (() => void) | undefined }) {
  const { volunteer, onClose } = props
  const heading = useRef<HTMLHeadingElement>(null)
  // Whoever opened the person reads on here; closing leads back to the row.
  useEffect(() => heading.current?.focus(), [])
  const name = volunteerName(volunteer)
  return (
    <>
      <header className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold wrap-anywhere">
            {name}
          </h2>
          <p className="text-muted wrap-anywhere">{placeText(volunteer)}</p>
        </div>
        {onClose && <IconButton label="Close" icon={<X aria-hidden />} onClick={onClose} />}
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
