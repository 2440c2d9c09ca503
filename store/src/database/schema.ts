import type { AuditAction } from '@dashboard/contract/audit-actions'
import type { CallOutcome, CallPlaceKind } from '@dashboard/contract/call-lists'
import type { ChangeKind, ImportKind } from '@dashboard/contract/imports'
import type { FailureKind, JobStatus, JobType } from '@dashboard/contract/jobs'
import type { NoticeChannel, NoticeKind } from '@dashboard/contract/notices'
import type { RunOutcome } from '@dashboard/contract/schedules'
import type { Generated, Selectable } from 'kysely'
import type { Flag, IsoText, JsonText } from './column-values.ts'

export interface UsersTable {
  id: string
  username: string
  /** The username without regard to case; unique. */
  usernameKey: string
  firstName: string
  lastName: string
  /** Another user has a full name that looks the same. */
  hasNamesake: Generated<Flag>
  /** The hash. */
  password: string
  role: Generated<'admin' | 'user'>
  isActive: Generated<Flag>
  /** The password is not of the user's own choosing; the profile page asks for another one. */
  mustChangePassword: Generated<Flag>
  lastSignInAt: IsoText | null
  /** The names of the circuits that the user is limited to; all when `null`. */
  circuits: JsonText | null
  createdAt: IsoText
  updatedAt: IsoText
}

export interface SessionsTable {
  id: string
  userId: string
  createdAt: IsoText
  expiresAt: IsoText
  /** Browser and system in words, as the browser that signed in named itself. */
  device: string
  /** Noted at most every few minutes. */
  lastSeenAt: IsoText
  /** When its user last showed who they are: by signing in, or since. */
  confirmedAt: IsoText
  /** What its user signed in with, unless it was the password alone. */
  signedInBy: string | null
}

/** What scripts sign in with, in the place of their owner. */
export interface AccessTokensTable {
  id: string
  userId: string
  /** What the owner calls it. */
  name: string
  /** Of the secret; unique. */
  tokenHash: string
  access: 'read' | 'write'
  createdAt: IsoText
  expiresAt: IsoText
  /** Noted at most once a minute. */
  lastUsedAt: IsoText | null
}

export interface LoginFailuresTable {
  id: string
  /** The user's id, or the username that was tried where there is no such user. */
  account: string
  address: string
  failedAt: IsoText
}

/** From which networks users have signed in lately. */
export interface SignInNetworksTable {
  id: string
  userId: string
  network: string
  lastUsedAt: IsoText
}

/** The authenticator app of a user. */
export interface TotpFactorsTable {
  userId: string
  /** Encrypted by a key of SESSION_SECRET. */
  secret: string
  /** The time step of the last code that was accepted: no code is accepted twice. */
  lastStep: number
  /** Since the last code that was accepted; from 100 on no more codes are taken. */
  wrongCodes: Generated<number>
  createdAt: IsoText
  lastUsedAt: IsoText | null
}

export interface PasskeysTable {
  id: string
  userId: string
  /** What the user calls it. */
  name: string
  /** The authenticator's own id of it; unique. */
  credentialId: string
  /** COSE, in base64url. */
  publicKey: string
  /** How often it was used, as the authenticator counts; 0 for those that do not count. */
  counter: number
  transports: JsonText
  createdAt: IsoText
  lastUsedAt: IsoText | null
}

/** Those that have not been used. */
export interface RecoveryCodesTable {
  /** The hash. */
  id: string
  userId: string
}

/** What is good once and for a short time: the second step of a sign-in, a set-up, a challenge, a link. */
export interface SignInTicketsTable {
  /** The hash. */
  id: string
  purpose: string
  /** `null` where it is not known yet who signs in. */
  userId: string | null
  /** What the purpose keeps with it. */
  data: string | null
  expiresAt: IsoText
}

/** Whose account a person at an OpenID provider signs in to. */
export interface OpenIdIdentitiesTable {
  id: string
  userId: string
  issuer: string
  /** Who it is there; unique together with the issuer. */
  subject: string
  /** As the provider named it when it was linked, to recognize it by. */
  email: string | null
  linkedAt: IsoText
}

