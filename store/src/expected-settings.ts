import { fromJsonOr, nowIso, toJson } from './database/column-values.ts'
import type { Db } from './database/open-database.ts'

const name = 'run-settings'

/** Keeps what the server expects of the settings of runs, for those that are started by hand. */
export async function saveExpectedSettings(db: Db, expects: string): Promise<void> {
  const values = { value: toJson(expects), updatedAt: nowIso() }
  await db
    .insertInto('preferences')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

/** As `readExpectedSettings` takes it; empty when no server has said anything. */
export async function loadExpectedSettings(db: Db): Promise<string> {
  const row = await db
    .selectFrom('preferences')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return fromJsonOr(row?.value ?? null, '')
}
