import { dayMs, hourMs, minuteMs } from '@dashboard/contract/duration'
import { type NoticeChannel, noticeChannels } from '@dashboard/contract/notices'
import type { OutboxRow } from '@dashboard/store/database/schema'

/** When messages are sent, in milliseconds (docs/notices.md#outbox). */
export const outboxTiming = {
  /** Notices within this time are sent in one message. */
  burst: 2 * minuteMs,
  /** The time between two messages about a condition that lasts. */
  reminder: dayMs,
  /** The wait before the second try, doubled before each further one. */
  firstWaitMs: minuteMs,
  maxWaitMs: 6 * hourMs,
  /** How long sending a message is tried. */
  giveUp: 3 * dayMs,
  /** A weekly mail that comes later is left out. */
  giveUpWeek: dayMs,
  /** A call after a sync that comes later says nothing about the present. */
  giveUpCall: hourMs,
} as const

/** Whether a message created at `createdAt` is not tried again. */
export function isTooOld(
  { channel, purpose, createdAt }: Pick<OutboxRow, 'channel' | 'purpose' | 'createdAt'>,
  nowMs: number,
): boolean {
  return nowMs - Date.parse(createdAt) >= giveUpAfter(channel, purpose)
}

function giveUpAfter(channel: NoticeChannel, purpose: OutboxRow['purpose']): number {
  if (noticeChannels[channel].gets === 'syncs') return outboxTiming.giveUpCall
  return purpose === 'week' ? outboxTiming.giveUpWeek : outboxTiming.giveUp
}
