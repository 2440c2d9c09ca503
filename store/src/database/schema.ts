import type { AuditAction } from '@dashboard/contract/audit-actions'
import type { CallOutcome, CallPlaceKind } from '@dashboard/contract/call-lists'
import type { Separator, TextEncoding } from '@dashboard/contract/columns'
import type { ChangeKind, ImportKind } from '@dashboard/contract/imports'
import type { FailureKind, JobStatus, JobType } from '@dashboard/contract/jobs'
import type { NoticeChannel, NoticeKind } from '@dashboard/contract/notices'
import type { RunOutcome } from '@dashboard/contract/schedules'
import type { Generated, Selectable } from 'kysely'
import type { Flag, IsoText, JsonText } from './column-values.ts'

export interface UsersTable {
  id: string
  username: string
  /** The username in a form that ignores case; unique. */
  usernameKey: string
  firstName: string
  lastName: string
  /** Whether another user has a full name that looks the same. */
  hasNamesake: Generated<Flag>
  /** Hash of the password. */
  password: string
  role: Generated<'admin' | 'user'>
  isActive: Generated<Flag>
  /** Whether the password was set by somebody else; the profile page then asks for a new one. */
  mustChangePassword: Generated<Flag>
  lastSignInAt: IsoText | null
  /** Names of the circuits that the user is limited to; `null`: all circuits. */
  circuits: JsonText | null
  createdAt: IsoText
  updatedAt: IsoText
}

export interface SessionsTable {
  id: string
  userId: string
  createdAt: IsoText
  expiresAt: IsoText
  /** Browser and system in words, from the browser's user agent. */
  device: string
  /** Updated at most every few minutes. */
  lastSeenAt: IsoText
  /** When the user last proved their identity: by signing in, or again since. */
  confirmedAt: IsoText
  /** The factor that the user signed in with, unless it was the password alone. */
  signedInBy: string | null
}

/** Tokens that scripts sign in with on behalf of their owner. */
export interface AccessTokensTable {
  id: string
  userId: string
  /** Name that the owner has given the token. */
  name: string
  /** Hash of the secret; unique. */
  tokenHash: string
  access: 'read' | 'write'
  createdAt: IsoText
  expiresAt: IsoText
  /** Updated at most once a minute. */
  lastUsedAt: IsoText | null
}

export interface LoginFailuresTable {
  id: string
  /** The user's id; if there is no such user, the username that was tried. */
  account: string
  address: string
  failedAt: IsoText
}

/** Networks from which users have signed in lately. */
export interface SignInNetworksTable {
  id: string
  userId: string
  network: string
  lastUsedAt: IsoText
}

/** Authenticator apps of users. */
export interface TotpFactorsTable {
  userId: string
  /** Encrypted with a key derived from SESSION_SECRET. */
  secret: string
  /** Time step of the last accepted code, so that no code is accepted twice. */
  lastStep: number
  /** Wrong codes since the last accepted one; from 100 on, all codes are refused. */
  wrongCodes: Generated<number>
  createdAt: IsoText
  lastUsedAt: IsoText | null
}

export interface PasskeysTable {
  id: string
  userId: string
  /** Name that the user has given the passkey. */
  name: string
  /** Id that the authenticator has given the passkey; unique. */
  credentialId: string
  /** COSE key in base64url. */
  publicKey: string
  /** Number of uses as counted by the authenticator; 0 for authenticators that do not count. */
  counter: number
  transports: JsonText
  createdAt: IsoText
  lastUsedAt: IsoText | null
}

export interface RecoveryCodesTable {
  /** Hash of the code. */
  id: string
  userId: string
}

/** Secrets that are valid once and for a short time: the second step of a sign-in, a set-up, a challenge, a link. */
export interface SignInTicketsTable {
  /** Hash of the ticket. */
  id: string
  purpose: string
  /** `null` while the user is not known yet. */
  userId: string | null
  /** Data of the ticket's purpose. */
  data: string | null
  expiresAt: IsoText
}

/** Links accounts to identities at an OpenID provider. */
export interface OpenIdIdentitiesTable {
  id: string
  userId: string
  issuer: string
  /** Id of the person at the provider; unique together with the issuer. */
  subject: string
  /** The e-mail address at the provider when the account was linked, for display only. */
  email: string | null
  linkedAt: IsoText
}

