import { randomUUIDv7 } from 'node:crypto'
import type { NoticeChannel } from '@dashboard/contract/notices'
import { nowIso, toIso, toJson } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'

export interface NewMessage {
  channel: NoticeChannel
  /** `null` for a channel that belongs to no user. */
  userId: string | null
  purpose: 'notices' | 'reminder'
  noticeIds: readonly string[]
}

/** Puts a message into the outbox, to be sent after a wait. */
export async function insertMessage(tx: Db, message: NewMessage, waitMs: number): Promise<void> {
  const { noticeIds, ...to } = message
  await tx
    .insertInto('outbox')
    .values({
      ...to,
      id: randomUUIDv7(),
      noticeIds: toJson(noticeIds),
      createdAt: nowIso(),
      dueAt: toIso(Date.now() + waitMs),
    })
    .execute()
}
