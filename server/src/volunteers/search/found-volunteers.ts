import { type ListedVolunteer, VolunteerMark } from '@dashboard/contract/volunteers'
import { fromFlag } from '@dashboard/store/database/column-values'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import type { VolunteerIndex } from './build-index.ts'
import { ranks } from './match-volunteers.ts'
import { hasMark } from './volunteer-marks.ts'
import type { ScopedPlaces } from './volunteer-places.ts'

export interface FoundVolunteers {
  index: VolunteerIndex
  places: ScopedPlaces
  found: Uint8Array
  wrongNumbers: ReadonlySet<string>
}

/**
 * Returns the volunteers with these numbers as a list shows them; a volunteer whom an import has just removed is left
 * out.
 */
export async function readFound(
  db: ScopedDb,
  numbers: readonly number[],
  { index, places, found, wrongNumbers }: FoundVolunteers,
): Promise<ListedVolunteer[]> {
  if (numbers.length === 0) return []
  const rows = await db
    .selectFrom('volunteers')
    .select(['id', 'firstName', 'lastName', 'mobilePhone', 'emailAddress', 'trained', 'available'])
    .select(['orientation', 'availabilityDoubleShifts'])
    .where(
      'id',
      'in',
      numbers.map((number) => index.ids[number] ?? ''),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return numbers.flatMap((number) => {
    const row = byId.get(index.ids[number] ?? '')
    if (!row) return []
    const congregation = index.congregationOf[number] ?? -1
    return {
      id: row.id,
      firstName: row.firstName,
      lastName: row.lastName,
      circuit: places.circuits[index.circuitOf[number] ?? -1] ?? null,
      congregation: places.congregations[congregation] ?? null,
      language: index.congregations[congregation]?.language ?? null,
      mobilePhone: row.mobilePhone,
      emailAddress: row.emailAddress,
      trained: fromFlag(row.trained),
      available: fromFlag(row.available),
      orientation: fromFlag(row.orientation),
      doubleShifts: fromFlag(row.availabilityDoubleShifts),
      isBySound: found[number] === ranks.sound,
      marks: VolunteerMark.options.filter((mark) => hasMark(index, number, { mark, wrongNumbers })),
    }
  })
}
