import type { ColumnLoss } from '@dashboard/contract/imports'
import { columnsOf, declaredColumn, type SheetColumn } from '@dashboard/contract/sheet-columns'
import { toFlag } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { inBatches } from '@dashboard/store/database/statement-batches'
import { type RawBuilder, sql } from 'kysely'
import { guessByTitle } from '../../columns/guess-use.ts'
import type { CongregationRow, ExistingPlaces, KnownVolunteer } from '../matching/existing-data.ts'
import type { PlacesPlan } from './plan-places.ts'

/**
 * Detects imports that would erase columns: if a title in the sheet was changed, its column would silently become blank
 * for every volunteer (docs/imports.md#the-guard).
 */

/** A column with fewer values than this may lose any share of them. */
const guardedValues = 10

/** Number of volunteers who stay but lose their value, by column. */
export type ColumnLosses = ReadonlyMap<SheetColumn, number>

interface Compared {
  db: Db
  known: readonly KnownVolunteer[]
  existing: ExistingPlaces
  places: PlacesPlan
  losses: ColumnLosses
  present: ReadonlySet<SheetColumn>
  /** Unknown columns, one of which may be a missing column under another title. */
  possibleTitles: readonly string[]
}

/** Returns the columns that would lose more than half of their values, those missing from the sheet first. */
export async function findColumnLosses(compared: Compared): Promise<ColumnLoss[]> {
  const { db, known, losses, present, possibleTitles } = compared
  const leaving = known.filter(({ isMatched }) => !isMatched).map(({ id }) => id)
  const ofVolunteers: CountedLoss[] = []
  for (const [column, erased] of losses) {
    if (!mayBeMost(erased)) continue
    ofVolunteers.push({ column, erased, ...(await countStored(db, storedIn(column), leaving)) })
  }
  const lost = [...ofVolunteers, ...listPlaceLosses(compared)].filter(({ erased, ...count }) =>
    isMost(erased, count),
  )
  const missing = lost.map(({ column }) => column).filter((column) => !present.has(column))
  return lost
    .map(({ column, erased, staying }) => ({
      column,
      isMissing: !present.has(column),
      ...(!present.has(column) && findPossibleTitle(column, missing, possibleTitles)),
      erased,
      values: staying,
    }))
    .sort(
      (one, other) => Number(other.isMissing) - Number(one.isMissing) || other.erased - one.erased,
    )
}

/**
 * Returns the unknown title that a missing column may have now: the only one that names it in other sheets or, if only
 * this column is missing, the only one that names nothing.
 */
function findPossibleTitle(
  column: SheetColumn,
  missing: readonly SheetColumn[],
  titles: readonly string[],
): Pick<ColumnLoss, 'possibleTitle'> {
  const naming = titles.filter((title) => guessByTitle(title)?.use === column)
  const isAlone = missing.length === 1 && titles.every((title) => !guessByTitle(title))
  const [possibleTitle, ...others] = naming.length === 0 && isAlone ? titles : naming
  return possibleTitle === undefined || others.length > 0 ? {} : { possibleTitle }
}

/** Number of values among all existing volunteers, and among those who stay. */
interface ValueCount {
  all: number
  staying: number
}

/** Whether counting could show that most values are `concerned`: it takes a while, and most imports concern few. */
export function mayBeMost(concerned: number): boolean {
  return concerned > guardedValues / 2
}

/** Whether more than half of the values of those who stay are `concerned`. */
export function isMost(concerned: number, { all, staying }: ValueCount): boolean {
  return mayBeMost(concerned) && all >= guardedValues && concerned > staying / 2
}

interface CountedLoss extends ValueCount {
  column: SheetColumn
  erased: number
}

/** Counts losses of language and city, which belong to a congregation: all its volunteers have them. */
function listPlaceLosses({ known, existing, places }: Compared): CountedLoss[] {
  const before = new Map<string | null, CongregationRow>(
    existing.congregations.map((row) => [row.id, row]),
  )
  const after = new Map([
    ...before,
    ...places.changes.congregations.map((row) => [row.id, row] as const),
  ])
  return columnsOf('congregation').map(({ title: column, field }) => {
    const has = (id: string | null) => (before.get(id)?.[field] ?? null) !== null
    const keeps = (id: string | null) => (after.get(id)?.[field] ?? null) !== null
    // Volunteers who move to an existing congregation that had no value have not lost theirs through a missing column.
    const isErased = (id: string | null) => !keeps(id) && (has(id) || !before.has(id))
    const all = known.filter(({ congregationId }) => has(congregationId))
    const staying = all.filter(({ isMatched }) => isMatched)
    const erased = staying.filter((each) => isErased(each.movesTo ?? each.congregationId))
    return { column, erased: erased.length, all: all.length, staying: staying.length }
  })
}

/** Counts the volunteers who have a value, and those of them who do not leave. */
export async function countStored(
  db: Db,
  storage: Storage,
  leaving: readonly string[],
): Promise<ValueCount> {
  const all = await countValues(db, storage)
  let staying = all
  for (const some of inBatches(leaving)) staying -= await countValues(db, storage, some)
  return { all, staying }
}

/** Counts the volunteers, among these or all, who have a value. */
async function countValues(
  db: Db,
  { table, owner, isValue }: Storage,
  owners?: readonly string[],
): Promise<number> {
  const isOfThese = owners ? sql`and ${sql.ref(owner)} in (${sql.join(owners)})` : sql``
  const { rows } = await sql<{ values: number }>`
    select count(distinct ${sql.ref(owner)}) as "values" from ${sql.table(table)}
    where ${isValue} ${isOfThese}`.execute(db)
  return rows[0]?.values ?? 0
}

interface Storage {
  table: string
  /** Column with the volunteer's id. */
  owner: string
  isValue: RawBuilder<unknown>
}

/** Where values of a table are, in rows that have one in the column, or in all. */
export function ownedBy(table: string, column?: string): Storage {
  const isValue = column === undefined ? sql`1 = 1` : sql`${sql.ref(column)} is not null`
  return { table, owner: table === 'volunteers' ? 'id' : 'volunteerId', isValue }
}

function storedIn(title: SheetColumn): Storage {
  const column = declaredColumn(title)
  switch (column.of) {
    case 'volunteer':
      return column.reads === 'flag'
        ? { table: 'volunteers', owner: 'id', isValue: sql`${sql.ref(column.field)} = 1` }
        : ownedBy('volunteers', column.field)
    case 'cartLocations':
      return ownedBy('volunteer_cart_assignments')
    case 'appointments':
      return ownedBy('appointments')
    case 'firstContact':
    case 'secondContact': {
      const isPrimary = toFlag(column.of === 'firstContact')
      const isValue = sql`"isPrimary" = ${isPrimary} and ${sql.ref(column.field)} is not null`
      return { ...ownedBy('emergency_contacts'), isValue }
    }
    case 'availability':
      return { ...ownedBy('availability_schedules'), isValue: sql`"dayOfWeek" = ${title}` }
    case 'place':
    case 'congregation':
      throw new Error(`Nobody can lose '${title}' alone`)
  }
}