/** Sign-ins with an OpenID provider that have begun; a row is deleted when the provider's response arrives. */
export interface OpenIdAttemptsTable {
  id: string
  /** Hash of the `state` that the provider sends back; unique. */
  stateHash: string
  /** Hash of a key that only the browser that began the sign-in has. */
  keyHash: string
  nonce: string
  codeVerifier: string
  /** The user who links their account; `null` for a sign-in. */
  userId: string | null
  /** Network that the attempt came from, for limiting attempts per network. */
  network: string
  expiresAt: IsoText
}

/** Links by which people set their own password; at most one unused link per user. */
export interface PasswordLinksTable {
  id: string
  userId: string
  kind: 'invitation' | 'reset'
  /** Hash of the link's secret; unique. */
  tokenHash: string
  /** The only address that the link was sent to; `null` when the link was shown to an administrator. */
  sentTo: string | null
  createdAt: IsoText
  expiresAt: IsoText
  usedAt: IsoText | null
}

export type PasswordLinkRow = Selectable<PasswordLinksTable>
export type OpenIdAttemptRow = Selectable<OpenIdAttemptsTable>

export interface JobsTable {
  id: string
  type: JobType
  /** Order of creation; two jobs may share a millisecond. */
  sequence: number
  target: string | null
  targets: Generated<JsonText>
  status: Generated<JobStatus>
  progress: Generated<number>
  step: string | null
  /** The outside system that the job waits to ask again. */
  retrying: JsonText | null
  dependsOn: string | null
  /** The failed job that this job retries; unique among active jobs. */
  retryOf: string | null
  startedAt: IsoText | null
  completedAt: IsoText | null
  elapsedTime: string | null
  error: string | null
  /** Cause of the error, for the operator. */
  errorDetails: string | null
  failureKind: FailureKind | null
  /** Full name of the user who cancelled the job or the job it depends on. */
  cancelledBy: string | null
  logs: string | null
  /** The result of a completed job, such as an import's counts. */
  outcome: JsonText | null
  githubRunId: string | null
  githubRunUrl: string | null
  createdBy: string | null
  createdById: string | null
  createdAt: IsoText
  updatedAt: IsoText
  /**
   * The runner that holds the lease. Each process has its own value, so a runner that lost the lease matches no row.
   */
  leaseOwner: string | null
  leaseExpiresAt: IsoText | null
  /** How often the job has been claimed. */
  attempts: Generated<number>
  /** How often a signal has stopped the job's runner. */
  interruptions: Generated<number>
  dispatchedAt: IsoText | null
  /** When the job's run on GitHub was cancelled; cleared when the run has ended. */
  stopRequestedAt: IsoText | null
  /** The import that the job plans or applies; `null` for an import without a review. */
  importId: string | null
  /** Number of reports stored by the job, including reports deleted since. */
  reportsMade: Generated<number>
}

export interface JobCircuitsTable {
  id: string
  jobId: string
  /** The circuit's name; empty for a target that matched nothing. */
  circuit: string
}

export interface ReportsTable {
  id: string
  circuitId: string
  congregation: string | null
  filename: string
  /** Size in bytes. */
  size: number
  format: string
  generatedAt: IsoText
  downloadUrl: string
  storageKey: string
  /** When the printed data last changed. */
  dataAsOf: IsoText | null
  generatedBy: string | null
  jobId: string | null
  /** The job's target that the report was made for; unique within the job, so that no report is made twice. */
  target: string | null
  /** Number of pages; unknown for reports made before this was stored. */
  pages: number | null
  volunteers: number | null
  /** Equal for all versions of a report. This and the next two columns are made by `report-place.ts`. */
  place: Generated<string>
  /** Whether this is the newest version of the report. */
  isCurrent: Generated<Flag>
  /** Digests of the printed content and of the frame around it. */
  contentDigest: string
  frameDigest: string
}

/** Digest of what a report would print now, for each circuit and congregation that has had a report. */
export interface ReportContentsTable {
  /** Same key as `reports.place`. */
  place: string
  circuit: string
  digest: string
  /** When an import last changed the content. */
  changedAt: IsoText
}

export interface CircuitsTable {
  id: string
  name: string
  congregations: Generated<number>
  lastUpdated: IsoText | null
}

