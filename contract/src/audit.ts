import { z } from 'zod'
import { Role } from './account-inputs.ts'
import { Instant } from './answers.ts'
import { auditActionNames } from './audit-actions.ts'
import { defineEndpoint } from './endpoint.ts'
import { pageMetadata, pageParameters } from './paging.ts'

const AuditAction = z.enum(auditActionNames, { error: 'There is no such action' })

/** Facts of an entry: short values and lists of them, volunteers only by internal id. */
const AuditDetails = z.record(z.string(), z.unknown())
export type AuditDetails = z.infer<typeof AuditDetails>

export const AuditEntry = z.object({
  id: z.string(),
  at: Instant,
  /** Full name and username at that moment; for a failed sign-in, the username that was tried. */
  actor: z.string(),
  /** `null` when nobody was signed in. */
  actorId: z.string().nullable(),
  /** The user's present role; `null` when nobody was signed in, or the user has been deleted. */
  actorRole: Role.nullable(),
  /** The username has characters that may look like others. */
  isUnusualActor: z.boolean(),
  action: AuditAction,
  /** The object of the action, as `type:id`. */
  subject: z.string().nullable(),
  /** Present name of the user that the action was done to; `null` for other things, and users who were deleted. */
  subjectName: z.string().nullable(),
  /** Address of the client; `null` for actions on the server's own machine. */
  address: z.string().nullable(),
  /** Long lists are shortened here; the CSV file has them in full. */
  details: AuditDetails,
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** A day in the display time zone; must be a real date. */
const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Write dates like 2026-11-20')
  .refine((day) => !Number.isNaN(Date.parse(day)), 'There is no such day')

const page = pageParameters(['at'])

/** Filters are combined: an entry must match each one that is set. */
export const AuditFilter = z.object({
  /** Searches actor, action, subject, address and details. */
  q: page.q,
  action: AuditAction.optional(),
  /** A user's id, or an actor's name as the entries show it. */
  actor: z.string().max(300).optional(),
  /** First and last day, in the display time zone. */
  from: Day.optional(),
  to: Day.optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

const AuditQuery = AuditFilter.extend(page)

export const listAuditEntries = defineEndpoint({
  summary: 'Who did what, when and from where; newest first',
  path: '/api/audit',
  access: 'admin',
  query: AuditQuery,
  answer: z.object({
    entries: z.array(AuditEntry),
    ...pageMetadata,
  }),
})

export const listAuditActors = defineEndpoint({
  summary: 'Everybody with entries in the audit log, by name',
  path: '/api/audit/actors',
  access: 'admin',
  answer: z.object({
    /** `value` is what the filter `actor` accepts. */
    actors: z.array(z.object({ value: z.string(), name: z.string() })),
  }),
})

export const exportAudit = defineEndpoint({
  summary: 'The entries as CSV, newest first',
  path: '/api/audit.csv',
  access: 'admin',
  audit: 'audit.export',
  query: AuditFilter,
  answer: { binary: 'text/csv' },
})
