import { z } from 'zod'
import { Role } from './account-inputs.ts'
import { Instant } from './answers.ts'
import { auditActionNames } from './audit-actions.ts'
import { defineEndpoint } from './endpoint.ts'
import { pageFacts, pageParameters } from './paging.ts'

const AuditAction = z.enum(auditActionNames, { error: 'There is no such action' })

/** Facts of an entry: short values and lists of them, volunteers only by internal id. */
const AuditDetails = z.record(z.string(), z.unknown())
export type AuditDetails = z.infer<typeof AuditDetails>

export const AuditEntry = z.object({
  id: z.string(),
  at: Instant,
  /** Full name and username at that moment; of a failed sign-in, the username that was tried. */
  actor: z.string(),
  /** `null` when nobody was signed in. */
  actorId: z.string().nullable(),
  /** What that user may do now; `null` when nobody was signed in, or the user is gone. */
  actorRole: Role.nullable(),
  /** The username has characters that may look like others. */
  isUnusualActor: z.boolean(),
  action: AuditAction,
  /** What it was done to, as `type:id`. */
  subject: z.string().nullable(),
  /** Of the client; `null` for what was done on the server's own machine. */
  address: z.string().nullable(),
  /** Long lists are shortened; the CSV file has them whole. */
  details: AuditDetails,
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** A day in the display time zone, which must exist. */
const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Write dates like 2026-11-20')
  .refine((day) => !Number.isNaN(Date.parse(day)), 'There is no such day')

const page = pageParameters(['at'])

/** Which entries; each part narrows the choice. */
export const AuditFilter = z.object({
  /** Searched in actor, action, subject, address and details. */
  q: page.q,
  action: AuditAction.optional(),
  /** A user's id, or an actor's name as the entries have it. */
  actor: z.string().max(300).optional(),
  /** First and last day, in the display time zone. */
  from: Day.optional(),
  to: Day.optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

const AuditQuery = AuditFilter.extend(page)

const tag = 'Audit log'

export const listAuditEntries = defineEndpoint({
  name: 'listAuditEntries',
  summary: 'Who did what, when and from where; newest first',
  tag,
  method: 'GET',
  path: '/api/audit',
  access: 'admin',
  query: AuditQuery,
  answer: z.object({
    entries: z.array(AuditEntry),
    ...pageFacts,
  }),
})

export const listAuditActors = defineEndpoint({
  name: 'listAuditActors',
  summary: 'Everybody with entries in the audit log, by name',
  tag,
  method: 'GET',
  path: '/api/audit/actors',
  access: 'admin',
  answer: z.object({
    /** `value` is what the filter `actor` takes. */
    actors: z.array(z.object({ value: z.string(), name: z.string() })),
  }),
})

export const exportAudit = defineEndpoint({
  name: 'exportAudit',
  summary: 'The entries as CSV, newest first',
  tag,
  method: 'GET',
  path: '/api/audit.csv',
  access: 'admin',
  audit: 'audit.export',
  perHour: 'files',
  query: AuditFilter,
  answer: { binary: 'text/csv' },
})
