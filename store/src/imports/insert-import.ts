import { randomUUIDv7 } from 'node:crypto'
import type { ImportKind } from '@dashboard/contract/imports'
import { type RawBuilder, sql } from 'kysely'
import { nowIso } from '../database/column-values.ts'
import { raiseVersion } from '../database/data-versions.ts'
import { type Db, inTransaction } from '../database/open-database.ts'

export interface NewImport {
  id?: string
  kind: ImportKind
  /** The job that plans it. */
  planJobId: string
  /** Full name. */
  createdBy: string | null
  /** The import to go back to. */
  sourceImportId?: string
}

/** Notes that a job is going to plan an import; returns the import's id. */
export async function insertImport(
  db: Db,
  { id = randomUUIDv7(), sourceImportId, ...values }: NewImport,
): Promise<string> {
  await inTransaction(db, async (tx) => {
    // Raised under a lock, so it numbers imports in their order.
    const number = await raiseVersion(tx, 'imports')
    const facts = { ...values, sourceImportId: sourceImportId ?? null, state: 'planning' as const }
    await tx
      .insertInto('imports')
      .values({ id, number, createdAt: nowIso(), ...facts })
      .execute()
  })
  return id
}

const numbersOfImport = 10_000_000

/** Changes and rejects of an import have ids from here on: unique in all imports together. */
export function firstNumberOf({ number }: { number: number }): number {
  return number * numbersOfImport
}

/** The condition for rows of an import by their ids, which are read one after the other. */
export function isOfImport(of: { number: number }, id: string): RawBuilder<boolean> {
  const first = firstNumberOf(of)
  return sql<boolean>`(${sql.ref(id)} > ${sql.lit(first)} and ${sql.ref(id)} < ${sql.lit(first + numbersOfImport)})`
}
