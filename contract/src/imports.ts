import { z } from 'zod'
import { Count, IdParams, Instant, JobStarted } from './answers.ts'
import { ImportTotals } from './automation.ts'
import { defineEndpoint } from './endpoint.ts'
import { pageMetadata, pageParameters } from './paging.ts'

/**
 * A review of the sheet becomes an `import` when it is applied; going back to an earlier import is a `restore` from the
 * start.
 */
export const ImportKind = z.enum(['review', 'import', 'restore'])
export type ImportKind = z.infer<typeof ImportKind>

export const ImportStatus = z.enum([
  /** A job is queued or running: it is planning or, if there are totals, writing the plan. */
  'queued',
  'running',
  /** Planned; the import can be applied. */
  'ready',
  /** Planned; the guard requires an administrator's confirmation (`guard`). */
  'stopped',
  /** The changes are written. */
  'completed',
  /** There is no plan, since its job ended without one: the `jobEnd` of that job; 'failed' once it is removed. */
  'failed',
  'cancelled',
  'notRun',
])
export type ImportStatus = z.infer<typeof ImportStatus>

export const ImportListEntry = z.object({
  id: z.string(),
  kind: ImportKind,
  status: ImportStatus,
  /** The last job that worked on the import; it may have been cleared from the monitor since. */
  jobId: z.string(),
  createdAt: Instant,
  /** Full name; `null` for a run that was started outside the dashboard. */
  createdBy: z.string().nullable(),
  /** When the changes were written; `null` unless it is `completed`. */
  completedAt: Instant.nullable(),
  /** Full name of the user who applied the review; `null` until then. */
  appliedBy: z.string().nullable(),
  /** How long planning and writing took; `null` until planned. */
  durationMs: z.number().int().min(0).nullable(),
  /** `null` until planned. */
  totals: ImportTotals.nullable(),
  /** The import that a restore goes back to. */
  sourceImportId: z.string().nullable(),
  /** The import that a restore undoes, by going back to the one before it. */
  undoneImportId: z.string().nullable(),
  /** Name of the uploaded file; `null` for the dashboard's spreadsheet. */
  uploadedName: z.string().nullable(),
  /** When the import named by `sourceImportId` was written. */
  sourceCompletedAt: Instant.nullable(),
  /** Whether an administrator can go back to this import: it is among the last ones whose rows are stored. */
  isRestorable: z.boolean(),
  /** Whether this is the newest completed import, so the volunteers are as it left them. */
  isCurrent: z.boolean(),
  /** Whether its changes and skipped rows are still stored. */
  hasDetails: z.boolean(),
})
export type ImportListEntry = z.infer<typeof ImportListEntry>

const Place = z.object({ circuit: z.string(), congregation: z.string() })

/** Number of volunteers that would be removed, and of all volunteers, where the guard stopped the import. */
const Removal = z.object({ removals: Count, volunteers: Count })

/** A column that would lose more than half of its values (docs/imports.md#the-guard). */
export const ColumnLoss = z.object({
  /** The column's title in the sheet format. */
  column: z.string(),
  /** Whether the column is missing from the sheet; otherwise it is present, but cells that had values are now blank. */
  isMissing: z.boolean(),
  /** For a missing column: the title in the sheet under which it may stand now. */
  possibleTitle: z.string().optional(),
  /** Volunteers who stay in the data and would lose their value. */
  erased: Count,
  values: Count,
})
export type ColumnLoss = z.infer<typeof ColumnLoss>

/** Values of which a volunteer may get another. */
export const ReplacedKind = z.enum(['name', 'phone', 'email', 'contact'])
export type ReplacedKind = z.infer<typeof ReplacedKind>

export const replacedWords: Record<ReplacedKind, string> = {
  name: 'names',
  phone: 'phone numbers',
  email: 'e-mail addresses',
  contact: 'emergency contacts',
}

/** A kind of values more than half of which would become another (docs/imports.md#the-guard). */
export const ValueReplacement = z.object({
  kind: ReplacedKind,
  /** Volunteers who stay and would get another value. */
  replaced: Count,
  values: Count,
})
export type ValueReplacement = z.infer<typeof ValueReplacement>

