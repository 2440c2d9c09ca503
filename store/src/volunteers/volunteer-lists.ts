import type { Insertable, Selectable } from 'kysely'
import { fromJson, nowIso, toJson } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'
import type { Database } from '../database/schema.ts'
import { inTransaction } from '../database/transactions.ts'
import { lockJob } from '../jobs/renew-lease.ts'

/** Stores lists of volunteers as PDF: requested, drawn by a job, fetched once. */

export const volunteerListsFolder = 'lists'

export function volunteerListKey(id: string): string {
  return `${volunteerListsFolder}/${id}.pdf`
}

export type VolunteerList = Omit<Selectable<Database['volunteer_lists']>, 'volunteerIds'> & {
  volunteerIds: string[]
}

export type NewVolunteerList = Omit<
  Insertable<Database['volunteer_lists']>,
  'volunteerIds' | 'storageKey' | 'createdAt'
> & { volunteerIds: readonly string[] }

/** Inserts a list; call it in the transaction that queues its job. */
export async function insertVolunteerList(tx: Db, list: NewVolunteerList): Promise<void> {
  const row = { ...list, volunteerIds: toJson(list.volunteerIds), createdAt: nowIso() }
  await tx.insertInto('volunteer_lists').values(row).execute()
}

export async function findVolunteerList(db: Db, id: string): Promise<VolunteerList | undefined> {
  const row = await db
    .selectFrom('volunteer_lists')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, volunteerIds: fromJson<string[]>(row.volunteerIds) }
}

/**
 * Records that the file of a list is stored, if its job still runs for this owner. Otherwise returns `false`, and the
 * caller must delete the file.
 */
export async function recordVolunteerListDrawn(
  db: Db,
  id: string,
  owner: string,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await lockJob(tx, id, owner))) return false
    const { numUpdatedRows } = await tx
      .updateTable('volunteer_lists')
      .set({ storageKey: volunteerListKey(id) })
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  })
}
