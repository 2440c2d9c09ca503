import { fromJson, nowIso, toIso, toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { OutboxRow } from '@dashboard/store/database/schema'
import { insertMessage, type NewMessage } from '@dashboard/store/notices/insert-message'
import { waitBeforeRetry } from '@dashboard/store/outside/retry-with-backoff'
import { outboxTiming } from './outbox-timing.ts'

const dueAtOnce = 50

/**
 * Puts a message into the outbox, to be sent when the time of a burst is over; adds to a message that still waits for
 * that.
 */
export async function queueMessage(tx: Db, message: NewMessage): Promise<void> {
  const { channel, userId, noticeIds } = message
  const waiting = await tx
    .selectFrom('outbox')
    .select(['id', 'noticeIds'])
    .where('channel', '=', channel)
    .where('userId', userId === null ? 'is' : '=', userId)
    .where('purpose', '=', message.purpose)
    .where('attempts', '=', 0)
    .where('endedAt', 'is', null)
    .where('dueAt', '>', nowIso())
    .executeTakeFirst()
  if (waiting) {
    const all = [...new Set([...fromJson<string[]>(waiting.noticeIds), ...noticeIds])]
    const extended = { noticeIds: toJson(all) }
    await tx.updateTable('outbox').set(extended).where('id', '=', waiting.id).execute()
    return
  }
  await insertMessage(tx, message, outboxTiming.burst)
}

export async function readDue(db: Db): Promise<OutboxRow[]> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('endedAt', 'is', null)
    .where('dueAt', '<=', nowIso())
    .orderBy('dueAt')
    .limit(dueAtOnce)
    .execute()
}

/**
 * Claims a message for one try; returns `false` if another server was first. The time of the next try is stored before
 * this one, so that a message on which a server crashes is not tried again and again without a wait.
 */
export async function claimMessage(db: Db, { id, attempts }: OutboxRow): Promise<boolean> {
  const claimed = await db
    .updateTable('outbox')
    .set({
      attempts: attempts + 1,
      triedAt: nowIso(),
      dueAt: toIso(Date.now() + waitBeforeRetry(attempts + 1, undefined, outboxTiming)),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('endedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function endMessage(
  db: Db,
  id: string,
  ending: { result: NonNullable<OutboxRow['result']>; failure: string | null },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ ...ending, endedAt: nowIso() })
    .where('id', '=', id)
    .execute()
}

/** Stores why a try failed, and when the next one follows. */
export async function postponeMessage(
  db: Db,
  id: string,
  { failure, dueMs }: { failure: string; dueMs: number },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ failure, dueAt: toIso(dueMs) })
    .where('id', '=', id)
    .execute()
}
