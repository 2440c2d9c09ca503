import { localDay } from '@dashboard/contract/local-time'
import { nowIso, toIso, toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { OutboxRow } from '@dashboard/store/database/schema'
import type { Scope } from '@dashboard/store/database/scope'
import { readStoredValue, saveStoredValue } from '@dashboard/store/database/stored-values'
import { inTransaction } from '@dashboard/store/database/transactions'
import { lastDueAt } from '../../schedules/due-times.ts'
import type { MessageItem } from '../channels/channel.ts'
import { type Recipient, readSubscribers } from '../choices-queries.ts'
import type { OpenChannels } from './collect-messages.ts'
import { isTooOld } from './outbox-timing.ts'

const mondayAt7 = { days: [1], time: '07:00' }

/** By circuit, how many can serve at each time of its week (`Day:Slot`); 2 stands for two or more. */
export type ServingCounts = Record<string, Record<string, number>>

/** A Monday, and what the weekly mail of it compares with. */
export interface Week {
  dueAt: string
  /** Seven days earlier, at the same hour of the clock. */
  weekAgo: string
  /** The Monday before for which mails were queued, and who could serve then; `null` before the second one. */
  before: { dueAt: string; counts: ServingCounts } | null
}

/** Reads what the weekly mail says, from the features that it is about. */
export interface WeekReader {
  readCounts(): Promise<ServingCounts>
  /** Returns the paragraphs for somebody who may see these circuits; empty where there is nothing to say. */
  readItems(scope: Scope, week: Week): Promise<readonly MessageItem[]>
}

interface QueuedWeek extends Week {
  counts: ServingCounts
}

interface Dependencies {
  db: Db
  week: WeekReader
}

/**
 * Puts the weekly mails of a Monday into the outbox, each once, whichever server does it and however often; those of a
 * Monday that is more than a day ago are left out.
 */
export async function queueWeek({ db, week }: Dependencies, open: OpenChannels): Promise<void> {
  if (!open.has('email')) return
  const dueAt = lastDueAt(mondayAt7, nowIso())
  const mail = { channel: 'email', purpose: 'week', createdAt: dueAt } as const
  if (isTooOld(mail, Date.now())) return
  const last = await readStoredValue<QueuedWeek>(db, 'weekly-mail')
  const day = localDay(dueAt)
  if (last && localDay(last.dueAt) === day) return
  const queued: QueuedWeek = {
    dueAt,
    weekAgo: lastDueAt(mondayAt7, toIso(Date.parse(dueAt) - 1)),
    before: last ? { dueAt: last.dueAt, counts: last.counts } : null,
    counts: await week.readCounts(),
  }
  await inTransaction(db, async (tx) => {
    await saveStoredValue(tx, 'weekly-mail', queued)
    const subscribers = await readSubscribers(tx)
    for (const { userId } of subscribers.filter(({ topics }) => topics.includes('week'))) {
      await tx
        .insertInto('outbox')
        .values({
          ...mail,
          id: `week-${day}-${userId}`,
          userId,
          noticeIds: toJson([]),
          dueAt: nowIso(),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    }
  })
}

/** Returns what the weekly mail says to a recipient when it is sent; nothing to one who has turned it off meanwhile. */
export async function readWeekItems(
  { db, week }: Dependencies,
  { createdAt }: OutboxRow,
  { scope, topics }: Recipient,
): Promise<readonly MessageItem[]> {
  const queued = await readStoredValue<QueuedWeek>(db, 'weekly-mail')
  if (!topics.includes('week') || queued?.dueAt !== createdAt) return []
  return week.readItems(scope, queued)
}
