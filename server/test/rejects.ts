import type { Db } from '@dashboard/store/database/open-database'
import type { Database } from '@dashboard/store/database/schema'

const importedAt = '2026-11-20T15:00:00.000Z'

/** Adds an import that has been written; `facts` replaces its defaults. */
export async function writtenImport(
  db: Db,
  { id, number, ...facts }: { id: string; number: number; hasDetails?: 0 | 1 },
): Promise<void> {
  await db
    .insertInto('imports')
    .values({
      id,
      number,
      kind: 'import',
      state: 'completed',
      planJobId: `job-${id}`,
      createdAt: importedAt,
      completedAt: importedAt,
      ...facts,
    })
    .execute()
}

/** Adds rows that an import skips, in the order given. */
export async function skippedRows(
  db: Db,
  importId: string,
  rows: readonly Partial<Database['import_rejects']>[],
): Promise<void> {
  const values = rows.map((row, index) => ({
    id: index + 1,
    importId,
    rowIndex: index + 2,
    columnTitle: 'Last Name',
    value: null,
    reason: 'The last name is missing.',
    circuit: 'NY-1',
    congregation: 'Astoria',
    identity: String(index),
    firstSeenAt: importedAt,
    ...row,
  }))
  for (let at = 0; at < values.length; at += 100) {
    await db
      .insertInto('import_rejects')
      .values(values.slice(at, at + 100))
      .execute()
  }
}