export interface CongregationsTable {
  id: string
  name: string
  circuitId: string
  language: string | null
  city: string | null
  createdAt: IsoText
}

export interface VolunteersTable {
  id: string
  locustId: string | null
  firstName: string
  lastName: string
  mobilePhone: string | null
  emailAddress: string | null
  city: string | null
  zipCode: string | null
  circuitId: string | null
  congregationId: string | null
  zone: string | null
  tags: string | null
  trained: Generated<Flag>
  available: Generated<Flag>
  orientation: Generated<Flag>
  availabilityDoubleShifts: Generated<Flag>
  availabilityMaxShiftsPerWeek: number | null
  availabilityMaxShiftsPerMonth: number | null
  availabilityNote: string | null
  createdAt: IsoText
  updatedAt: IsoText
  /** Hash of the sheet's row that the volunteer was written from; only the import uses it. */
  rowHash: string | null
}

export interface CartLocationsTable {
  id: string
  name: string
  category: string | null
  description: string | null
  active: Generated<Flag>
  createdAt: IsoText
}

/** Tables whose rows belong to a volunteer and are deleted with it. */

export interface VolunteerCartAssignmentsTable {
  id: string
  volunteerId: string
  locationId: string
  assignedAt: IsoText
}

export interface AppointmentsTable {
  id: string
  volunteerId: string
  title: string
  category: string | null
  assignedAt: IsoText
}

export interface AvailabilitySchedulesTable {
  id: string
  volunteerId: string
  dayOfWeek: string
  timeSlot: string
  isAvailable: Generated<Flag>
  notes: string | null
  createdAt: IsoText
}

export interface EmergencyContactsTable {
  id: string
  volunteerId: string
  name: string
  phone: string | null
  email: string | null
  relationship: string | null
  notes: string | null
  isPrimary: Generated<Flag>
  createdAt: IsoText
}

/**
 * Texts that volunteers are searched and sorted by. `store/src/volunteers/fold-volunteers.ts` derives them from the
 * rows of volunteers and their places alone.
 */
export type VolunteerSearchTable = {
  volunteerId: string
  /** First and last name, folded, with a blank before each word. */
  names: string
  /** E-mail, congregation and circuit, folded in the same way. */
  others: string
  /** Sound of names and places in other scripts, written in Latin letters. */
  sounds: string
  /** Digits of the telephone number. */
  digits: string
  /** Sort key of names: last name, tab, first name. */
  nameKey: string
  /** Version of the folding; rows of another version are folded again. */
  foldVersion: number
}

/** Filters of a list, saved by a user under a name. */
export interface SavedFiltersTable {
  id: string
  userId: string
  name: string
  /** Query part of the address, after `?`. */
  filters: string
  createdAt: IsoText
}

/** How the columns of sheets with a certain set of titles are read (docs/your-data.md). */
export interface ColumnMatchesTable {
  /** Key of the titles, independent of their order (`titlesKey`). */
  key: string
  name: string
  titles: JsonText
  /** A `ColumnMatch` of the contract. */
  match: JsonText
  updatedAt: IsoText
  /** Full name of the user. */
  updatedBy: string
}

/** Uploaded files, stored as long as an import needs them. */
export interface UploadedSheetsTable {
  id: string
  /** The user who uploaded the file; nobody else may import it. */
  userId: string
  name: string
  sizeBytes: number
  /** Sheet of the workbook to import; `null` for a workbook with one sheet, and for CSV. */
  sheetName: string | null
  /** How a CSV file is read; `null` for what its bytes show. */
  encoding: TextEncoding | null
  separator: Separator | null
  /** The job that imports or reviews the file; `null` until there is one. */
  jobId: string | null
  createdAt: IsoText
}

/** Lists of volunteers that somebody has requested as PDF and not fetched yet. */
export interface VolunteerListsTable {
  /** Id of the job that draws the list. */
  id: string
  /** The user who requested the list; nobody else can fetch it. */
  userId: string
  /** Circuits that the user was limited to at the request; `null`: not limited. */
  circuits: JsonText | null
  /** The filters in words. */
  filters: string
  /** Ids in the order of the list. */
  volunteerIds: JsonText
  /** How many volunteers precede those who were found by sound. */
  bySoundFrom: number
  /** `null` until the list is drawn. */
  storageKey: string | null
  createdAt: IsoText
}