/** Sign-ins with an OpenID provider that have begun; a row is deleted when its answer comes. */
export interface OpenIdAttemptsTable {
  id: string
  /** Hash of the `state` that the provider sends back; unique. */
  stateHash: string
  /** Hash of what only the browser that began knows. */
  keyHash: string
  nonce: string
  codeVerifier: string
  /** Who links their account; `null` for a sign-in. */
  userId: string | null
  /** From where it was begun, to bound how many there are. */
  network: string
  expiresAt: IsoText
}

/** Links by which people set a password of their own; one unused for each user. */
export interface PasswordLinksTable {
  id: string
  userId: string
  kind: 'invitation' | 'reset'
  /** Of the secret in the link; unique. */
  tokenHash: string
  /** Where it was sent, and only there; `null` when it was shown to an administrator. */
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
  /** Order of creation, since two jobs may share a millisecond. */
  sequence: number
  target: string | null
  targets: Generated<JsonText>
  status: Generated<JobStatus>
  progress: Generated<number>
  step: string | null
  /** Which outside system it waits to ask again. */
  retrying: JsonText | null
  dependsOn: string | null
  /** The failed job whose work it does again; unique among active jobs. */
  retryOf: string | null
  startedAt: IsoText | null
  completedAt: IsoText | null
  elapsedTime: string | null
  /** How long runners have worked on it until the last heartbeat, by clocks that are never set. */
  workedMs: number | null
  error: string | null
  /** What lies behind the error, for whoever runs the server. */
  errorDetails: string | null
  failureKind: FailureKind | null
  /** Full name of who cancelled it, or the job it depends on. */
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
  /** The runner that holds the lease: one value per process, so that one that lost the lease matches no row. */
  leaseOwner: string | null
  leaseExpiresAt: IsoText | null
  /** How often it has been claimed. */
  attempts: Generated<number>
  /** How often its runner was stopped by a signal. */
  interruptions: Generated<number>
  /** When it was handed to GitHub. */
  dispatchedAt: IsoText | null
  /** When its run on GitHub was cancelled, as long as the run has not ended. */
  stopRequestedAt: IsoText | null
  /** The import whose plan it makes or applies; `null` for an import without a review. */
  importId: string | null
  /** How many reports it has stored, also those that were deleted since. */
  reportsMade: Generated<number>
}

/** Of which circuits the reports of a job are. */
export interface JobCircuitsTable {
  id: string
  jobId: string
  /** The name; empty for a target that named nothing. */
  circuit: string
}

export interface ReportsTable {
  id: string
  circuitId: string
  congregation: string | null
  filename: string
  /** Bytes. */
  size: number
  format: string
  generatedAt: IsoText
  downloadUrl: string
  storageKey: string
  /** When the data that it prints last changed. */
  dataAsOf: IsoText | null
  generatedBy: string | null
  jobId: string | null
  /** The job's target it was made for; unique within the job, so that none is made twice. */
  target: string | null
  /** How much it holds; not known of reports made before this was kept. */
  pages: number | null
  volunteers: number | null
  /** The same for all versions of a report; with the next two, made by `report-keys.ts`. */
  place: Generated<string>
  nameKey: Generated<string>
  searchText: Generated<string>
  /** Of the versions of a report, whether it is the newest. */
  isCurrent: Generated<Flag>
  /** What it prints of its place, and what around that; `null` in reports of a version that kept none. */
  contentDigest: string | null
  frameDigest: string | null
}

