import { randomUUID } from 'node:crypto'
import { compareNames } from '@dashboard/contract/compare-names'
import { volunteerSearch } from '@dashboard/contract/limits'
import {
  deleteSavedFilters,
  listSavedFilters,
  type SavedFilters,
  saveFilters,
} from '@dashboard/contract/volunteers'
import { nowIso } from '@dashboard/store/database/column-values'
import { lockUser } from '@dashboard/store/database/lock-user'
import type { Db } from '@dashboard/store/database/open-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { FastifyInstance } from 'fastify'
import { conflict, notFound } from '../../http/app-error.ts'
import { route } from '../../http/endpoint-routes.ts'

export function savedFiltersRoutes(app: FastifyInstance, db: Db): void {
  route(app, listSavedFilters, async ({ user }) => ({
    savedFilters: await listSaved(db, user.id),
  }))

  route(app, saveFilters, async ({ user, body }) => ({
    savedFilters: await saveUnderName(db, user.id, body),
  }))

  route(app, deleteSavedFilters, async ({ user, params: { id } }) => {
    const { numDeletedRows } = await db
      .deleteFrom('saved_filters')
      .where('id', '=', id)
      .where('userId', '=', user.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('Saved filters')
    return { message: 'Saved filters deleted' }
  })
}

async function listSaved(db: Db, userId: string): Promise<SavedFilters[]> {
  const rows = await db
    .selectFrom('saved_filters')
    .select(['id', 'name', 'filters'])
    .where('userId', '=', userId)
    .execute()
  return rows.sort((one, other) => compareNames(one.name, other.name))
}

/** Saves filters, and replaces those of the user with the same name. */
async function saveUnderName(
  db: Db,
  userId: string,
  { name, filters }: Pick<SavedFilters, 'name' | 'filters'>,
): Promise<SavedFilters> {
  return inTransaction(db, async (tx) => {
    await lockUser(tx, userId)
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
