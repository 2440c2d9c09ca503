import { randomUUIDv7 } from 'node:crypto'
import type { NamedValues } from '@dashboard/store/database/write-rows'
import { joinKey } from '@dashboard/store/volunteers/person-key'
import type { SheetVolunteer } from '../1-read/row-mapping.ts'
import type { ExistingDetail } from '../2-match/existing-data.ts'
import type { DetailKind, DetailRow } from './detail-kinds.ts'

/** What changes of one kind of detail. */
export interface DetailChanges {
  kind: DetailKind
  /** Each with all `detailColumns`. */
  added: DetailRow[]
  removedIds: string[]
  /** Volunteers with a change. */
  volunteerIds: string[]
}

/** The columns in which new details are staged. */
export function detailColumns({ columns }: DetailKind): string[] {
  return ['id', 'volunteerId', ...columns]
}

/** The same for two details of a volunteer only when all their columns are. */
function detailKey({ columns }: DetailKind, values: NamedValues): string {
  if (columns.length === 1) return String(values[columns[0] ?? ''] ?? '')
  return joinKey(...columns.map((column) => values[column] ?? null))
}

type Owned = Pick<ExistingDetail, 'id' | 'volunteerId'>

/** Compares the details of some volunteers with those of the sheet; equal ones are not written. */
export function planDetails(
  kind: DetailKind,
  existing: readonly ExistingDetail[],
  wanted: readonly { volunteer: SheetVolunteer; row: { id: string } }[],
  locationIds: ReadonlyMap<string, string>,
): DetailChanges {
  const { left, removed } = groupByOwner(kind, existing)
  const changes: DetailChanges = { kind, added: [], removedIds: [], volunteerIds: [] }
  for (const { volunteer, row } of wanted) {
    const rows = kind.rowsOf(volunteer, locationIds)
    const before = left.get(row.id)
    const own = rows.length > 1 ? new Set<string>() : undefined
    for (const values of rows) {
      if (own || before) {
        const key = detailKey(kind, values)
        if (own?.has(key)) continue
        own?.add(key)
        if (before?.delete(key)) continue
      }
      values.id = randomUUIDv7()
      values.volunteerId = row.id
      changes.added.push(values)
      changes.volunteerIds.push(row.id)
    }
  }
  for (const rest of left.values()) removed.push(...rest.values())
  for (const { id, volunteerId } of removed) {
    changes.removedIds.push(id)
    changes.volunteerIds.push(volunteerId)
  }
  return changes
}

/** The details of each volunteer by what they say; those that say the same as another one are to go. */
function groupByOwner(kind: DetailKind, existing: readonly ExistingDetail[]) {
  const left = new Map<string, Map<string, Owned>>()
  const removed: Owned[] = []
  for (const { id, volunteerId, values } of existing) {
    const own = left.get(volunteerId) ?? new Map<string, Owned>()
    left.set(volunteerId, own)
    const key = detailKey(kind, values)
    if (own.has(key)) removed.push({ id, volunteerId })
    else own.set(key, { id, volunteerId })
  }
  return { left, removed }
}