/** What a report of a circuit or congregation would print now, for each of which there has been a report. */
export interface ReportContentsTable {
  /** As in `reports`. */
  place: string
  circuit: string
  digest: string
  /** When an import last changed it. */
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
  /** Of the row of the sheet it was written from; made and compared by the import only. */
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

/** What belongs to a volunteer and goes with it. */

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
 * What volunteers are found and sorted by, made of their rows and those of their places by
 * `store/src/volunteers/fold-volunteers.ts`, and of nothing else.
 */
export type VolunteerSearchTable = {
  volunteerId: string
  /** Folded, with a blank before each word. */
  names: string
  /** Likewise e-mail, congregation and circuit. */
  others: string
  /** How names and places of other scripts sound in Latin letters. */
  sounds: string
  /** Of the telephone number. */
  digits: string
  /** By which names are sorted: the last one, a tab, the first one. */
  nameKey: string
  /** Of the folding; what another one has made is folded again. */
  foldVersion: number
}

/** Filters of a list that a user has saved under a name. */
export interface SavedFiltersTable {
  id: string
  userId: string
  name: string
  /** The part of the address behind `?`. */
  filters: string
  createdAt: IsoText
}

/** How the columns of one set of titles are read (docs/your-data.md). */
export interface ColumnMatchesTable {
  /** Of the titles, whatever their order (`titlesKey`). */
  key: string
  name: string
  titles: JsonText
  /** `ColumnMatch` of the contract. */
  match: JsonText
  updatedAt: IsoText
  /** Full name. */
  updatedBy: string
}

/** A file that somebody has brought, as long as its import needs it. */
export interface UploadedSheetsTable {
  id: string
  /** Who brought it, and alone may import it. */
  userId: string
  /** The file's name. */
  name: string
  sizeBytes: number
  /** The sheet of a workbook that is imported; `null` where it has one, and for CSV. */
  sheetName: string | null
  /** The job that imports or reviews it; `null` until one does. */
  jobId: string | null
  createdAt: IsoText
}

/** A list of volunteers that somebody has asked for as PDF, and has not fetched yet. */
export interface VolunteerListsTable {
  /** Of the job that draws it. */
  id: string
  /** Who asked for it, and alone gets it. */
  userId: string
  /** The circuits that they were limited to; `null`: none. */
  circuits: JsonText | null
  /** In words. */
  filters: string
  /** In the order of the list. */
  volunteerIds: JsonText
  /** How many stand before those who were found by sound. */
  bySoundFrom: number
  /** `null` until it is drawn. */
  storageKey: string | null
  createdAt: IsoText
}

/** One for each place and time. */
export interface CallListsTable {
  id: string
  kind: CallPlaceKind
  /** Name of the circuit or cart location. */
  place: string
  /** YYYY-MM-DD */
  day: string
  timeSlot: string
  /** Full name. */
  createdBy: string
  createdAt: IsoText
}

/**
 * How the call of a person ended. No foreign key to volunteers: who leaves the sheet and comes back is found by Locust
 * ID or name.
 */
export interface CallOutcomesTable {
  id: string
  listId: string
  volunteerId: string
  locustId: string | null
  /** Name, congregation and circuit, as imports match by them. */
  personKey: string
  firstName: string
  lastName: string
  circuit: string | null
  congregation: string | null
  /** The number that was called. */
  phone: string | null
  outcome: CallOutcome
  /** Full name. */
  by: string
  at: IsoText
}

export type CallOutcomeRow = Selectable<CallOutcomesTable>

export interface RawImportDataTable {
  id: string
  rowIndex: number
  rawData: JsonText
  processedAt: IsoText | null
  importBatch: string | null
  sheetName: Generated<string>
}

/**
 * How far an import has come, whatever became of its jobs: `ready` and `stopped` have a plan that can be
 * applied, which the guard has let pass, or not.
 */
export type ImportState = 'planning' | 'ready' | 'stopped' | 'completed'

/** Reviews, imports and restores. */
export interface ImportsTable {
  id: string
  /** Order of creation; the ids of its changes and rejects begin with it. */
  number: number
  kind: ImportKind
  state: ImportState
  /** The job that plans it. */
  planJobId: string
  /** The last job that was to write the plan; the same one for an import without a review. */
  applyJobId: string | null
  createdAt: IsoText
  createdBy: string | null
  completedAt: IsoText | null
  appliedBy: string | null
  durationMs: number | null
  /** The spreadsheet in words. */
  source: Generated<string>
  sourceImportId: string | null
  /** The name of the file that was brought for it; `null` for the spreadsheet. */
  uploadedName: string | null
  totals: JsonText | null
  /** The numbers by circuit and congregation. */
  circuits: JsonText | null
  warnings: JsonText | null
  guard: JsonText | null
  /** What a job has found changed that was to apply the plan. */
  outdated: JsonText | null
  /** The last import when it was planned. */
  basedOn: IsoText | null
  /** Of the file's bytes, where the spreadsheet is a file. */
  fileHash: string | null
  /** Of the rows with their numbers. */
  rowsHash: string | null
  /** The file with its rows, which imports of the same rows share. */
  rowsKey: string | null
  /** The file with the plan, as long as it can be applied. */
  planKey: string | null
  /** The import that has its rejects: itself, or an earlier one with the same. */
  rejectsOf: string | null
  /** Of those rejects, with the times since which they have been there. */
  rejectsHash: string | null
  /** Whether its changes and rejects are kept. */
  hasDetails: Generated<Flag>
}

export interface ImportChangesTable {
  id: number
  importId: string
  kind: ChangeKind
  volunteerId: string
  /** The volunteer's `updatedAt` when it was planned; `null` for a new one. */
  basedOn: IsoText | null
  name: string
  /** What is searched, in lower case, beginning with the name. */
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
  /** The same for the same row, skipped for the same reason, wherever it stands in the sheet. */
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

/** Logos announced or sent, but not yet confirmed. */
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

/** When syncs run by themselves. No row refers to whoever made it: it outlives their account. */
export interface SchedulesTable {
  id: string
  /** Of the week, 0 is Sunday. */
  days: JsonText
  /** `HH:MM` in the zone of the installation. */
  time: string
  reportsAfter: JsonText
  isActive: Flag
  /** `null` while it or all schedules are paused. */
  nextRunAt: IsoText | null
  createdAt: IsoText
  updatedAt: IsoText
}

/** One row for each instant at which a schedule was due, kept when the schedule is deleted. */
export interface ScheduleRunsTable {
  id: string
  scheduleId: string
  dueAt: IsoText
  /** When it began, or was found to be skipped or missed. */
  startedAt: IsoText
  endedAt: IsoText | null
  outcome: RunOutcome
  isMadeUp: Flag
  /** Of the job that failed, if one did. */
  failureKind: FailureKind | null
  exportJobId: string | null
  importJobId: string | null
  /** As the schedule said when the run began. */
  reportsAfter: JsonText
  /** Ids of the jobs that make its reports; `null` until they are queued. */
  reportJobIds: JsonText | null
  /** How many reports had changed then, of how many; `null` where it does not make again what has changed. */
  reportsChanged: number | null
  reportsCompared: number | null
}

export type ScheduleRow = Selectable<SchedulesTable>
export type ScheduleRunRow = Selectable<ScheduleRunsTable>

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

/** Who did what; written by store/src/audit only, and never changed. */
export interface AuditLogTable {
  id: string
  /** 1, 2, 3 …: the order in which entries were made, without gaps. */
  sequence: number
  at: IsoText
  actorId: string | null
  actor: string
  action: AuditAction
  subject: string | null
  address: string | null
  details: JsonText
  /** The hash of the entry before. */
  previousHash: string
  hash: string
}

/** The ends of the audit log: `head`, its last entry, and `pruned`, the last one removed by age. */
export interface AuditChainTable {
  name: 'head' | 'pruned'
  sequence: number
  hash: string
}

export type AuditRow = Selectable<AuditLogTable>

/** When each user last requested jobs; as `notice_watchers`, when a visible page of theirs last asked for notices. */
export interface PresenceTable {
  userId: string
  lastAskedAt: IsoText
}

/** Leases that one server at a time holds, such as the one for polling GitHub. */
export interface LeaderLeasesTable {
  name: string
  owner: string
  expiresAt: IsoText
}

/** A version per kind of data, raised in the transaction of every change: the source of ETags. */
export interface DataVersionsTable {
  name: string
  /** Counts the changes. */
  version: number
  /** Random, and another one with every change. */
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
  import_changes: ImportChangesTable
  import_rejects: ImportRejectsTable
  automation_status: AutomationStatusTable
  brand_settings: BrandSettingsTable
  logo_uploads: LogoUploadsTable
  preferences: PreferencesTable
  presence: PresenceTable
  leader_leases: LeaderLeasesTable
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
  audit_chain: AuditChainTable
}

export type JobRow = Selectable<JobsTable>
export type ReportRow = Selectable<ReportsTable>
export type SessionRow = Selectable<SessionsTable>
export type AccessTokenRow = Selectable<AccessTokensTable>
export type UserRow = Selectable<UsersTable>
export type PasskeyRow = Selectable<PasskeysTable>
export type SignInTicketRow = Selectable<SignInTicketsTable>
