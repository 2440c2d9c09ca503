import { type ChannelState, NoticeChannel } from '@dashboard/contract/notices'
import { countRows } from '@dashboard/store/database/count-rows'
import type { Db } from '@dashboard/store/database/open-database'
import type { Channel } from './channels/channel.ts'

/** Returns for each channel whether it is set up, and how its last messages ended. */
export async function readChannelStates(
  db: Db,
  channels: ReadonlyMap<NoticeChannel, Channel>,
): Promise<ChannelState[]> {
  return Promise.all(
    NoticeChannel.options.map(async (channel) => ({
      channel,
      isConfigured: channels.has(channel),
      host: channels.get(channel)?.host ?? null,
      ...(await readHistory(db, channel)),
    })),
  )
}

async function readHistory(
  db: Db,
  channel: NoticeChannel,
): Promise<Pick<ChannelState, 'waiting' | 'lastSentAt' | 'failure'>> {
  const ofChannel = db.selectFrom('outbox').where('channel', '=', channel)
  const waiting = await countRows(ofChannel.where('endedAt', 'is', null))
  const sent = await ofChannel
    .select('endedAt')
    .where('result', '=', 'sent')
    .orderBy('endedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  const failed = await ofChannel
    .select(['failure', 'triedAt', 'dueAt', 'endedAt'])
    .where('failure', 'is not', null)
    .orderBy('triedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  const lastSentAt = sent?.endedAt ?? null
  const { failure, triedAt = null, dueAt = '', endedAt = null } = failed ?? {}
  // A later message that was sent shows that the channel works again.
  const isPast = triedAt === null || (lastSentAt !== null && lastSentAt > triedAt)
  return {
    waiting,
    lastSentAt,
    failure:
      isPast || !failure
        ? null
        : { message: failure, at: triedAt, nextTryAt: endedAt === null ? dueAt : null },
  }
}
