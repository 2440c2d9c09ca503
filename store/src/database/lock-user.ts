import { type Db, isPostgres } from './open-database.ts'
import type { UserRow } from './schema.ts'

/**
 * Returns the user's row, and locks it until the transaction ends, so that others that hold the same user wait and a
 * limit that was counted still holds when it is taken. On SQLite transactions wait for each other anyway.
 */
export function lockUser(tx: Db, id: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .$if(isPostgres(tx), (query) => query.forUpdate())
    .executeTakeFirst()
}
