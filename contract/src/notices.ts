import { z } from 'zod'
import { Count, Instant, MessageAnswer } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'
import { markedNotices } from './limits.ts'
import { NoticeChoicesInput, NoticeTopic } from './notice-inputs.ts'
import { pageMetadata, pageParameters } from './paging.ts'

interface KindFacts {
  /** The choice of the profile page that it belongs to. */
  topic: NoticeTopic
  /** How the bell shows it. */
  state: 'failed' | 'waiting' | 'success'
  /**
   * Who sees it of those who look after some circuits only. `everybody`: it names no circuit and counts nothing of all;
   * `ofJob`: those who see the job that it is about; `nobody`: it is about all circuits.
   */
  limitedUsers: 'everybody' | 'ofJob' | 'nobody'
}

/** Every kind of notice once; its words are in store/src/notices/notice-words.ts. */
export const noticeKinds = {
  'sync-failed': { topic: 'problems', state: 'failed', limitedUsers: 'everybody' },
  'sync-skipped': { topic: 'problems', state: 'waiting', limitedUsers: 'everybody' },
  'import-guard': { topic: 'problems', state: 'failed', limitedUsers: 'everybody' },
  'rows-skipped': { topic: 'rows-skipped', state: 'waiting', limitedUsers: 'nobody' },
  'values-replaced': { topic: 'problems', state: 'waiting', limitedUsers: 'nobody' },
  'reports-ready': { topic: 'reports', state: 'success', limitedUsers: 'ofJob' },
  'reports-failed': { topic: 'reports', state: 'failed', limitedUsers: 'ofJob' },
  'schedule-missed': { topic: 'problems', state: 'waiting', limitedUsers: 'everybody' },
  'data-old': { topic: 'problems', state: 'waiting', limitedUsers: 'everybody' },
  'reports-expire': { topic: 'reports', state: 'waiting', limitedUsers: 'nobody' },
  'backup-failed': { topic: 'problems', state: 'failed', limitedUsers: 'nobody' },
  'backup-old': { topic: 'problems', state: 'failed', limitedUsers: 'nobody' },
  'codes-refused': { topic: 'problems', state: 'failed', limitedUsers: 'everybody' },
  'administrator-made': { topic: 'problems', state: 'waiting', limitedUsers: 'nobody' },
  'password-set': { topic: 'problems', state: 'waiting', limitedUsers: 'nobody' },
  /** A problem reported before is solved. */
  recovered: { topic: 'problems', state: 'success', limitedUsers: 'everybody' },
} as const satisfies Record<string, KindFacts>

export const NoticeKind = z.enum(Object.keys(noticeKinds) as (keyof typeof noticeKinds)[])
export type NoticeKind = z.infer<typeof NoticeKind>

export const Notice = z.object({
  id: z.string(),
  kind: NoticeKind,
  title: z.string(),
  text: z.string(),
  /** Address of the page that shows more, relative to the dashboard's own. */
  link: z.string(),
  createdAt: Instant,
  /** When the requesting user read the notice. */
  readAt: Instant.nullable(),
})
export type Notice = z.infer<typeof Notice>

export const listNotices = defineEndpoint({
  summary:
    'What has happened since the account was made, newest first, and how much of it is unread',
  path: '/api/notices',
  access: 'user',
  query: z.object(pageParameters(['createdAt'])).omit({ q: true, sort: true }),
  answer: z.object({ notices: z.array(Notice), unread: Count, ...pageMetadata }),
  versionedFor: 'caller',
})

const badMark = `Name 1 to ${markedNotices} ids, or all: true`

/** Either ids or all. */
export const MarkNoticesReadInput = z
  .object({
    ids: z.array(z.string(), badMark).min(1, badMark).max(markedNotices, badMark).optional(),
    all: z.literal(true, badMark).optional(),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), badMark)

export const markNoticesRead = defineEndpoint({
  summary: 'Mark own notices as read, some or all',
  method: 'POST',
  path: '/api/notices/read',
  access: 'user',
  audit: 'none',
  body: MarkNoticesReadInput,
  answer: z.object({ message: z.string(), unread: Count }),
})

export const NoticeChoices = z.object({
  emailAddress: z.string().nullable(),
  topics: z.array(NoticeTopic),
  isEmailAvailable: z.boolean(),
})
export type NoticeChoices = z.infer<typeof NoticeChoices>

export const getNoticeChoices = defineEndpoint({
  summary: 'Own e-mail address for notices, and what is sent there',
  path: '/api/notices/choices',
  access: 'user',
  answer: NoticeChoices,
})

export const saveNoticeChoices = defineEndpoint({
  summary: 'Choose which notices are sent by e-mail, and where to',
  method: 'PUT',
  path: '/api/notices/choices',
  access: 'user',
  tokens: 'none',
  audit: 'notice-choices.update',
  body: NoticeChoicesInput,
  answer: NoticeChoices.extend({ message: z.string() }),
})

interface ChannelWords {
  name: string
  /** At the beginning of a sentence. */
  subject: string
  /** What to check when it does not work. */
  fix: string
  /**
   * `choices`: each person what they have chosen, at the address of their profile; `all`: what is for everybody;
   * `syncs`: a call after each scheduled one that succeeded.
   */
  gets: 'choices' | 'all' | 'syncs'
}

export const noticeChannels = {
  email: {
    name: 'E-mail',
    subject: 'E-mail',
    fix: 'Check SMTP_URL, and that this machine may reach the mail server.',
    gets: 'choices',
  },
  webhook: {
    name: 'Webhook',
    subject: 'The webhook',
    fix: 'Check NOTICE_WEBHOOK_URL.',
    gets: 'all',
  },
  heartbeat: {
    name: 'Heartbeat',
    subject: 'The heartbeat',
    fix: 'Check HEARTBEAT_URL.',
    gets: 'syncs',
  },
} as const satisfies Record<string, ChannelWords>

export const NoticeChannel = z.enum(Object.keys(noticeChannels) as (keyof typeof noticeChannels)[])
export type NoticeChannel = z.infer<typeof NoticeChannel>

/** Returns those of some channels, or of all, that are sent this. */
export function channelsThatGet(
  what: ChannelWords['gets'],
  among: Iterable<NoticeChannel> = NoticeChannel.options,
): NoticeChannel[] {
  return [...among].filter((channel) => noticeChannels[channel].gets === what)
}

export const ChannelState = z.object({
  channel: NoticeChannel,
  isConfigured: z.boolean(),
  /** Host that messages are sent to; never the whole address, which may hold a secret. */
  host: z.string().nullable(),
  /** Messages still to be sent or retried. */
  waiting: Count,
  lastSentAt: Instant.nullable(),
  /** The last try, if it failed; `nextTryAt` is `null` once the message has been given up. */
  failure: z.object({ message: z.string(), at: Instant, nextTryAt: Instant.nullable() }).nullable(),
})
export type ChannelState = z.infer<typeof ChannelState>

export const listNoticeChannels = defineEndpoint({
  summary: 'Where notices are sent, and whether that works',
  path: '/api/monitoring/channels',
  access: 'admin',
  answer: z.object({ channels: z.array(ChannelState) }),
})

export const testNoticeChannel = defineEndpoint({
  summary: 'Send a test message: by e-mail to the own address, or to the webhook',
  method: 'POST',
  path: '/api/monitoring/channels/:channel/test',
  waits: true,
  access: 'admin',
  audit: 'channel.test',
  params: z.object({ channel: NoticeChannel }),
  answer: MessageAnswer,
  failures: [502],
})
