import type { ImportCircuit } from '@dashboard/contract/imports'
import { fromFlag, toFlag } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'
import type { ImportRow } from '../database/schema.ts'
import { upsertRows } from '../database/write-rows.ts'
import { firstNumberOf } from './insert-import.ts'

const kinds = ['new', 'moved', 'changed', 'left', 'unchanged', 'skipped'] as const

/** Replaces the counts of an import. */
export async function writePlaces(
  db: Db,
  { id, number }: Pick<ImportRow, 'id' | 'number'>,
  circuits: readonly ImportCircuit[],
): Promise<void> {
  await db.deleteFrom('import_places').where('importId', '=', id).execute()
  const places = circuits.flatMap(({ congregations, ...circuit }) => [
    { ...circuit, congregation: null },
    ...congregations.map((congregation) => ({ circuit: circuit.circuit, ...congregation })),
  ])
  const rows = places.map(({ isNew, isGone, ...place }, index) => ({
    ...place,
    id: firstNumberOf({ number }) + index + 1,
    importId: id,
    isNew: toFlag(isNew),
    isGone: toFlag(isGone),
  }))
  await upsertRows(db, 'import_places', rows, {})
}

export async function readCircuits(db: Db, importId: string): Promise<ImportCircuit[]> {
  const rows = await db
    .selectFrom('import_places')
    .select(['circuit', 'congregation', ...kinds, 'isNew', 'isGone'])
    .where('importId', '=', importId)
    .orderBy('id')
    .execute()
  const circuits: ImportCircuit[] = []
  for (const { circuit, congregation, isNew, isGone, ...counts } of rows) {
    const place = { ...counts, isNew: fromFlag(isNew), isGone: fromFlag(isGone) }
    if (congregation === null) circuits.push({ circuit, ...place, congregations: [] })
    else circuits.at(-1)?.congregations.push({ congregation, ...place })
  }
  return circuits
}

export function sumOf(places: readonly Readonly<Record<(typeof kinds)[number], number>>[]) {
  const sum = { new: 0, moved: 0, changed: 0, left: 0, unchanged: 0, skipped: 0 }
  for (const each of places) for (const kind of kinds) sum[kind] += each[kind]
  return sum
}
