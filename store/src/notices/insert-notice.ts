import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { presenceMs } from '@dashboard/contract/limits'
import { nowIso, toFlag, toIso } from '../database/column-values.ts'
import { raiseVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import type { ConditionName } from '../database/schema.ts'
import { openCondition } from './conditions.ts'
import { describeNotice, type NoticeFacts } from './notice-words.ts'

export interface NewNotice {
  facts: NoticeFacts
  /** What it is about, such as `job:<id>`: a second notice of the same cause is not inserted. */
  cause: string
  /** What is wrong from now on, until it is closed. */
  condition?: ConditionName
  /** Who did what it tells of; it is not new to them if they watched. */
  actorId?: string | null
  /** Left out, now. */
  at?: string
  /** Left out, it is for everybody. */
  audienceId?: string | null
  isForAdmins?: boolean
}

/**
 * Inserts a notice in the transaction of what it tells of, so that neither is there without the other. Whether it is a
 * new one.
 */
export async function insertNotice(tx: Db, notice: NewNotice): Promise<boolean> {
  const { facts, cause, condition, actorId, audienceId = null, at: createdAt = nowIso() } = notice
  const isForAdmins = toFlag(notice.isForAdmins ?? false)
  const id = randomUUIDv7()
  const sequence = await raiseVersion(tx, 'notices')
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
  if (condition && !(await openCondition(tx, condition, { noticeId: id, since: createdAt }))) {
    await tx.updateTable('notices').set({ isRepeated: 1 }).where('id', '=', id).execute()
  }
  if (actorId) await markWatched(tx, id, actorId)
  return true
}

/** Who did it and had a visible page of the dashboard open when it ended has seen it there. */
async function markWatched(tx: Db, noticeId: string, userId: string): Promise<void> {
  const now = Date.now()
  const watcher = await tx
    .selectFrom('notice_watchers')
    .select('userId')
    .where('userId', '=', userId)
    .where('lastAskedAt', '>', toIso(now - presenceMs))
    .where('lastAskedAt', '<', toIso(now + presenceMs))
    .executeTakeFirst()
  if (!watcher) return
  await tx
    .insertInto('notice_reads')
    .values({ id: randomUUID(), noticeId, userId, readAt: toIso(now) })
    .execute()
}
