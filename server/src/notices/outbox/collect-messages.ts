import { channelsThatGet, type NoticeChannel, noticeKinds } from '@dashboard/contract/notices'
import { nowIso, toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { NoticeRow } from '@dashboard/store/database/schema'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { NewMessage } from '@dashboard/store/notices/insert-message'
import { readSubscribers, type Subscriber } from '../choices-queries.ts'
import { queueMessage } from './outbox-queries.ts'
import { outboxTiming } from './outbox-timing.ts'

export type OpenChannels = ReadonlySet<NoticeChannel>

/** Puts new notices into the outbox, each once, whichever server does it. */
export async function collectMessages(db: Db, open: OpenChannels): Promise<void> {
  await inTransaction(db, async (tx) => {
    const notices = await tx
      .updateTable('notices')
      .set({ collectedAt: nowIso() })
      .where('collectedAt', 'is', null)
      .returningAll()
      .execute()
    if (notices.length === 0) return
    const first = notices.filter(({ isRepeated }) => isRepeated === 0)
    first.sort((one, other) => one.sequence - other.sequence)
    await queueFor(tx, open, {
      purpose: 'notices',
      idsFor: (subscriber) => first.filter((each) => isFor(subscriber, each)).map(({ id }) => id),
      idsForAll: first.filter(({ audienceId }) => audienceId === null).map(({ id }) => id),
    })
  })
}

interface Collected extends Pick<NewMessage, 'purpose'> {
  idsFor(subscriber: Subscriber): string[]
  /** Notices for the channels that are sent everything. */
  idsForAll: string[]
}

async function queueFor(
  tx: Db,
  open: OpenChannels,
  { purpose, idsFor, idsForAll }: Collected,
): Promise<void> {
  const queue = async (channel: NoticeChannel, userId: string | null, noticeIds: string[]) => {
    if (noticeIds.length > 0) await queueMessage(tx, { channel, userId, purpose, noticeIds })
  }
  const personal = channelsThatGet('choices', open)
  const subscribers = personal.length > 0 ? await readSubscribers(tx) : []
  for (const subscriber of subscribers) {
    for (const channel of personal) await queue(channel, subscriber.userId, idsFor(subscriber))
  }
  for (const channel of channelsThatGet('all', open)) await queue(channel, null, idsForAll)
}

/** Whether a subscriber has chosen to be sent this notice. */
export function isFor(
  { userId, role, topics, createdAt }: Pick<Subscriber, 'userId' | 'role' | 'topics' | 'createdAt'>,
  notice: Pick<NoticeRow, 'kind' | 'audienceId' | 'isForAdmins' | 'createdAt'>,
): boolean {
  return (
    topics.includes(noticeKinds[notice.kind].topic) &&
    (notice.audienceId === null || notice.audienceId === userId) &&
    (notice.isForAdmins === 0 || role === 'admin') &&
    notice.createdAt >= createdAt
  )
}

/** Puts one message a day into the outbox about conditions that last. */
export async function collectReminders(db: Db, open: OpenChannels): Promise<void> {
  const before = toIso(Date.now() - outboxTiming.reminder)
  await inTransaction(db, async (tx) => {
    const wrong = await tx
      .updateTable('notice_conditions')
      .set({ remindedAt: nowIso() })
      .where('remindedAt', '<=', before)
      .returning('noticeId')
      .execute()
    if (wrong.length === 0) return
    const noticeIds = wrong.map(({ noticeId }) => noticeId).sort()
    await queueFor(tx, open, {
      purpose: 'reminder',
      idsFor: ({ topics }) => (topics.includes('problems') ? noticeIds : []),
      idsForAll: noticeIds,
    })
  })
}
