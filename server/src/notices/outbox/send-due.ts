import type { NoticeChannel } from '@dashboard/contract/notices'
import type { OutboxRow } from '@dashboard/store/database/notice-tables'
import type { Db } from '@dashboard/store/database/open-database'
import { type Channel, ChannelFailure, type Message } from '../channels/channel.ts'
import { findAddress } from '../choices-queries.ts'
import { readItems } from './message-items.ts'
import { claimMessage, endMessage, postponeMessage, readDue } from './outbox-queries.ts'
import { isTooOld, waitAfterTry } from './outbox-timing.ts'

export interface NoticeLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

interface Dependencies {
  db: Db
  channels: ReadonlyMap<NoticeChannel, Channel>
  log: NoticeLog
  /** Whether this server is still the one that sends. */
  isSender(): Promise<boolean>
  signal: AbortSignal
  now?: () => number
}

/**
 * Sends what is due, one message after the other. A channel that fails is left alone until the next round, so
 * that a mail server that is down is not asked once for each recipient.
 */
export async function sendDue(dependencies: Dependencies): Promise<void> {
  const { db, channels, isSender, signal, now = Date.now } = dependencies
  const failing = new Set<NoticeChannel>()
  for (const row of await readDue(db, now())) {
    if (signal.aborted || !(await isSender())) return
    if (failing.has(row.channel)) continue
    const channel = channels.get(row.channel)
    if (!channel) {
      await endMessage(db, row.id, { result: 'dropped', failure: null, nowMs: now() })
      continue
    }
    if (!(await claimMessage(db, row, now()))) continue
    if (!(await trySend(dependencies, channel, row))) failing.add(row.channel)
  }
}

/** `false` when the channel itself fails. */
async function trySend(
  { db, log, signal, now = Date.now }: Dependencies,
  channel: Channel,
  row: OutboxRow,
): Promise<boolean> {
  const message = await makeMessage(db, row)
  if (!message) {
    await endMessage(db, row.id, { result: 'dropped', failure: null, nowMs: now() })
    return true
  }
  try {
    await channel.send(message, signal)
    await endMessage(db, row.id, { result: 'sent', failure: null, nowMs: now() })
    return true
  } catch (error) {
    if (!(error instanceof ChannelFailure)) throw error
    const { message: failure, isFinal, retryAfterMs } = error
    const details = { channel: channel.name, messageId: row.id, tries: row.attempts + 1, failure }
    if (isFinal || isTooOld(row, now())) {
      await endMessage(db, row.id, { result: 'given-up', failure, nowMs: now() })
      log.warn(details, 'A message was given up')
      return isFinal
    }
    const dueMs = now() + waitAfterTry(row.attempts + 1, retryAfterMs)
    await postponeMessage(db, row.id, { failure, dueMs })
    log.warn(details, 'A message could not be sent and is tried again')
    return false
  }
}

async function makeMessage(db: Db, row: OutboxRow): Promise<Message | undefined> {
  const { id, channel, isReminder } = row
  const purpose = isReminder === 1 ? 'reminder' : 'notices'
  if (channel === 'heartbeat') return { id, purpose, items: [], recipient: undefined }
  const items = await readItems(db, row)
  const recipient = channel === 'email' ? await findAddress(db, row.userId) : undefined
  const isNobody = channel === 'email' && recipient === undefined
  return items.length === 0 || isNobody ? undefined : { id, purpose, items, recipient }
}
