import type { FailureKind, JobStatus, JobType } from '@dashboard/contract/jobs'
import type { Generated, Selectable } from 'kysely'
import type {
  LoginFailuresTable,
  SessionsTable,
  SignInNetworksTable,
  UsersTable,
} from './account-tables.ts'
import type { AuditChainTable, AuditLogTable } from './audit-tables.ts'
import type { CallListsTable, CallOutcomesTable } from './call-list-tables.ts'
import type { Flag, IsoText, JsonText } from './column-values.ts'
import type {
  PasskeysTable,
  RecoveryCodesTable,
  SignInTicketsTable,
  TotpFactorsTable,
} from './factor-tables.ts'
import type { ImportChangesTable, ImportRejectsTable, ImportsTable } from './import-tables.ts'
import type { JobCircuitsTable } from './job-circuits-table.ts'
import type {
  NoticeChoicesTable,
  NoticeConditionsTable,
  NoticeReadsTable,
  NoticesTable,
  OutboxTable,
} from './notice-tables.ts'
import type {
  AccountLinksTable,
  OpenIdAttemptsTable,
  OpenIdIdentitiesTable,
} from './openid-tables.ts'
import type { ScheduleRunsTable, SchedulesTable } from './schedule-tables.ts'
import type { DataVersionsTable, LeaderLeasesTable, PresenceTable } from './server-tables.ts'
import type {
  AppointmentsTable,
  AvailabilitySchedulesTable,
  EmergencyContactsTable,
  VolunteerCartAssignmentsTable,
} from './volunteer-detail-tables.ts'
import type { VolunteerListsTable } from './volunteer-lists-table.ts'
import type { SavedFiltersTable, VolunteerSearchTable } from './volunteer-search-table.ts'

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
  /** The last import when its data were read. */
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

export interface RawImportDataTable {
  id: string
  rowIndex: number
  rawData: JsonText
  processedAt: IsoText | null
  importBatch: string | null
  sheetName: Generated<string>
}

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

export interface Database {
  users: UsersTable
  sessions: SessionsTable
  login_failures: LoginFailuresTable
  sign_in_networks: SignInNetworksTable
  openid_identities: OpenIdIdentitiesTable
  openid_attempts: OpenIdAttemptsTable
  account_links: AccountLinksTable
  totp_factors: TotpFactorsTable
  passkeys: PasskeysTable
  recovery_codes: RecoveryCodesTable
  sign_in_tickets: SignInTicketsTable
  jobs: JobsTable
  job_circuits: JobCircuitsTable
  reports: ReportsTable
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
export type UserRow = Selectable<UsersTable>
export type PasskeyRow = Selectable<PasskeysTable>
export type SignInTicketRow = Selectable<SignInTicketsTable>
