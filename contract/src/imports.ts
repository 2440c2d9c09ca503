import { z } from 'zod'
import { IdParams, Instant, JobStarted } from './answers.ts'
import { ImportTotals } from './automation.ts'
import { defineEndpoint } from './endpoint.ts'
import { pageFacts, pageParameters } from './paging.ts'

/** Reviews, imports, and what is kept of them. */

/** A review of the sheet becomes an `import` when it is applied; going back is a `restore` from the start. */
export const ImportKind = z.enum(['review', 'import', 'restore'])
export type ImportKind = z.infer<typeof ImportKind>

export const ImportStatus = z.enum([
  /** A job waits, or works on it: it plans or, where there are totals, writes what was planned. */
  'queued',
  'running',
  /** Planned; it can be applied. */
  'ready',
  /** Planned; the guard asks an administrator (`guard`). */
  'stopped',
  /** Written. */
  'completed',
  /** There is no plan: its job failed or was cancelled before there was one. */
  'failed',
])
export type ImportStatus = z.infer<typeof ImportStatus>

export const ImportListEntry = z.object({
  id: z.string(),
  kind: ImportKind,
  status: ImportStatus,
  /** The last job that worked on it; it may have been cleared from the monitor since. */
  jobId: z.string(),
  createdAt: Instant,
  /** Full name; `null` for a run that came from elsewhere. */
  createdBy: z.string().nullable(),
  /** When it was written; `null` unless it is `completed`. */
  completedAt: Instant.nullable(),
  /** Full name of who had a review applied; `null` until then. */
  appliedBy: z.string().nullable(),
  /** How long planning and writing took; `null` until planned. */
  durationMs: z.number().int().min(0).nullable(),
  /** `null` until planned. */
  totals: ImportTotals.nullable(),
  /** The import that a restore goes back to. */
  sourceImportId: z.string().nullable(),
  /** The name of the file that somebody has brought for it; `null` for the dashboard's spreadsheet. */
  uploadedName: z.string().nullable(),
  /** When that import was written. */
  sourceCompletedAt: Instant.nullable(),
  /** Whether an administrator can go back to it: it is among the last ones whose rows are kept. */
  isRestorable: z.boolean(),
  /** Whether the volunteers are as it left them: the newest one that was written. */
  isCurrent: z.boolean(),
  /** Whether its changes and skipped rows are still kept. */
  hasDetails: z.boolean(),
})
export type ImportListEntry = z.infer<typeof ImportListEntry>

const count = z.number().int().min(0)

/** Where the guard stopped: how many of how many volunteers would go. */
const Removal = z.object({ removals: count, volunteers: count })

/** A column that would lose more than half of what it holds (docs/imports.md#the-guard). */
export const ColumnLoss = z.object({
  /** Its title in the format of the sheet. */
  column: z.string(),
  /** Whether the sheet has no such column; else it is there, and blank where it was not. */
  isMissing: z.boolean(),
  /** Volunteers whose value would be erased, of those who stay and have one. */
  erased: count,
  values: count,
})
export type ColumnLoss = z.infer<typeof ColumnLoss>

export const ImportGuard = z.object({
  /** Whether it holds this plan until an administrator confirms it. */
  isStopped: z.boolean(),
  /** The number to confirm with: all whom the import would remove. */
  ...Removal.shape,
  /** Whether it is the whole of them that is too many. */
  isTotalExceeded: z.boolean(),
  /** Congregations that would lose too many, the largest losses first. */
  congregations: z.array(
    z.object({ circuit: z.string(), congregation: z.string(), ...Removal.shape }),
  ),
  /** Columns that would lose too many of their values, missing ones first; an older version knew none. */
  columns: z.array(ColumnLoss).default([]),
  /** The number to confirm with, where there are such columns: all values that they would lose. */
  erasures: count.default(0),
  /** Columns of the sheet that are none of its format, by their titles. */
  unknownColumns: z.array(z.string()).default([]),
  /** Full name of the administrator who has confirmed what it asks. */
  confirmedBy: z.string().nullable(),
})
export type ImportGuard = z.infer<typeof ImportGuard>

/** Whether it is the removal of volunteers that the guard asks about; it may ask about columns as well. */
export function asksForRemovals({
  isTotalExceeded,
  congregations,
}: Pick<ImportGuard, 'isTotalExceeded' | 'congregations'>): boolean {
  return isTotalExceeded || congregations.length > 0
}

/** Kinds of oddities in rows that are imported all the same. */
export const ImportWarning = z.object({
  kind: z.enum([
    'flag',
    'number',
    'contact',
    /** A phone number with too few or too many digits. */
    'phone',
    /** A time slot that no start can be read from. */
    'slot',
    /** A column whose title looks like a day and is none. */
    'day',
  ]),
  column: z.string(),
  /** In words, without the column. */
  reason: z.string(),
  /** How many rows have it. */
  rows: count,
})
export type ImportWarning = z.infer<typeof ImportWarning>

/** What has changed since a plan was made; it can be looked at, but not applied. */
export const ImportOutdated = z.object({
  isSheetChanged: z.boolean(),
  /** Volunteers of the plan that are not as they were, and whom somebody else has added meanwhile. */
  volunteers: count,
  /** The first of them. */
  names: z.array(z.string()),
  /** The rows of an import to go back to are no longer kept, or places of the plan are not as they were. */
  isOtherwiseChanged: z.boolean(),
})
export type ImportOutdated = z.infer<typeof ImportOutdated>