/** Call lists, one for each place and time. */
export interface CallListsTable {
  id: string
  kind: CallPlaceKind
  /** Name of the circuit or cart location. */
  place: string
  /** YYYY-MM-DD */
  day: string
  timeSlot: string
  /** Full name of the user. */
  createdBy: string
  createdAt: IsoText
}

/**
 * Outcomes of calls. There is no foreign key to volunteers: somebody who leaves the sheet and comes back is found again
 * by Locust ID or name.
 */
export interface CallOutcomesTable {
  id: string
  listId: string
  volunteerId: string
  locustId: string | null
  /** Name, congregation and circuit, as imports match people by them. */
  personKey: string
  firstName: string
  lastName: string
  circuit: string | null
  congregation: string | null
  phone: string | null
  outcome: CallOutcome
  /** Full name of the caller. */
  by: string
  at: IsoText
}

export interface RawImportDataTable {
  id: string
  rowIndex: number
  rawData: JsonText
  processedAt: IsoText | null
  importBatch: string | null
  sheetName: Generated<string>
}

/**
 * State of an import, independent of its jobs. `ready` and `stopped` imports have a plan that can be applied; the guard
 * has stopped the latter.
 */
export type ImportState = 'planning' | 'ready' | 'stopped' | 'completed'

/** Reviews, imports and restores. */
export interface ImportsTable {
  id: string
  /** Order of creation; ids of the import's places, changes and rejects begin with it. */
  number: number
  kind: ImportKind
  state: ImportState
  planJobId: string
  /** The last job that was to write the plan; equals `planJobId` for an import without a review. */
  applyJobId: string | null
  createdAt: IsoText
  createdBy: string | null
  completedAt: IsoText | null
  appliedBy: string | null
  /** Id of that user; `null` for a schedule, and for a run that was started outside the dashboard. */
  appliedById: string | null
  durationMs: number | null
  /** Description of the spreadsheet. */
  source: Generated<string>
  sourceImportId: string | null
  /** The import that a restore undoes by going back to the one before it. */
  undoneImportId: string | null
  /** Name of the uploaded file; `null` for the spreadsheet. */
  uploadedName: string | null
  totals: JsonText | null
  warnings: JsonText | null
  guard: JsonText | null
  /** What had changed when a job tried to apply the plan. */
  outdated: JsonText | null
  /** Time of the last import when this one was planned. */
  basedOn: IsoText | null
  /** Hash of the file's bytes, where the spreadsheet is a file. */
  fileHash: string | null
  /** Hash of the rows with their numbers. */
  rowsHash: string | null
  /** Key of the file with the rows; imports of equal rows share one file. */
  rowsKey: string | null
  /** Key of the file with the plan, as long as it can be applied. */
  planKey: string | null
  /** Whether places, changes and rejects are still stored. */
  hasDetails: Generated<Flag>
}

type PlaceCount = 'new' | 'moved' | 'changed' | 'left' | 'unchanged' | 'skipped'

/** Counts of an import by circuit and congregation; each circuit comes before its congregations. */
export interface ImportPlacesTable extends Record<PlaceCount, number> {
  id: number
  importId: string
  circuit: string
  /** `null` for the circuit as a whole. */
  congregation: string | null
  /** Whether the import creates the place, or removes it. */
  isNew: Flag
  isGone: Flag
}

export interface ImportChangesTable {
  id: number
  importId: string
  kind: ChangeKind
  volunteerId: string
  /** The volunteer's `updatedAt` at planning; `null` for a new volunteer. */
  basedOn: IsoText | null
  name: string
  /** Text that is searched, in lower case, beginning with the name. */
  nameKey: string
  locustId: string | null
  fromCircuit: string | null
  fromCongregation: string | null
  toCircuit: string | null
  toCongregation: string | null
  fields: JsonText
  isDoubtful: Generated<Flag>
}

export interface ImportRejectsTable {
  id: number
  importId: string
  rowIndex: number
  columnTitle: string
  value: string | null
  reason: string
  circuit: string
  congregation: string
  /** Equal for the same row skipped for the same reason, wherever it is in the sheet. */
  identity: string
  firstSeenAt: IsoText
}

