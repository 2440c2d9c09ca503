import type { Selectable } from 'kysely'
import type { TableOf } from './migrations/columns.ts'
import { firstTables } from './migrations/first-tables.ts'

export type { ConditionName, ImportState } from './migrations/first-tables.ts'

/** Those of the first schema, with what later migrations change of them; each after those that it refers to. */
export const tables = firstTables

/** The tables as queries see them. */
export type Database = { [Name in keyof typeof tables]: TableOf<(typeof tables)[Name]> }

export type AccessTokenRow = Selectable<Database['access_tokens']>
export type AuditRow = Selectable<Database['audit_log']>
export type ImportRow = Selectable<Database['imports']>
export type JobRow = Selectable<Database['jobs']>
export type NoticeRow = Selectable<Database['notices']>
export type OpenIdAttemptRow = Selectable<Database['openid_attempts']>
export type OutboxRow = Selectable<Database['outbox']>
export type PasskeyRow = Selectable<Database['passkeys']>
export type PasswordLinkRow = Selectable<Database['account_links']>
export type ReportRow = Selectable<Database['reports']>
export type ScheduleRow = Selectable<Database['schedules']>
export type ScheduleRunRow = Selectable<Database['schedule_runs']>
export type SessionRow = Selectable<Database['sessions']>
export type SignInTicketRow = Selectable<Database['sign_in_tickets']>
export type UserRow = Selectable<Database['users']>
