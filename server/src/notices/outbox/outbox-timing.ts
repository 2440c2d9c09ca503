import { dayMs, hourMs, minuteMs } from '@dashboard/contract/duration'
import type { NoticeTopic } from '@dashboard/contract/notice-inputs'
import { type NoticeChannel, type NoticeKind, noticeChannels } from '@dashboard/contract/notices'

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

const topics: Record<NoticeKind, NoticeTopic> = {
  'sync-failed': 'problems',
  'sync-skipped': 'problems',
  'import-guard': 'problems',
  'values-replaced': 'problems',
  'schedule-missed': 'problems',
  'data-old': 'problems',
  'backup-failed': 'problems',
  'backup-old': 'problems',
  'codes-refused': 'problems',
  'administrator-made': 'problems',
  'password-set': 'problems',
  recovered: 'problems',
  'rows-skipped': 'rows-skipped',
  'reports-ready': 'reports',
  'reports-failed': 'reports',
  'reports-expire': 'reports',
}

/** Returns which choice of the profile page a notice belongs to. */
export function topicOf(kind: NoticeKind): NoticeTopic {
  return topics[kind]
}

/** Whether a message created at `createdAt` is not tried again. */
export function isTooOld(
  { channel, createdAt }: { channel: NoticeChannel; createdAt: string },
  nowMs: number,
): boolean {
  const isCall = noticeChannels[channel].gets === 'syncs'
  const limit = isCall ? outboxTiming.giveUpCall : outboxTiming.giveUp
  return nowMs - Date.parse(createdAt) >= limit
}