export type ImportRow = Selectable<ImportsTable>

export interface AutomationStatusTable {
  id: string
  eventType: string
  lastTimestamp: IsoText
  eventSource: string | null
  metadata: JsonText | null
  createdAt: IsoText
  updatedAt: IsoText
}

export interface BrandSettingsTable {
  id: string
  logoUrl: string | null
  logoFileName: string | null
  logoFileSize: number | null
  logoMimeType: string | null
  colors: Generated<JsonText>
  logoZoom: Generated<number>
  logoBackgroundColor: string | null
  logoBackgroundTransparent: Generated<Flag>
  isActive: Generated<Flag>
  uploadedBy: string | null
  createdAt: IsoText
  updatedAt: IsoText
}

/** Logos announced or uploaded, but not confirmed yet. */
export interface LogoUploadsTable {
  id: string
  fileName: string
  fileSize: number
  mimeType: string
  storageKey: string
  uploadedAt: IsoText | null
  uploadedBy: string | null
  expiresAt: IsoText
}

/** Settings that are changed in the product itself, such as auto-sync. */
export interface PreferencesTable {
  name: string
  value: JsonText
  updatedAt: IsoText
}

/** Schedules of syncs. There is no foreign key to the creator: a schedule outlives that account. */
export interface SchedulesTable {
  id: string
  /** Days of the week; 0 is Sunday. */
  days: JsonText
  /** `HH:MM` in the zone of the installation. */
  time: string
  reportsAfter: JsonText
  isActive: Flag
  /** `null` while this schedule or all schedules are paused. */
  nextRunAt: IsoText | null
  createdAt: IsoText
  updatedAt: IsoText
}

/** One row for each instant at which a schedule was due; remains when the schedule is deleted. */
export interface ScheduleRunsTable {
  id: string
  scheduleId: string
  dueAt: IsoText
  /** When the run began, or was found to be skipped or missed. */
  startedAt: IsoText
  endedAt: IsoText | null
  outcome: RunOutcome
  isMadeUp: Flag
  failureKind: FailureKind | null
  exportJobId: string | null
  importJobId: string | null
  /** The schedule's setting when the run began. */
  reportsAfter: JsonText
  /** Ids of the jobs that make the run's reports; `null` until they are queued. */
  reportJobIds: JsonText | null
  /** How many reports had changed, out of how many; `null` for runs that do not remake changed reports. */
  reportsChanged: number | null
  reportsCompared: number | null
}

export type ScheduleRow = Selectable<SchedulesTable>
export type ScheduleRunRow = Selectable<ScheduleRunsTable>

export interface NoticesTable {
  id: string
  /** Order of insertion; two notices may share a millisecond. */
  sequence: number
  kind: NoticeKind
  /** Subject of the notice, so that nothing is reported twice; unique. */
  cause: string
  title: string
  text: string
  link: string
  /** The only user who sees the notice, who may have been deleted since; `null`: everybody. */
  audienceId: string | null
  /** Only administrators see the notice, because nobody else can act on it. */
  isForAdmins: Generated<Flag>
  /** The problem existed before, so the notice appears only in the bell. */
  isRepeated: Generated<Flag>
  createdAt: IsoText
  /** When messages about the notice were put into the outbox. */
  collectedAt: IsoText | null
}

export interface NoticeReadsTable {
  id: string
  noticeId: string
  userId: string
  readAt: IsoText
}

/** Problems that exist at present. */
export type ConditionName = 'export' | 'import' | 'import-guard' | 'data-age' | 'backup'

export interface NoticeConditionsTable {
  name: ConditionName
  /** The notice that first reported the problem. */
  noticeId: string
  since: IsoText
  /** When messages about the problem, the first or a reminder, were last put into the outbox. */
  remindedAt: IsoText
}

/** Topics that a user receives by e-mail. */
export interface NoticeChoicesTable {
  userId: string
  emailAddress: string | null
  topics: Generated<JsonText>
  updatedAt: IsoText
}

