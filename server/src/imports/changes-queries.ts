import { withoutAuditedValues } from '@dashboard/contract/audited-values'
import type { ImportReject } from '@dashboard/contract/import-rejects'
import type { FieldChange, ImportChange, listImportChanges } from '@dashboard/contract/imports'
import { fromFlag, fromJson } from '@dashboard/store/database/column-values'
import { countRows } from '@dashboard/store/database/count-rows'
import type { Database, ImportRow } from '@dashboard/store/database/schema'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import { isOfImport } from '@dashboard/store/imports/insert-import'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { containsText } from '../http/text-search.ts'

export interface PlaceFilter {
  q?: string | undefined
  circuit?: string | undefined
  congregation?: string | undefined
}

type ChangeFilter = Omit<
  z.infer<NonNullable<typeof listImportChanges.query>>,
  'limit' | 'cursor' | 'sort'
>

type OneImport = Pick<ImportRow, 'id' | 'number'>
type ChangeRow = Selectable<Database['import_changes']>

export function chooseChanges(db: ScopedDb, { id }: OneImport, filter: ChangeFilter) {
  return chosenChanges(db, filter).where('importId', '=', id).selectAll()
}

export function countChanges(db: ScopedDb, of: OneImport, filter: ChangeFilter): Promise<number> {
  // Without an order this is quicker than through the index, which is ordered by name.
  return countRows(chosenChanges(db, filter).where(isOfImport(of, 'import_changes.id')))
}

function chosenChanges(db: ScopedDb, filter: ChangeFilter) {
  const { q, kind, circuit, congregation, doubtful } = filter
  let query = db.selectFrom('import_changes')
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (doubtful !== undefined) query = query.where('isDoubtful', '=', 1)
  if (circuit !== undefined || congregation !== undefined) {
    query = query.where(({ and, or }) =>
      or([
        and({
          ...(circuit !== undefined && { fromCircuit: circuit }),
          ...(congregation !== undefined && { fromCongregation: congregation }),
        }),
        and({
          ...(circuit !== undefined && { toCircuit: circuit }),
          ...(congregation !== undefined && { toCongregation: congregation }),
        }),
      ]),
    )
  }
  if (q) query = query.where(containsText(db, ['nameKey'], q))
  return query
}

export function toChange(row: ChangeRow): ImportChange {
  return {
    ...row,
    from: placeOf(row.fromCircuit, row.fromCongregation),
    to: placeOf(row.toCircuit, row.toCongregation),
    fields: withoutAuditedValues(fromJson<FieldChange[]>(row.fields)),
    isDoubtful: fromFlag(row.isDoubtful),
  }
}

function placeOf(circuit: string | null, congregation: string | null) {
  return circuit === null || congregation === null ? null : { circuit, congregation }
}

export type RejectRow = Selectable<Database['import_rejects']>

/** The orders of skipped rows: by row, or by congregation. */
export const rejectOrders = {
  row: { rowIndex: 'integer', id: 'bigInteger' },
  congregation: { circuit: 'text', congregation: 'text', rowIndex: 'integer', id: 'bigInteger' },
} as const

export interface RejectPlace {
  circuit: string
  congregation: string
  rows: number
}

/** Returns how many of the chosen rows each congregation has. */
export async function countRejectsByPlace(
  db: ScopedDb,
  importId: string,
  filter: PlaceFilter,
): Promise<RejectPlace[]> {
  return chooseRejects(db, importId, filter)
    .clearSelect()
    .select(['circuit', 'congregation'])
    .select((select) => select.fn.countAll<number>().as('rows'))
    .groupBy(['circuit', 'congregation'])
    .execute()
}

export function chooseRejects(
  db: ScopedDb,
  importId: string,
  { q, circuit, congregation }: PlaceFilter,
) {
  let query = db.selectFrom('import_rejects').selectAll().where('importId', '=', importId)
  if (circuit !== undefined) query = query.where('circuit', '=', circuit)
  if (congregation !== undefined) query = query.where('congregation', '=', congregation)
  if (q) query = query.where(containsText(db, ['value', 'reason', 'circuit', 'congregation'], q))
  return query
}

export function toReject(row: RejectRow): ImportReject {
  return { ...row, row: row.rowIndex, column: row.columnTitle }
}
