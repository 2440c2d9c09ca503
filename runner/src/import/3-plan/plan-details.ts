import { randomUUIDv7 } from 'node:crypto'
import type { CellValue, ExistingDetail } from '../2-match/existing-data.ts'
import { joinKey } from '../person-key.ts'
import type { DetailKind } from './detail-kinds.ts'
import type { PeoplePlan } from './plan-people.ts'

/** What changes of one kind of detail. */
export interface DetailChanges {
  kind: DetailKind
  /** Values of `detailColumns`. */
  added: CellValue[][]
  removedIds: string[]
  /** Volunteers with a change. */
  volunteerIds: string[]
}

/** The columns in which new details are written. */
export function detailColumns({ columns, madeAt }: DetailKind): string[] {
  return ['id', 'volunteerId', madeAt, ...columns]
}

type Owned = Pick<ExistingDetail, 'id' | 'volunteerId'>

/** Compares the details there are with those that the sheet says; the same ones stay untouched. */
export async function planDetails(
  kind: DetailKind,
  existing: AsyncIterable<ExistingDetail>,
  { wanted, keptIds, places }: PeoplePlan,
  at: string,
): Promise<DetailChanges> {
  const left = new Map<string, Owned>()
  const removed: Owned[] = []
  for await (const { id, volunteerId, values } of existing) {
    // With the volunteer goes all that belongs to it.
    if (!keptIds.has(volunteerId)) continue
    const key = joinKey(volunteerId, ...values)
    if (left.has(key)) removed.push({ id, volunteerId })
    else left.set(key, { id, volunteerId })
  }
  const added: CellValue[][] = []
  const volunteerIds: string[] = []
  for (const { volunteer, row } of wanted) {
    const own = new Set<string>()
    for (const values of kind.valuesOf(volunteer, places.locationIds)) {
      const key = joinKey(row.id, ...values)
      if (own.has(key)) continue
      own.add(key)
      if (left.delete(key)) continue
      added.push([randomUUIDv7(), row.id, at, ...values])
      volunteerIds.push(row.id)
    }
  }
  removed.push(...left.values())
  for (const { volunteerId } of removed) volunteerIds.push(volunteerId)
  return { kind, added, removedIds: removed.map(({ id }) => id), volunteerIds }
}