export interface OutboxTable {
  id: string
  channel: NoticeChannel
  /** Recipient of an e-mail. */
  userId: string | null
  noticeIds: JsonText
  isReminder: Flag
  createdAt: IsoText
  /** When the message is to be tried next. */
  dueAt: IsoText
  attempts: Generated<number>
  triedAt: IsoText | null
  /** Cause of the last failed try. */
  failure: string | null
  endedAt: IsoText | null
  /** `dropped`: there was nothing left to report. */
  result: 'sent' | 'given-up' | 'dropped' | null
}

export type NoticeRow = Selectable<NoticesTable>
export type OutboxRow = Selectable<OutboxTable>

/** Who did what. Only store/src/audit writes to it, and rows never change. */
export interface AuditLogTable {
  id: string
  /** The order in which entries were made. */
  sequence: Generated<number>
  at: IsoText
  actorId: string | null
  actor: string
  action: AuditAction
  subject: string | null
  address: string | null
  details: JsonText
}

export type AuditRow = Selectable<AuditLogTable>

/**
 * When each user last requested jobs. `notice_watchers` has the same columns: when a visible page of the user last
 * requested notices.
 */
export interface PresenceTable {
  userId: string
  lastAskedAt: IsoText
}

/** Leases that one server at a time holds, such as the lease for polling GitHub. */
export interface LeaderLeasesTable {
  name: string
  owner: string
  expiresAt: IsoText
}

/** The servers that use this database; each records itself anew while it runs. */
export interface RunningServersTable {
  id: string
  version: string
  /** The mark of the folder in which the server keeps the sheet, where servers have to share one. */
  sheetFolder: string | null
  expiresAt: IsoText
}

/** A version per kind of data, raised in the transaction of every change; ETags are made from it. */
export interface DataVersionsTable {
  name: string
  /** Number of changes. */
  version: number
  /** Random text, replaced with every change. */
  stamp: string
}

export interface Database {
  users: UsersTable
  sessions: SessionsTable
  access_tokens: AccessTokensTable
  login_failures: LoginFailuresTable
  sign_in_networks: SignInNetworksTable
  openid_identities: OpenIdIdentitiesTable
  openid_attempts: OpenIdAttemptsTable
  account_links: PasswordLinksTable
  totp_factors: TotpFactorsTable
  passkeys: PasskeysTable
  recovery_codes: RecoveryCodesTable
  sign_in_tickets: SignInTicketsTable
  jobs: JobsTable
  job_circuits: JobCircuitsTable
  reports: ReportsTable
  report_contents: ReportContentsTable
  circuits: CircuitsTable
  congregations: CongregationsTable
  volunteers: VolunteersTable
  cart_locations: CartLocationsTable
  volunteer_cart_assignments: VolunteerCartAssignmentsTable
  appointments: AppointmentsTable
  availability_schedules: AvailabilitySchedulesTable
  emergency_contacts: EmergencyContactsTable
  volunteer_search: VolunteerSearchTable
  saved_filters: SavedFiltersTable
  volunteer_lists: VolunteerListsTable
  column_matches: ColumnMatchesTable
  uploaded_sheets: UploadedSheetsTable
  call_lists: CallListsTable
  call_outcomes: CallOutcomesTable
  raw_import_data: RawImportDataTable
  imports: ImportsTable
  import_places: ImportPlacesTable
  import_changes: ImportChangesTable
  import_rejects: ImportRejectsTable
  automation_status: AutomationStatusTable
  brand_settings: BrandSettingsTable
  logo_uploads: LogoUploadsTable
  preferences: PreferencesTable
  presence: PresenceTable
  leader_leases: LeaderLeasesTable
  running_servers: RunningServersTable
  data_versions: DataVersionsTable
  schedules: SchedulesTable
  schedule_runs: ScheduleRunsTable
  notices: NoticesTable
  notice_reads: NoticeReadsTable
  notice_conditions: NoticeConditionsTable
  notice_choices: NoticeChoicesTable
  notice_watchers: PresenceTable
  outbox: OutboxTable
  audit_log: AuditLogTable
}

export type JobRow = Selectable<JobsTable>
export type ReportRow = Selectable<ReportsTable>
export type SessionRow = Selectable<SessionsTable>
export type AccessTokenRow = Selectable<AccessTokensTable>
export type UserRow = Selectable<UsersTable>
export type PasskeyRow = Selectable<PasskeysTable>
export type SignInTicketRow = Selectable<SignInTicketsTable>
