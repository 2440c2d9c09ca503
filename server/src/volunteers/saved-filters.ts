import { randomUUID } from 'node:crypto'
import { volunteerSearch } from '@dashboard/contract/limits'
import type { SavedFilters } from '@dashboard/contract/volunteers'
import { nowIso } from '@dashboard/store/database/column-values'
import { type Db, inTransaction } from '@dashboard/store/database/open-database'
import { compareNaturally } from '@dashboard/store/report-targets'
import { conflict } from '../http/app-error.ts'

/** The filters that a user has saved, by name. */
export async function listSaved(db: Db, userId: string): Promise<SavedFilters[]> {
  const rows = await db
    .selectFrom('saved_filters')
    .select(['id', 'name', 'filters'])
    .where('userId', '=', userId)
    .execute()
  return rows.sort((one, other) => compareNaturally(one.name, other.name))
}

/** Saves filters; those that the user has under the same name are replaced. */
export async function saveUnderName(
  db: Db,
  userId: string,
  { name, filters }: Pick<SavedFilters, 'name' | 'filters'>,
): Promise<SavedFilters> {
  return inTransaction(db, async (tx) => {
    const saved = await listSaved(tx, userId)
    const isNew = saved.every((each) => each.name !== name)
    if (isNew && saved.length >= volunteerSearch.savedPerUser) {
      throw conflict(
        `You have saved ${volunteerSearch.savedPerUser} sets of filters. Delete one before you save another.`,
      )
    }
    return tx
      .insertInto('saved_filters')
      .values({ id: randomUUID(), userId, name, filters, createdAt: nowIso() })
      .onConflict((given) => given.columns(['userId', 'name']).doUpdateSet({ filters }))
      .returning(['id', 'name', 'filters'])
      .executeTakeFirstOrThrow()
  })
}

/** Answers whether the user had such. */
export async function deleteSaved(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_filters')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
