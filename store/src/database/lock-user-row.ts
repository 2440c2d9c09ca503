import { type Db, isPostgres } from './open-database.ts'

/**
 * Makes other transactions that hold the same user wait until this one ends, so that a limit which was counted still
 * holds when it is taken. On SQLite transactions wait for each other anyway.
 */
export async function lockUserRow(tx: Db, userId: string): Promise<void> {
  if (!isPostgres(tx)) return
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}
