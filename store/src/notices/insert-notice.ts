import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { presenceMs } from '@dashboard/contract/limits'
import { nowIso, toFlag, toIso } from '../database/column-values.ts'
import { lockVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import type { ConditionName } from '../database/schema.ts'
import { describeNotice, type NoticeFacts } from './notice-words.ts'

export interface NewNotice {
  facts: NoticeFacts
  /** Subject of the notice, such as `job:<id>`: a second notice with the same cause is not inserted. */
  cause: string
  /** The problem that exists from now on, until it is closed. */
  condition?: ConditionName
  /** The user who caused the event; the notice is already read for them if they were watching. */
  actorId?: string | null
  /** Defaults to now. */
  at?: string
  /** If left out, the notice is for everybody. */
  audienceId?: string | null
  isForAdmins?: boolean
}

/**
 * Inserts a notice in the transaction of the event it reports, so that neither exists without the other. Returns
 * whether the notice is new.
 */
export async function insertNotice(tx: Db, notice: NewNotice): Promise<boolean> {
  const { facts, cause, condition, actorId, audienceId = null, at: createdAt = nowIso() } = notice
  const isForAdmins = toFlag(notice.isForAdmins ?? false)
  const id = randomUUIDv7()
  const sequence = await lockVersion(tx, 'notices')
  const inserted = await tx
    .insertInto('notices')
    .values({
      id,
      sequence,
      kind: facts.kind,
      cause,
      audienceId,
      isForAdmins,
      createdAt,
      collectedAt: null,
      ...describeNotice(facts),
    })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  if (condition) {
    const opened = await tx
      .insertInto('notice_conditions')
      .values({ name: condition, noticeId: id, since: createdAt, remindedAt: createdAt })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('name')
      .executeTakeFirst()
    if (!opened) {
      await tx.updateTable('notices').set({ isRepeated: 1 }).where('id', '=', id).execute()
    }
  }
  if (actorId) await markWatched(tx, id, actorId)
  return true
}

/**
 * Marks a notice as read for the user who caused the event, if a visible page of the dashboard was open when it
 * happened.
 */
async function markWatched(tx: Db, noticeId: string, userId: string): Promise<void> {
  const now = Date.now()
  const watcher = await tx
    .selectFrom('notice_watchers')
    .select('userId')
    .where('userId', '=', userId)
    .where('lastAskedAt', '>', toIso(now - presenceMs))
    .executeTakeFirst()
  if (!watcher) return
  await tx
    .insertInto('notice_reads')
    .values({ id: randomUUID(), noticeId, userId, readAt: toIso(now) })
    .execute()
}
