import { randomUUIDv7 } from 'node:crypto'
import { nowIso, toJson } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'

/**
 * Puts a call of HEARTBEAT_URL into the outbox, in the transaction of a scheduled sync that succeeded. Runners do not
 * know whether there is one; where there is none the row is dropped.
 */
export async function queueHeartbeat(tx: Db): Promise<void> {
  const now = nowIso()
  const values = {
    channel: 'heartbeat',
    userId: null,
    noticeIds: toJson([]),
    isReminder: 0,
  } as const
  await tx
    .insertInto('outbox')
    .values({ id: randomUUIDv7(), ...values, createdAt: now, dueAt: now })
    .execute()
}