export const ImportGuard = z.object({
  /** Whether the guard holds this plan until an administrator confirms it. */
  isStopped: z.boolean(),
  /** Number to confirm with: all volunteers that the import would remove. */
  ...Removal.shape,
  /** Whether the total number of removals is too high. */
  isTotalExceeded: z.boolean(),
  /** Congregations that would lose too many volunteers, largest losses first. */
  congregations: z.array(z.object({ ...Place.shape, ...Removal.shape })),
  /** Columns that would lose too many of their values, missing ones first. */
  columns: z.array(ColumnLoss),
  /** Number to confirm with, where there are such columns: all values that would be erased. */
  erasures: Count,
  /** Kinds of values most of which would be replaced; only those of an uploaded sheet have to be confirmed. */
  replaced: z.array(ValueReplacement),
  /** Number to confirm with, where they have to be confirmed: all values that would become another. */
  replacements: Count,
  /** Whether all volunteers so far are sample data, whose removal needs no confirmation. */
  replacesSampleData: z.boolean().optional(),
  /** Titles of columns in the sheet that are not part of its format. */
  unknownColumns: z.array(z.string()),
  /** Whether most Locust IDs of the sheet are new, although people of these names have others. */
  hasOtherIds: z.boolean().optional(),
  /** Full name of the administrator who confirmed the plan. */
  confirmedBy: z.string().nullable(),
})
export type ImportGuard = z.infer<typeof ImportGuard>

/** Whether the plan removes more volunteers than is allowed; other losses are not considered. */
export function removesTooMany({
  isTotalExceeded,
  congregations,
}: Pick<ImportGuard, 'isTotalExceeded' | 'congregations'>): boolean {
  return isTotalExceeded || congregations.length > 0
}

/** The sentence for volunteers who would be removed because the sheet has other IDs for them. */
export const otherIds = 'The Locust IDs of the sheet look different from those of the last import.'

/** Kinds of questionable values in rows that are imported anyway. */
export const ImportWarning = z.object({
  kind: z.enum([
    'flag',
    'number',
    'contact',
    /** A phone number with too few or too many digits. */
    'phone',
    /** Two e-mail addresses, or one with other text. */
    'email',
    /** A name that may be those of two people, or no name, or a Locust ID of somebody else. */
    'person',
    /** A time slot whose start time cannot be determined, or a text that is not a time slot. */
    'slot',
    /** A cell that holds an error of the spreadsheet program, such as `#N/A`. */
    'error',
    /** A missing optional column, without which everybody counts as no. */
    'missing',
    /** A value of a congregation or cart location of which an earlier row has another. */
    'place',
    /** A column whose title looks like a day but is not one. */
    'day',
  ]),
  column: z.string(),
  /** In words, without the column's name. */
  reason: z.string(),
  /** Number of rows with this warning. */
  rows: Count,
})
export type ImportWarning = z.infer<typeof ImportWarning>

/** What has changed since a plan was made; an outdated plan can be viewed, but not applied. */
export const ImportOutdated = z.object({
  isSheetChanged: z.boolean(),
  /** Volunteers of the plan that have changed since, or that somebody else has added. */
  volunteers: Count,
  /** Names of the first of these volunteers. */
  names: z.array(z.string()),
  /** The rows of the import to go back to are no longer stored, or places of the plan have changed. */
  isOtherwiseChanged: z.boolean(),
})
export type ImportOutdated = z.infer<typeof ImportOutdated>

export const ImportDetail = ImportListEntry.extend({
  /** Description of the spreadsheet, or of the import to go back to. */
  source: z.string(),
  /** `null` until planned. */
  guard: ImportGuard.nullable(),
  warnings: z.array(ImportWarning),
  /** `null` unless the plan is outdated. */
  outdated: ImportOutdated.nullable(),
  /** Whether an administrator can undo it: it is the newest one, and the rows of the one before it are stored. */
  isUndoable: z.boolean(),
})
export type ImportDetail = z.infer<typeof ImportDetail>

