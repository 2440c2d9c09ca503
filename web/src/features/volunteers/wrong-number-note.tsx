import { formatDate } from '../../format/time.ts'
import { Alert } from '../../ui/alert.tsx'
import { useWrongNumber } from './volunteers-queries.ts'

/** Says on a person's page that the number turned out to be wrong. */
export function WrongNumberNote({ volunteerId }: { volunteerId: string }) {
  const note = useWrongNumber(volunteerId)
  if (!note) return null
  return (
    <Alert tone="warning">
      Wrong number: noted by {note.by}, {formatDate(note.at)}. It has to be corrected in Locust.
    </Alert>
  )
}
