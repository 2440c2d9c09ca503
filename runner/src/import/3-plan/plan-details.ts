import { randomUUIDv7 } from 'node:crypto'
import type { ExistingDetail, NamedValues } from '../2-match/existing-data.ts'
import { joinKey } from '../person-key.ts'
import type { DetailKind } from './detail-kinds.ts'
import type { PeoplePlan } from './plan-people.ts'

/** What changes of one kind of detail. */
export interface DetailChanges {
  kind: DetailKind
  /** Each with all `detailColumns`. */
  added: NamedValues[]
  removedIds: string[]
  /** Volunteers with a change. */
  volunteerIds: string[]
}

/** The columns in which new details are written. */
export function detailColumns({ columns, madeAt }: DetailKind): string[] {
  return ['id', 'volunteerId', madeAt, ...columns]
}

/** The same for two details of a volunteer only when all their columns are. */
function detailKey({ columns }: DetailKind, volunteerId: string, values: NamedValues): string {
  return joinKey(volunteerId, ...columns.map((column) => values[column] ?? null))
}

type Owned = Pick<ExistingDetail, 'id' | 'volunteerId'>

/** Compares the existing details with those of the sheet; equal ones are not written. */
export async function planDetails(
  kind: DetailKind,
  existing: AsyncIterable<ExistingDetail>,
  { wanted, keptIds, places }: PeoplePlan,
  at: string,
): Promise<DetailChanges> {
  const left = new Map<string, Owned>()
  const removed: Owned[] = []
  for await (const { id, volunteerId, values } of existing) {
    // Deleting a volunteer deletes its details.
    if (!keptIds.has(volunteerId)) continue
    const key = detailKey(kind, volunteerId, values)
    if (left.has(key)) removed.push({ id, volunteerId })
    else left.set(key, { id, volunteerId })
  }
  const added: NamedValues[] = []
  const volunteerIds: string[] = []
  for (const { volunteer, row } of wanted) {
    const own = new Set<string>()
    for (const values of kind.rowsOf(volunteer, places.locationIds)) {
      const key = detailKey(kind, row.id, values)
      if (own.has(key)) continue
      own.add(key)
      if (left.delete(key)) continue
      added.push({ id: randomUUIDv7(), volunteerId: row.id, [kind.madeAt]: at, ...values })
      volunteerIds.push(row.id)
    }
  }
  removed.push(...left.values())
  for (const { volunteerId } of removed) volunteerIds.push(volunteerId)
  return { kind, added, removedIds: removed.map(({ id }) => id), volunteerIds }
}