/** Volunteers who moved are counted at their new place. */
const PlaceCounts = z.object({
  new: Count,
  moved: Count,
  changed: Count,
  left: Count,
  unchanged: Count,
  /** Skipped rows; those without circuit or congregation are under the empty name. */
  skipped: Count,
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

export const ChangeKind = z.enum(['new', 'moved', 'changed', 'left'])
export type ChangeKind = z.infer<typeof ChangeKind>

export const FieldChange = z.object({
  /** Column title of the sheet. */
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type FieldChange = z.infer<typeof FieldChange>

export const ImportChange = z.object({
  id: z.number().int(),
  kind: ChangeKind,
  name: z.string(),
  /** The volunteer's id in the database; for a volunteer who left, the former id. */
  volunteerId: z.string(),
  locustId: z.string().nullable(),
  /** `null` for a new volunteer. */
  from: Place.nullable(),
  /** `null` for a volunteer who leaves. */
  to: Place.nullable(),
  fields: z.array(FieldChange),
  /** Possibly the same person as one who leaves or joins elsewhere in this import; treated as two people. */
  isDoubtful: z.boolean(),
})
export type ImportChange = z.infer<typeof ImportChange>

export const listImports = defineEndpoint({
  summary: 'Reviews, imports and restores, newest first',
  path: '/api/imports',
  access: 'user',
  query: z.object({
    ...pageParameters(['createdAt']),
    kind: ImportKind.optional(),
    /** `true`: only completed imports, `false`: only the others. */
    completed: z.enum(['true', 'false'], { error: 'completed must be true or false' }).optional(),
  }),
  answer: z.object({ imports: z.array(ImportListEntry), ...pageMetadata }),
})

export const getImport = defineEndpoint({
  summary: 'One review, import or restore, with its numbers by circuit and congregation',
  path: '/api/imports/:id',
  access: 'user',
  params: IdParams,
  answer: z.object({
    import: ImportDetail,
    isOutdated: z.boolean(),
    circuits: z.array(ImportCircuit),
  }),
})

export const listImportChanges = defineEndpoint({
  summary: 'The people that an import changes, by name; searched in name and Locust ID',
  path: '/api/imports/:id/changes',
  access: 'user',
  params: IdParams,
  query: z.object({
    ...pageParameters(['name']),
    kind: ChangeKind.optional(),
    /** Matches the former or the new place. */
    circuit: z.string().max(500).optional(),
    congregation: z.string().max(500).optional(),
    doubtful: z.literal('true', { error: 'doubtful must be true' }).optional(),
  }),
  answer: z.object({ changes: z.array(ImportChange), ...pageMetadata }),
})

export const reviewImport = defineEndpoint({
  summary: 'Work out what an import would do, without doing it',
  method: 'POST',
  path: '/api/imports/review',
  access: 'unlimited',
  audit: 'import.review',
  body: z.object({
    /** Import to go back to (administrators only); the sheet when left out. */
    source: z.string().optional(),
    /** The newest import, to be undone by going back to the one before it; cannot be combined with `source`. */
    undo: z.string().optional(),
    /** Export from Locust first; cannot be combined with `source`. */
    withExport: z.boolean().optional(),
  }),
  status: 202,
  answer: JobStarted.extend({
    importId: z.string(),
    /** The export that the review waits for. */
    exportJobId: z.string().nullable(),
  }),
  failures: [403, 404],
})

export const applyImport = defineEndpoint({
  summary: 'Do exactly what a review has shown',
  method: 'POST',
  path: '/api/imports/:id/apply',
  access: 'unlimited',
  audit: ['import.apply', 'import.undo'],
  params: IdParams,
  body: z.object({
    /** Confirmed number of volunteers to remove, where the guard requires it. */
    removals: Count.optional(),
    /** Confirmed number of column values to erase, where the guard requires it. */
    erasures: Count.optional(),
    /** Confirmed number of values that become another, where the guard requires it. */
    replacements: Count.optional(),
  }),
  status: 202,
  answer: JobStarted.extend({ importId: z.string() }),
})
