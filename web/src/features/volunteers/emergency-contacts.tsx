import { countOf } from '@dashboard/contract/counts'
import type { EmergencyContact } from '@dashboard/contract/volunteers'
import { useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ContactButtons, Missing } from './volunteer-parts.tsx'
import { useEmergencyContacts } from './volunteers-queries.ts'

/** Folded until asked for, and fetched only then: each look is entered in the audit log. */
export function EmergencyContacts({ id, count }: { id: string; count: number }) {
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
  const { data, error } = useEmergencyContacts(id)
  if (error) {
    return (
      <Alert tone="destructive">
        {errorMessage(error, 'The emergency contacts could not be loaded.')}
      </Alert>
    )
  }
  if (!data) return <Skeleton className="h-16" />
  return (
    <>
      <p className="text-xs text-muted">This look is entered in the audit log.</p>
      <ul className="flex flex-col gap-3 pt-2">
        {data.emergencyContacts.map((contact) => (
          <li key={JSON.stringify(contact)}>
            <Contact contact={contact} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Contact({ contact }: { contact: EmergencyContact }) {
  const { name, relationship, phone, email, notes } = contact
  return (
    <div className="flex flex-col gap-1 wrap-anywhere">
      <p className="font-medium">
        {name}
        {relationship !== null && <span className="text-muted"> ({relationship})</span>}
      </p>
      {phone === null ? <Missing what="No phone number" /> : <p>{phone}</p>}
      {notes !== null && <p className="text-muted">{notes}</p>}
      <div className="flex flex-wrap gap-2">
        <ContactButtons name={name} phone={phone} email={email} />
      </div>
    </div>
  )
}
