import type { NoticeChannel, NoticeKind } from '@dashboard/contract/notices'
import type { Generated, Selectable } from 'kysely'
import type { Flag, IsoText, JsonText } from './column-values.ts'

export interface NoticesTable {
  id: string
  /** Order of insertion, since two notices may share a millisecond. */
  sequence: number
  kind: NoticeKind
  /** What it is about, so that nothing is told twice; unique. */
  cause: string
  title: string
  text: string
  link: string
  /** The only user it is for, who may have been deleted since; `null`: everybody. */
  audienceId: string | null
  /** Everybody else can do nothing about it. */
  isForAdmins: Generated<Flag>
  /** What it tells of was already wrong before, so that only the bell has it. */
  isRepeated: Generated<Flag>
  createdAt: IsoText
  /** When messages about it were put into the outbox. */
  collectedAt: IsoText | null
}

export interface NoticeReadsTable {
  id: string
  noticeId: string
  userId: string
  readAt: IsoText
}

/** What is wrong at present. */
export type ConditionName = 'export' | 'import' | 'import-guard' | 'data-age' | 'backup'

export interface NoticeConditionsTable {
  name: ConditionName
  /** Which notice told of it first. */
  noticeId: string
  since: IsoText
  /** When messages about it, the first or a reminder, were last put into the outbox. */
  remindedAt: IsoText
}

/** What a person has sent by e-mail. */
export interface NoticeChoicesTable {
  userId: string
  emailAddress: string | null
  topics: Generated<JsonText>
  updatedAt: IsoText
}

/** Messages that leave the product (docs/notices.md#outbox). */
export interface OutboxTable {
  id: string
  channel: NoticeChannel
  /** To whom, of an e-mail. */
  userId: string | null
  noticeIds: JsonText
  isReminder: Flag
  createdAt: IsoText
  /** When it is to be tried next. */
  dueAt: IsoText
  attempts: Generated<number>
  triedAt: IsoText | null
  /** Why the last try failed. */
  failure: string | null
  endedAt: IsoText | null
  /** `dropped`: there was nothing left to say. */
  result: 'sent' | 'given-up' | 'dropped' | null
}

export type NoticeRow = Selectable<NoticesTable>
export type OutboxRow = Selectable<OutboxTable>
export type ConditionRow = Selectable<NoticeConditionsTable>
