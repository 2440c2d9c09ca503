import { sql } from 'kysely'
import type { Db } from './open-database.ts'
import type { Database } from './schema.ts'
import { importChangesWithin, importsWithin } from './scoped-imports.ts'

interface Rows {
  toOperationNode(): unknown
}

/** Selects the rows of a table that belong to these circuits. */
type RowsOf = (db: Db, circuits: readonly string[]) => Rows

/**
 * How each table is restricted to circuits. `shared` tables are the same for everybody; `closed` tables cannot be read
 * through a scope. A table without a rule is a compile error.
 */
export const tableRules: Record<keyof Database, RowsOf | 'shared' | 'closed'> = {
  circuits: (db, names) => db.selectFrom('circuits').selectAll().where('name', 'in', names),
  congregations: (db, names) =>
    db.selectFrom('congregations').selectAll().where('circuitId', 'in', circuitIds(db, names)),
  volunteers: (db, names) =>
    db.selectFrom('volunteers').selectAll().where('circuitId', 'in', circuitIds(db, names)),
  volunteer_search: ofVolunteers('volunteer_search'),
  volunteer_cart_assignments: ofVolunteers('volunteer_cart_assignments'),
  appointments: ofVolunteers('appointments'),
  availability_schedules: ofVolunteers('availability_schedules'),
  emergency_contacts: ofVolunteers('emergency_contacts'),
  call_lists: (db, names) =>
    db
      .selectFrom('call_lists')
      .selectAll()
      .where((where) => where.or([where('kind', '=', 'location'), where('place', 'in', names)])),
  call_outcomes: readableOutcomes,
  // Reports contain the name of their circuit.
  reports: (db, names) => db.selectFrom('reports').selectAll().where('circuitId', 'in', names),
  report_contents: (db, names) =>
    db.selectFrom('report_contents').selectAll().where('circuit', 'in', names),
  jobs: readableJobs,
  job_circuits: (db, names) =>
    db.selectFrom('job_circuits').selectAll().where('circuit', 'in', names),
  notices: readableNotices,
  notice_reads: 'shared',
  notice_conditions: 'shared',
  cart_locations: 'shared',
  automation_status: 'shared',
  data_versions: 'shared',
  schedules: 'shared',
  schedule_runs: 'shared',
  imports: (db, names) => importsWithin(db, names),
  import_places: (db, names) =>
    db.selectFrom('import_places').selectAll().where('circuit', 'in', names),
  import_changes: (db, names) => importChangesWithin(db, names),
  // Rows contain the name of their circuit; rows without one are shown to no limited user.
  import_rejects: (db, names) =>
    db.selectFrom('import_rejects').selectAll().where('circuit', 'in', names),
  raw_import_data: 'closed',
  users: 'closed',
  sessions: 'closed',
  access_tokens: 'closed',
  login_failures: 'closed',
  sign_in_networks: 'closed',
  openid_identities: 'closed',
  openid_attempts: 'closed',
  account_links: 'closed',
  totp_factors: 'closed',
  passkeys: 'closed',
  recovery_codes: 'closed',
  sign_in_tickets: 'closed',
  saved_filters: 'closed',
  // Read directly by the user who asked for the list; its volunteers are read through the scope.
  volunteer_lists: 'closed',
  column_matches: 'closed',
  uploaded_sheets: 'closed',
  brand_settings: 'closed',
  logo_uploads: 'closed',
  preferences: 'shared',
  presence: 'shared',
  leader_leases: 'closed',
  running_servers: 'closed',
  audit_log: 'closed',
  notice_choices: 'closed',
  notice_watchers: 'closed',
  outbox: 'closed',
}

type VolunteersTable =
  | 'volunteer_search'
  | 'volunteer_cart_assignments'
  | 'appointments'
  | 'availability_schedules'
  | 'emergency_contacts'

function ofVolunteers(table: VolunteersTable): RowsOf {
  return (db, names) => {
    const volunteers = db
      .selectFrom('volunteers')
      .select('id')
      .where('circuitId', 'in', circuitIds(db, names))
    // Runs for one of these tables at a time; all of them have this column.
    return db
      .selectFrom(table as 'appointments')
      .selectAll()
      .where('volunteerId', 'in', volunteers)
  }
}

/**
 * Selects outcomes about present volunteers, and about people who belonged to these circuits before they left the
 * sheet.
 */
function readableOutcomes(db: Db, names: readonly string[]) {
  const volunteers = db.selectFrom('volunteers').select('id')
  return db
    .selectFrom('call_outcomes')
    .selectAll()
    .where((where) =>
      where.or([
        where('volunteerId', 'in', volunteers.where('circuitId', 'in', circuitIds(db, names))),
        where.and([where('circuit', 'in', names), where('volunteerId', 'not in', volunteers)]),
      ]),
    )
}

/** Selects syncs, and report jobs whose reports all belong to these circuits. */
function readableJobs(db: Db, names: readonly string[]) {
  const outside = db.selectFrom('job_circuits').select('jobId').where('circuit', 'not in', names)
  return db
    .selectFrom('jobs')
    .selectAll()
    .where((where) =>
      where.or([
        where('type', 'in', ['export', 'import', 'review']),
        where.and([
          where('id', 'in', db.selectFrom('job_circuits').select('jobId')),
          where('id', 'not in', outside),
        ]),
      ]),
    )
}

/** Kinds of notices that name no circuit and contain no counts; notices about a job follow the rule for jobs. */
const withoutCircuits = [
  ...(['sync-failed', 'sync-skipped', 'import-guard'] as const),
  ...(['schedule-missed', 'data-old', 'recovered'] as const),
]

/** Selects notices about reports only if their job is readable, as long as that job exists. */
function readableNotices(db: Db, names: readonly string[]): Rows {
  const ofJobs = readableJobs(db, names)
    .clearSelect()
    .select(sql<string>`'job:' || "id"`.as('cause'))
  return db
    .selectFrom('notices')
    .selectAll()
    .where((where) =>
      where.or([
        where('kind', 'in', withoutCircuits),
        where.and([
          where('kind', 'in', ['reports-ready', 'reports-failed']),
          where('cause', 'in', ofJobs),
        ]),
      ]),
    )
}

function circuitIds(db: Db, names: readonly string[]) {
  return db.selectFrom('circuits').select('id').where('name', 'in', names)
}
