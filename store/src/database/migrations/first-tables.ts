import type { AuditAction } from '@dashboard/contract/audit-actions'
import type { CallOutcome, CallPlaceKind } from '@dashboard/contract/call-lists'
import type { Separator, TextEncoding } from '@dashboard/contract/columns'
import type { ChangeKind, ImportKind } from '@dashboard/contract/imports'
import type { FailureKind, JobStatus, JobType } from '@dashboard/contract/jobs'
import type { NoticeChannel, NoticeKind } from '@dashboard/contract/notices'
import type { RunOutcome } from '@dashboard/contract/schedules'
import { sql } from 'kysely'
import {
  bigInteger,
  bytewiseText,
  type Columns,
  decimal,
  flag,
  instant,
  integer,
  json,
  rowNumber,
  text,
} from './columns.ts'

/**
 * State of an import, independent of its jobs. `ready` and `stopped` imports have a plan that can be applied; the guard
 * has stopped the latter.
 */
export type ImportState = 'planning' | 'ready' | 'stopped' | 'completed'

export type ConditionName = 'export' | 'import' | 'import-guard' | 'data-age' | 'backup'

const id = text().key()

const lastRequests = {
  userId: text().key().references('users'),
  lastAskedAt: instant(),
}

/** The tables of the first schema, each after those that it refers to. */
export const firstTables = {
  users: {
    id,
    username: text(),
    /** The username in a form that ignores case; unique. */
    usernameKey: text().unique(),
    firstName: text(),
    lastName: text(),
    /** Hash of the password. */
    password: text(),
    role: text<'admin' | 'user'>().default('user').check(sql<boolean>`role in ('admin', 'user')`),
    isActive: flag().default(1),
    createdAt: instant(),
    updatedAt: instant(),
    lastSignInAt: instant().optional(),
    /** Whether the password was set by somebody else; the profile page then asks for a new one. */
    mustChangePassword: flag().default(0),
    /** Names of the circuits that the user is limited to; `null`: all circuits. */
    circuits: json().optional(),
    /** Whether another user has a full name that looks the same. */
    hasNamesake: flag().default(0),
  },
  sessions: {
    id,
    userId: text().references('users'),
    createdAt: instant(),
    expiresAt: instant(),
    /** When the user last proved their identity: by signing in, or again since. */
    confirmedAt: instant(),
    /** The factor that the user signed in with, unless it was the password alone. */
    signedInBy: text().optional(),
    /** Browser and system in words, from the browser's user agent. */
    device: text(),
    /** Updated at most every few minutes. */
    lastSeenAt: instant(),
  },
  /** Tokens that scripts sign in with on behalf of their owner. */
  access_tokens: {
    id,
    userId: text().references('users'),
    name: text(),
    tokenHash: text().unique(),
    access: text<'read' | 'write'>(),
    createdAt: instant(),
    expiresAt: instant(),
    /** Updated at most once a minute. */
    lastUsedAt: instant().optional(),
  },
  /** Links by which people set their own password; at most one unused link per user. */
  account_links: {
    id,
    userId: text().references('users'),
    kind: text<'invitation' | 'reset'>(),
    /** Hash of the link's secret; unique. */
    tokenHash: text().unique(),
    /** The only address that the link was sent to; `null` when the link was shown to an administrator. */
    sentTo: text().optional(),
    createdAt: instant(),
    expiresAt: instant(),
    usedAt: instant().optional(),
  },
  login_failures: {
    id,
    /** The user's id; if there is no such user, the username that was tried. */
    account: text(),
    address: text(),
    failedAt: instant(),
  },
  sign_in_networks: {
    id,
    userId: text().references('users'),
    network: text(),
    lastUsedAt: instant(),
  },
  totp_factors: {
    userId: text().key().references('users'),
    /** Encrypted with a key derived from SESSION_SECRET. */
    secret: text(),
    /** Time step of the last accepted code, so that no code is accepted twice. */
    lastStep: integer(),
    createdAt: instant(),
    lastUsedAt: instant().optional(),
    /** Wrong codes since the last accepted one; from 100 on, all codes are refused. */
    wrongCodes: integer().default(0),
  },
  passkeys: {
    id,
    userId: text().references('users'),
    name: text(),
    /** Id that the authenticator has given the passkey; unique. */
    credentialId: text().unique(),
    /** COSE key in base64url. */
    publicKey: text(),
    /** Number of uses, an unsigned 32-bit number of the authenticator; 0 for authenticators that do not count. */
    counter: bigInteger(),
    transports: json(),
    createdAt: instant(),
    lastUsedAt: instant().optional(),
  },
  recovery_codes: {
    /** Hash of the code. */
    id,
    userId: text().references('users'),
  },
  /** Secrets that are valid once and for a short time: the second step of a sign-in, a set-up, a challenge, a link. */
  sign_in_tickets: {
    /** Hash of the ticket. */
    id,
    purpose: text(),
    /** `null` while the user is not known yet. */
    userId: text().optional().references('users'),
    data: text().optional(),
    expiresAt: instant(),
  },
  /** Links accounts to identities at an OpenID provider. */
  openid_identities: {
    id,
    userId: text().references('users'),
    issuer: text(),
    /** Id of the person at the provider; unique together with the issuer. */
    subject: text(),
    /** The e-mail address at the provider when the account was linked, for display only. */
    email: text().optional(),
    linkedAt: instant(),
  },
  /** Sign-ins with an OpenID provider that have begun; a row is deleted when the provider's response arrives. */
  openid_attempts: {
    id,
    /** Hash of the `state` that the provider sends back; unique. */
    stateHash: text().unique(),
    /** Hash of a key that only the browser that began the sign-in has. */
    keyHash: text(),
    nonce: text(),
    codeVerifier: text(),
    /** The user who links their account; `null` for a sign-in. */
    userId: text().optional().references('users'),
    /** Network that the attempt came from, for limiting attempts per network. */
    network: text(),
    expiresAt: instant(),
  },
  jobs: {
    id,
    type: text<JobType>(),
    /** Order of creation; two jobs may share a millisecond. */
    sequence: integer().unique(),
    target: text().optional(),
    targets: json().default('[]'),
    status: text<JobStatus>()
      .default('queued')
      .check(sql<boolean>`status in ('queued', 'running', 'completed', 'failed')`),
    progress: integer().default(0).check(sql<boolean>`progress between 0 and 100`),
    step: text().optional(),
    dependsOn: text().optional().references('jobs', 'set null'),
    startedAt: instant().optional(),
    completedAt: instant().optional(),
    elapsedTime: text().optional(),
    error: text().optional(),
    /** Cause of the error, for the operator. */
    errorDetails: text().optional(),
    failureKind: text<FailureKind>().optional(),
    /** Full name of the user who cancelled the job or the job it depends on. */
    cancelledBy: text().optional(),
    /** The outside system that the job waits to ask again. */
    retrying: json().optional(),
    logs: text().optional(),
    /** The result of a completed job, such as an import's counts. */
    outcome: json().optional(),
    /** Number of reports stored by the job, including reports deleted since. */
    reportsMade: integer().default(0),
    githubRunId: text().optional(),
    githubRunUrl: text().optional(),
    createdBy: text().optional(),
    createdById: text().optional(),
    createdAt: instant(),
    updatedAt: instant(),
    /**
     * The runner that holds the lease. Each process has its own value, so a runner that lost the lease matches no row.
     */
    leaseOwner: text().optional(),
    leaseExpiresAt: instant().optional(),
    attempts: integer().default(0),
    dispatchedAt: instant().optional(),
    /** When the job's run on GitHub was cancelled; cleared when the run has ended. */
    stopRequestedAt: instant().optional(),
    /** The failed job that this job retries; unique among active jobs. */
    retryOf: text().optional(),
    /** The import that the job plans or applies; `null` for an import without a review. */
    importId: text().optional(),
  },
  /** The circuits of a job's reports, by name, since an import may create a circuit again. */
  job_circuits: {
    id,
    jobId: text().references('jobs'),
    /** The circuit's name; empty for a target that matched nothing. */
    circuit: text(),
  },
  reports: {
    id,
    circuitId: text(),
    congregation: text().optional(),
    filename: text(),
    /** Size in bytes. */
    size: integer(),
    format: text(),
    generatedAt: instant(),
    downloadUrl: text(),
    storageKey: text().unique(),
    /** When the printed data last changed. */
    dataAsOf: instant().optional(),
    generatedBy: text().optional(),
    jobId: text().optional(),
    /** The job's target that the report was made for; unique within the job, so that no report is made twice. */
    target: text().optional(),
    /** Number of pages; unknown for reports made before this was stored. */
    pages: integer().optional(),
    volunteers: integer().optional(),
    /** Equal for all versions of a report. This and the next two columns are made by `report-place.ts`. */
    place: bytewiseText().default(''),
    /** Whether this is the newest version of the report. */
    isCurrent: flag().default(1),
    /** Digests of the printed content and of the frame around it. */
    contentDigest: text(),
    frameDigest: text(),
  },
  /** Digest of what a report would print now, for each circuit and congregation that has had a report. */
  report_contents: {
    /** Same key as `reports.place`. */
    place: text().key(),
    circuit: text(),
    digest: text(),
    changedAt: instant(),
  },
  circuits: {
    id,
    name: text().unique(),
    congregations: integer().default(0),
    lastUpdated: instant().optional(),
  },
  congregations: {
    id,
    name: text(),
    circuitId: text().references('circuits'),
    language: text().optional(),
    city: text().optional(),
    createdAt: instant(),
  },
  volunteers: {
    id,
    locustId: text().unique().optional(),
    firstName: text(),
    lastName: text(),
    mobilePhone: text().optional(),
    emailAddress: text().optional(),
    city: text().optional(),
    zipCode: text().optional(),
    circuitId: text().optional().references('circuits'),
    congregationId: text().optional().references('congregations'),
    zone: text().optional(),
    tags: text().optional(),
    trained: flag().default(0),
    available: flag().default(0),
    orientation: flag().default(0),
    availabilityDoubleShifts: flag().default(0),
    availabilityMaxShiftsPerWeek: integer().optional(),
    availabilityMaxShiftsPerMonth: integer().optional(),
    availabilityNote: text().optional(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  cart_locations: {
    id,
    name: text().unique(),
    category: text().optional(),
    description: text().optional(),
    active: flag().default(1),
    createdAt: instant(),
  },
  volunteer_cart_assignments: {
    id,
    volunteerId: text().references('volunteers'),
    locationId: text().references('cart_locations'),
    assignedAt: instant(),
  },
  appointments: {
    id,
    volunteerId: text().references('volunteers'),
    title: text(),
    category: text().optional(),
    assignedAt: instant(),
  },
  availability_schedules: {
    id,
    volunteerId: text().references('volunteers'),
    dayOfWeek: text(),
    timeSlot: text(),
    isAvailable: flag().default(1),
    notes: text().optional(),
    createdAt: instant(),
  },
  emergency_contacts: {
    id,
    volunteerId: text().references('volunteers'),
    name: text(),
    phone: text().optional(),
    email: text().optional(),
    relationship: text().optional(),
    notes: text().optional(),
    isPrimary: flag().default(0),
    createdAt: instant(),
  },
  saved_filters: {
    id,
    userId: text().references('users'),
    name: text(),
    /** Query part of the address, after `?`. */
    filters: text(),
    createdAt: instant(),
  },
  /** Lists of volunteers that somebody has requested as PDF and not fetched yet (docs/volunteers.md#as-pdf). */
  volunteer_lists: {
    /** Id of the job that draws the list. */
    id: text().key().references('jobs'),
    /** The user who requested the list; nobody else can fetch it. */
    userId: text().references('users'),
    /** Circuits that the user was limited to at the request; `null`: not limited. */
    circuits: json().optional(),
    /** The filters in words. */
    filters: text(),
    /** Ids in the order of the list. */
    volunteerIds: json(),
    /** How many volunteers precede those who were found by sound. */
    bySoundFrom: integer(),
    /** What has to be corrected of each, in words, in the same order; only where each congregation has its own pages. */
    toCorrect: json().optional(),
    /** `null` until the list is drawn. */
    storageKey: text().optional(),
    createdAt: instant(),
  },
  raw_import_data: {
    id,
    rowIndex: integer(),
    rawData: json(),
    processedAt: instant().optional(),
    importBatch: text().optional(),
    sheetName: text().default('Data_Import'),
  },
  automation_status: {
    id,
    eventType: text().unique(),
    lastTimestamp: instant(),
    eventSource: text().optional(),
    metadata: json().optional(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  imports: {
    id,
    /** Order of creation; ids of the import's places, changes and rejects begin with it. */
    number: integer().unique(),
    kind: text<ImportKind>(),
    state: text<ImportState>(),
    planJobId: text(),
    /** The last job that was to write the plan; equals `planJobId` for an import without a review. */
    applyJobId: text().optional(),
    createdAt: instant(),
    createdBy: text().optional(),
    completedAt: instant().optional(),
    appliedBy: text().optional(),
    /** Id of that user; `null` for a schedule, and for a run that was started outside the dashboard. */
    appliedById: text().optional(),
    durationMs: integer().optional(),
    /** Description of the spreadsheet. */
    source: text().default(''),
    sourceImportId: text().optional(),
    /** The import that a restore undoes by going back to the one before it. */
    undoneImportId: text().optional(),
    /** Name of the uploaded file; `null` for the spreadsheet. */
    uploadedName: text().optional(),
    totals: json().optional(),
    warnings: json().optional(),
    guard: json().optional(),
    /** What had changed when a job tried to apply the plan. */
    outdated: json().optional(),
    /** Time of the last import when this one was planned. */
    basedOn: instant().optional(),
    /** Hash of the file's bytes, where the spreadsheet is a file. */
    fileHash: text().optional(),
    /** Hash of the rows with their numbers. */
    rowsHash: text().optional(),
    /** Key of the file with the rows; imports of equal rows share one file. */
    rowsKey: text().optional(),
    /** Key of the file with the plan, as long as it can be applied. */
    planKey: text().optional(),
    /** Whether places, changes and rejects are still stored. */
    hasDetails: flag().default(1),
  },
  /** Counts of an import by circuit and congregation; each circuit comes before its congregations. */
  import_places: {
    id: bigInteger().key(),
    importId: text().references('imports'),
    circuit: text(),
    /** `null` for the circuit as a whole. */
    congregation: text().optional(),
    new: integer(),
    moved: integer(),
    changed: integer(),
    left: integer(),
    unchanged: integer(),
    skipped: integer(),
    isNew: flag(),
    isGone: flag(),
  },
  import_changes: {
    id: bigInteger().key(),
    importId: text().references('imports'),
    kind: text<ChangeKind>(),
    volunteerId: text(),
    /** The volunteer's `updatedAt` at planning; `null` for a new volunteer. */
    basedOn: instant().optional(),
    name: text(),
    /** Text that is searched, in lower case, beginning with the name. */
    nameKey: text(),
    locustId: text().optional(),
    fromCircuit: text().optional(),
    fromCongregation: text().optional(),
    toCircuit: text().optional(),
    toCongregation: text().optional(),
    fields: json(),
    isDoubtful: flag().default(0),
  },
  import_rejects: {
    id: bigInteger().key(),
    importId: text().references('imports'),
    rowIndex: integer(),
    columnTitle: text(),
    value: text().optional(),
    reason: text(),
    circuit: text(),
    congregation: text(),
    /** Equal for the same row skipped for the same reason, wherever it is in the sheet. */
    identity: text(),
    firstSeenAt: instant(),
  },
  /** Volunteers of each circuit and congregation after the last import of each month. */
  month_figures: {
    id,
    /** YYYY-MM in the zone of the installation. */
    month: text(),
    circuit: text(),
    /** Empty for the circuit as a whole. */
    congregation: text(),
    volunteers: integer(),
    trained: integer(),
    available: integer(),
    trainedAndAvailable: integer(),
  },
  /** How the columns of sheets with a certain set of titles are read (docs/your-data.md). */
  column_matches: {
    /** Key of the titles, independent of their order (`titlesKey`). */
    key: text().key(),
    name: text(),
    titles: json(),
    /** A `ColumnMatch` of the contract. */
    match: json(),
    updatedAt: instant(),
    /** Full name of the user. */
    updatedBy: text(),
  },
  /** Uploaded files, stored as long as an import needs them. */
  uploaded_sheets: {
    id,
    /** The user who uploaded the file; nobody else may import it. */
    userId: text().references('users'),
    name: text(),
    sizeBytes: integer(),
    /** Sheet of the workbook to import; `null` for a workbook with one sheet, and for CSV. */
    sheetName: text().optional(),
    /** How a CSV file is read; `null` for what its bytes show. */
    encoding: text<TextEncoding>().optional(),
    separator: text<Separator>().optional(),
    /** The job that imports or reviews the file; `null` until there is one. */
    jobId: text().optional(),
    createdAt: instant(),
  },
  /** Schedules of syncs. There is no foreign key to the creator: a schedule outlives that account. */
  schedules: {
    id,
    /** Days of the week; 0 is Sunday. */
    days: json(),
    /** `HH:MM` in the zone of the installation. */
    time: text(),
    reportsAfter: json(),
    isActive: flag(),
    /** `null` while this schedule or all schedules are paused. */
    nextRunAt: instant().optional(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  /**
   * One row for each instant at which a schedule was due, begun by one server. There are no foreign keys: a run outlives
   * its schedule and its jobs.
   */
  schedule_runs: {
    id,
    scheduleId: text(),
    dueAt: instant(),
    /** When the run began, or was found to be skipped or missed. */
    startedAt: instant(),
    endedAt: instant().optional(),
    outcome: text<RunOutcome>(),
    isMadeUp: flag(),
    importJobId: text().optional(),
    /** The job whose end is the outcome: the import or, where that did not run, its export; `null` until then. */
    endedJobId: text().optional(),
    /** The schedule's setting when the run began. */
    reportsAfter: json(),
    /** Ids of the jobs that make the run's reports; `null` until they are queued. */
    reportJobIds: json().optional(),
    /** How many reports had changed, out of how many; `null` for runs that do not remake changed reports. */
    reportsChanged: integer().optional(),
    reportsCompared: integer().optional(),
  },
  notices: {
    id,
    /** Order of insertion; two notices may share a millisecond. */
    sequence: integer().unique(),
    kind: text<NoticeKind>(),
    /** Subject of the notice, so that nothing is reported twice; unique. */
    cause: text().unique(),
    title: text(),
    text: text(),
    link: text(),
    /** The only user who sees the notice, who may have been deleted since; `null`: everybody. */
    audienceId: text().optional(),
    /** Only administrators see the notice, because nobody else can act on it. */
    isForAdmins: flag().default(0),
    /** The problem existed before, so the notice appears only in the bell. */
    isRepeated: flag().default(0),
    createdAt: instant(),
    /** When messages about the notice were put into the outbox. */
    collectedAt: instant().optional(),
  },
  notice_reads: {
    id,
    noticeId: text().references('notices'),
    userId: text().references('users'),
    readAt: instant(),
  },
  notice_conditions: {
    name: text<ConditionName>().key(),
    /** The notice that first reported the problem. */
    noticeId: text(),
    since: instant(),
    /** When messages about the problem, the first or a reminder, were last put into the outbox. */
    remindedAt: instant(),
  },
  notice_choices: {
    userId: text().key().references('users'),
    emailAddress: text().optional(),
    topics: json().default('[]'),
    updatedAt: instant(),
  },
  /** When a visible page of each user last requested notices. */
  notice_watchers: lastRequests,
  outbox: {
    id,
    channel: text<NoticeChannel>(),
    userId: text().optional().references('users'),
    noticeIds: json(),
    /** `week`: the weekly mail, whose id comes from its user and its Monday; what it says is read when it is sent. */
    purpose: text<'notices' | 'reminder' | 'week'>(),
    createdAt: instant(),
    dueAt: instant(),
    attempts: integer().default(0),
    triedAt: instant().optional(),
    failure: text().optional(),
    endedAt: instant().optional(),
    /** `dropped`: there was nothing left to report. */
    result: text<'sent' | 'given-up' | 'dropped'>().optional(),
  },
  /** Call lists, one for each place and time. */
  call_lists: {
    id,
    kind: text<CallPlaceKind>(),
    /** Name of the circuit or cart location. */
    place: text(),
    /** YYYY-MM-DD */
    day: text(),
    timeSlot: text(),
    /** How many people it wants; null where nobody has set it. */
    wanted: integer().optional(),
    /** Full name of the user. */
    createdBy: text(),
    createdAt: instant(),
  },
  /**
   * Outcomes of calls. There is no foreign key to volunteers: somebody who leaves the sheet and comes back is found again
   * by Locust ID or name.
   */
  call_outcomes: {
    id,
    listId: text().references('call_lists'),
    volunteerId: text(),
    locustId: text().optional(),
    /** Name, congregation and circuit, as imports match people by them. */
    personKey: text(),
    firstName: text(),
    lastName: text(),
    circuit: text().optional(),
    congregation: text().optional(),
    phone: text().optional(),
    outcome: text<CallOutcome>(),
    /** Full name of the caller. */
    by: text(),
    at: instant(),
  },
  brand_settings: {
    id,
    logoUrl: text().optional(),
    logoFileName: text().optional(),
    logoFileSize: integer().optional(),
    logoMimeType: text().optional(),
    colors: json().default('{}'),
    logoZoom: decimal().default(1),
    logoBackgroundColor: text().optional(),
    logoBackgroundTransparent: flag().default(0),
    isActive: flag().default(1),
    uploadedBy: text().optional(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  /** Logos announced or uploaded, but not confirmed yet. */
  logo_uploads: {
    id,
    fileName: text(),
    fileSize: integer(),
    mimeType: text(),
    storageKey: text(),
    uploadedAt: instant().optional(),
    uploadedBy: text().optional(),
    expiresAt: instant(),
  },
  /** Who did what. Only store/src/audit writes to it, and rows never change. */
  audit_log: {
    /** The order in which entries were made. */
    sequence: rowNumber(),
    id: text().unique(),
    at: instant(),
    actorId: text().optional(),
    actor: text(),
    action: text<AuditAction>(),
    subject: text().optional(),
    address: text().optional(),
    details: json(),
  },
  /** Single values that outlive a restart, such as whether auto-sync is on, and when the last backup was made. */
  stored_values: {
    name: text().key(),
    value: json(),
    updatedAt: instant(),
  },
  /** When each user last requested jobs. */
  presence: lastRequests,
  /** Leases that one server at a time holds, such as the lease for polling GitHub. */
  leader_leases: {
    name: text().key(),
    owner: text(),
    expiresAt: instant(),
  },
  /** The servers that use this database; each records itself anew while it runs. */
  running_servers: {
    id,
    version: text(),
    /** The mark of the folder in which the server keeps the sheet, where servers have to share one. */
    sheetFolder: text().optional(),
    expiresAt: instant(),
  },
  /** A version per kind of data, raised in the transaction of every change; ETags are made from it. */
  data_versions: {
    name: text().key(),
    version: integer(),
    /** Random text, replaced with every change: no two histories ever share a version. */
    stamp: text(),
  },
} satisfies Record<string, Columns>
