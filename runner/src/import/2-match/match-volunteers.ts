import type { SheetVolunteer } from '../1-read/row-mapping.ts'

/** What identifies a volunteer in the database. */
export interface KnownVolunteer {
  id: string
  locustId: string | null
  firstName: string
  lastName: string
  circuit: string
  congregation: string
}

type Person = Pick<SheetVolunteer, 'firstName' | 'lastName' | 'circuit' | 'congregation'>

/** Identifies a person without a Locust ID (docs/sheet-format.md#matching). */
export function personKey({ firstName, lastName, circuit, congregation }: Person): string {
  return joinKey(firstName, lastName, congregation, circuit).toLowerCase()
}

/** One text of several parts; different parts give different texts. */
export function joinKey(...parts: readonly (string | number | null)[]): string {
  return parts.join('\u001f')
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
