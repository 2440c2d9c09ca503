import type { SheetVolunteer } from '../1-read/row-mapping.ts'
import { personKey } from '../person-key.ts'

/** What identifies a volunteer in the database. */
export interface KnownVolunteer {
  id: string
  locustId: string | null
  firstName: string
  lastName: string
  circuit: string
  congregation: string
}

/**
 * Finds each sheet volunteer's existing id: by Locust ID, else by name, congregation and circuit.
 * Someone whose Locust ID has been added or removed keeps the id; no volunteer is matched twice.
 */
export function matchVolunteers(
  known: readonly KnownVolunteer[],
  sheet: readonly SheetVolunteer[],
): (string | undefined)[] {
  const byLocustId = new Map(known.map((volunteer) => [volunteer.locustId, volunteer]))
  const ids = sheet.map(({ locustId }) =>
    locustId === null ? undefined : byLocustId.get(locustId)?.id,
  )
  const taken = new Set(ids)
  const free = Map.groupBy(
    known.filter(({ id }) => !taken.has(id)),
    personKey,
  )
  return sheet.map((volunteer, index) => {
    if (ids[index] !== undefined) return ids[index]
    const namesakes = free.get(personKey(volunteer)) ?? []
    const withoutId = namesakes.findIndex(({ locustId }) => locustId === null)
    const position = withoutId >= 0 || volunteer.locustId !== null ? withoutId : 0
    return position < 0 ? undefined : namesakes.splice(position, 1)[0]?.id
  })
}
