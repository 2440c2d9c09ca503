import { randomUUIDv7 } from 'node:crypto'
import type { ImportKind } from '@dashboard/contract/imports'
import { type RawBuilder, sql } from 'kysely'
import { nowIso } from '../database/column-values.ts'
import { lockVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import { inTransaction } from '../database/transactions.ts'

export interface NewImport {
  /** Made by the caller where a job that names the import is inserted before it (docs/architecture.md#locks). */
  id?: string
  kind: ImportKind
  planJobId: string
  /** Full name of the user. */
  createdBy: string | null
  /** The import to go back to. */
  sourceImportId?: string
  undoneImportId?: string
  uploadedName?: string
}

/** Inserts an import that a job is going to plan; returns the import's id. */
export async function insertImport(
  db: Db,
  { id = randomUUIDv7(), ...values }: NewImport,
): Promise<string> {
  await inTransaction(db, async (tx) => {
    // Taken at once, so its numbers follow the order of imports.
    const number = await lockVersion(tx, 'imports')
    const made = { id, number, state: 'planning', createdAt: nowIso() } as const
    await tx
      .insertInto('imports')
      .values({ ...values, ...made })
      .execute()
  })
  return id
}

const numbersOfImport = 10_000_000

/** Returns the first id of an import's changes and rejects; ids are unique across all imports. */
export function firstNumberOf({ number }: { number: number }): number {
  return number * numbersOfImport
}

/** Returns the condition that a row belongs to an import, by its id. The ids of an import form one range. */
export function isOfImport(of: { number: number }, id: string): RawBuilder<boolean> {
  const first = firstNumberOf(of)
  return sql<boolean>`(${sql.ref(id)} > ${sql.lit(first)} and ${sql.ref(id)} < ${sql.lit(first + numbersOfImport)})`
}