export const ImportDetail = ImportListEntry.extend({
  /** The spreadsheet, or the import that is gone back to, in words. */
  source: z.string(),
  /** `null` until planned. */
  guard: ImportGuard.nullable(),
  warnings: z.array(ImportWarning),
  /** `null` unless the plan is outdated. */
  outdated: ImportOutdated.nullable(),
})
export type ImportDetail = z.infer<typeof ImportDetail>

/** Volunteers who moved count where they have moved to. */
const PlaceCounts = z.object({
  new: count,
  moved: count,
  changed: count,
  left: count,
  unchanged: count,
  /** Rows; those without circuit or congregation are under the empty name. */
  skipped: count,
  /** Whether the import makes this place, or removes it. */
  isNew: z.boolean(),
  isGone: z.boolean(),
})

export const ImportCongregation = z.object({ congregation: z.string(), ...PlaceCounts.shape })
export type ImportCongregation = z.infer<typeof ImportCongregation>

export const ImportCircuit = z.object({
  circuit: z.string(),
  ...PlaceCounts.shape,
  congregations: z.array(ImportCongregation),
})
export type ImportCircuit = z.infer<typeof ImportCircuit>

const Place = z.object({ circuit: z.string(), congregation: z.string() })

export const ChangeKind = z.enum(['new', 'moved', 'changed', 'left'])
export type ChangeKind = z.infer<typeof ChangeKind>

export const FieldChange = z.object({
  /** A title of the sheet's columns. */
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type FieldChange = z.infer<typeof FieldChange>

export const ImportChange = z.object({
  id: z.number().int(),
  kind: ChangeKind,
  name: z.string(),
  /** The volunteer's id here; of one who left, that of before. */
  volunteerId: z.string(),
  locustId: z.string().nullable(),
  /** `null` for a new volunteer. */
  from: Place.nullable(),
  /** `null` for one who leaves. */
  to: Place.nullable(),
  fields: z.array(FieldChange),
  /** May be the same person as one who leaves, or who is new, elsewhere in this import; treated as two. */
  isDoubtful: z.boolean(),
})
export type ImportChange = z.infer<typeof ImportChange>

const tag = 'Imports'

const listPage = pageParameters(['createdAt'])
export const listImports = defineEndpoint({
  name: 'listImports',
  summary: 'Reviews, imports and restores, newest first',
  tag,
  method: 'GET',
  path: '/api/imports',
  access: 'user',
  reach: 'scoped',
  query: z.object({
    ...listPage,
    kind: ImportKind.optional(),
    /** `true`: those that were written, `false`: the others. */
    completed: z.enum(['true', 'false'], { error: 'completed must be true or false' }).optional(),
  }),
  answer: z.object({ imports: z.array(ImportListEntry), ...pageFacts }),
})

export const getImport = defineEndpoint({
  name: 'getImport',
  summary: 'One review, import or restore, with its numbers by circuit and congregation',
  tag,
  method: 'GET',
  path: '/api/imports/:id',
  access: 'user',
  reach: 'scoped',
  params: IdParams,
  answer: z.object({
    import: ImportDetail,
    /** The same as `import.outdated` being there. */
    isOutdated: z.boolean(),
    circuits: z.array(ImportCircuit),
  }),
})

const changesPage = pageParameters(['name'])
export const listImportChanges = defineEndpoint({
  name: 'listImportChanges',
  summary: 'Whom an import changes, by name; searched in name and Locust ID',
  tag,
  method: 'GET',
  path: '/api/imports/:id/changes',
  access: 'user',
  reach: 'scoped',
  params: IdParams,
  query: z.object({
    ...changesPage,
    kind: ChangeKind.optional(),
    /** Where somebody comes from or goes to. */
    circuit: z.string().max(500).optional(),
    congregation: z.string().max(500).optional(),
    doubtful: z.literal('true', { error: 'doubtful must be true' }).optional(),
  }),
  answer: z.object({ changes: z.array(ImportChange), ...pageFacts }),
})

export const reviewImport = defineEndpoint({
  name: 'reviewImport',
  summary: 'Work out what an import would do, without doing it',
  tag,
  method: 'POST',
  path: '/api/imports/review',
  access: 'user',
  reach: 'all',
  audit: 'import.review',
  perHour: 'jobs',
  body: z.object({
    /** An import to go back to (administrators only); the sheet when left out. */
    source: z.string().optional(),
    /** Export from Locust first; not together with `source`. */
    withExport: z.boolean().optional(),
  }),
  bodyOptional: true,
  status: 202,
  answer: JobStarted.extend({
    importId: z.string(),
    /** The export that the review waits for. */
    exportJobId: z.string().nullable(),
  }),
  failures: [403, 404],
})

export const applyImport = defineEndpoint({
  name: 'applyImport',
  summary: 'Do exactly what a review has shown',
  tag,
  method: 'POST',
  path: '/api/imports/:id/apply',
  access: 'user',
  reach: 'all',
  audit: 'import.apply',
  perHour: 'jobs',
  params: IdParams,
  body: z.object({
    /** How many volunteers the import removes, where the guard asks an administrator. */
    removals: z.number().int().min(0).optional(),
    /** How many values of columns it erases, where the guard asks for them. */
    erasures: z.number().int().min(0).optional(),
  }),
  bodyOptional: true,
  status: 202,
  answer: JobStarted.extend({ importId: z.string() }),
})
