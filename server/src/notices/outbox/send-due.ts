import { type NoticeChannel, noticeChannels } from '@dashboard/contract/notices'
import { fromJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { OutboxRow } from '@dashboard/store/database/schema'
import { everyCircuit } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import { waitBeforeRetry } from '@dashboard/store/outside/retry-with-backoff'
import {
  type Channel,
  ChannelFailure,
  type Message,
  type MessageItem,
} from '../channels/channel.ts'
import { findRecipient, type Recipient } from '../choices-queries.ts'
import { claimMessage, endMessage, postponeMessage, readDue } from './outbox-queries.ts'
import { isTooOld, outboxTiming } from './outbox-timing.ts'
import { readWeekItems, type WeekReader } from './weekly-mail.ts'

export interface NoticeLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

interface Dependencies {
  db: Db
  channels: ReadonlyMap<NoticeChannel, Channel>
  week: WeekReader
  log: NoticeLog
  signal: AbortSignal
}

/**
 * Sends the messages that are due, one after the other. A channel that fails is not used again until the next round, so
 * that a mail server that is down is not called once for each recipient.
 */
export async function sendDue(dependencies: Dependencies): Promise<void> {
  const { db, channels, signal } = dependencies
  const failing = new Set<NoticeChannel>()
  for (const row of await readDue(db)) {
    if (signal.aborted) return
    if (failing.has(row.channel)) continue
    const channel = channels.get(row.channel)
    if (!channel || isWeekPast(row)) {
      await endMessage(db, row.id, { result: 'dropped', failure: null })
      continue
    }
    if (!(await claimMessage(db, row))) continue
    if (!(await trySend(dependencies, channel, row))) failing.add(row.channel)
  }
}

/** Any other message is tried at least once, however late. */
function isWeekPast(row: OutboxRow): boolean {
  return row.purpose === 'week' && isTooOld(row, Date.now())
}

/** Sends one message; returns `false` when the channel itself fails. */
async function trySend(
  { db, week, log, signal }: Dependencies,
  channel: Channel,
  row: OutboxRow,
): Promise<boolean> {
  try {
    const message = await makeMessage({ db, week }, row)
    if (!message) {
      await endMessage(db, row.id, { result: 'dropped', failure: null })
      return true
    }
    await channel.send(message, signal)
    await endMessage(db, row.id, { result: 'sent', failure: null })
    return true
  } catch (error) {
    // The server stops, which says nothing about the channel; the message stays in the outbox.
    if (signal.aborted) return false
    // A message that fails in any other way must end by its age, too, and not hold up those behind it.
    const isKnown = error instanceof ChannelFailure
    if (!isKnown) log.warn({ err: error, messageId: row.id }, 'A message could not be sent')
    const {
      message: failure,
      isFinal,
      retryAfterMs,
    } = isKnown ? error : new ChannelFailure('It could not be sent. The log says why.')
    const details = { channel: row.channel, messageId: row.id, tries: row.attempts + 1, failure }
    if (isFinal || isTooOld(row, Date.now())) {
      await endMessage(db, row.id, { result: 'given-up', failure })
      log.warn(details, 'Gave up sending a message')
      return isFinal
    }
    const dueMs = Date.now() + waitBeforeRetry(row.attempts + 1, retryAfterMs, outboxTiming)
    await postponeMessage(db, row.id, { failure, dueMs })
    log.warn(details, 'A message could not be sent and is tried again')
    return false
  }
}

/** Channels that belong to no user may be sent everything. */
const everybody: Recipient = {
  address: undefined,
  scope: everyCircuit,
  isAdmin: true,
  topics: [],
}

async function makeMessage(
  { db, week }: Pick<Dependencies, 'db' | 'week'>,
  row: OutboxRow,
): Promise<Message | undefined> {
  const { id, channel, purpose } = row
  const { gets } = noticeChannels[channel]
  if (gets === 'syncs') return { id, purpose, items: [], recipient: undefined }
  const recipient = gets === 'all' ? everybody : await findRecipient(db, row.userId)
  if (!recipient) return undefined
  const items =
    purpose === 'week'
      ? await readWeekItems({ db, week }, row, recipient)
      : await readItems(db, row, recipient)
  return items.length === 0 ? undefined : { id, purpose, items, recipient: recipient.address }
}

/**
 * Returns what a message contains when it is sent. News: what the recipient has not read in the bell meanwhile. A
 * reminder: what is still wrong. Both contain only what concerns the recipient's circuits.
 */
async function readItems(
  db: Db,
  row: OutboxRow,
  { scope, isAdmin }: Recipient,
): Promise<MessageItem[]> {
  const ids = fromJson<string[]>(row.noticeIds)
  const items = within(db, scope)
    .selectFrom('notices')
    .select(['id', 'kind', 'title', 'text', 'link', 'createdAt'])
    .where('id', 'in', ids)
    .$if(!isAdmin, (query) => query.where('isForAdmins', '=', 0))
    .orderBy('sequence')
  if (row.purpose === 'reminder') {
    const wrong = db.selectFrom('notice_conditions').select('noticeId')
    return items.where('id', 'in', wrong).execute()
  }
  if (row.userId === null) return items.execute()
  const read = db.selectFrom('notice_reads').select('noticeId').where('userId', '=', row.userId)
  return items.where('id', 'not in', read).execute()
}
