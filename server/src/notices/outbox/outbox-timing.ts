import { dayMs, hourMs, minuteMs } from '@dashboard/contract/duration'
import { type NoticeChannel, noticeChannels } from '@dashboard/contract/notices'

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
  /** A call after a sync that comes later says nothing about the present. */
  giveUpCall: hourMs,
} as const

/** Whether a message created at `createdAt` is not tried again. */
export function isTooOld(
  { channel, createdAt }: { channel: NoticeChannel; createdAt: string },
  nowMs: number,
): boolean {
  const isCall = noticeChannels[channel].gets === 'syncs'
  const limit = isCall ? outboxTiming.giveUpCall : outboxTiming.giveUp
  return nowMs - Date.parse(createdAt) >= limit
}
