import { sql } from 'kysely'
import type { Db } from './open-database.ts'
import type { Database } from './schema.ts'
import { importChangesWithin, importsWithin } from './scoped-imports.ts'

interface Rows {
  toOperationNode(): unknown
}

/** The rows of a table that are of circuits. */
type RowsOf = (db: Db, circuits: readonly string[]) => Rows

/**
 * What of each table is of which circuit. `shared` is the same for everybody; `closed` is nothing that a question
 * about circuits reads. A table that is not here does not compile.
 */
export const tableRules: Record<keyof Database, RowsOf | 'shared' | 'closed'> = {
  circuits: (db, names) => db.selectFrom('circuits').selectAll().where('name', 'in', given(names)),
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
      .where((where) =>
        where.or([where('kind', '=', 'location'), where('place', 'in', given(names))]),
      ),
  call_outcomes: readableOutcomes,
  // Reports name their circuit.
  reports: (db, names) =>
    db.selectFrom('reports').selectAll().where('circuitId', 'in', given(names)),
  report_contents: (db, names) =>
    db.selectFrom('report_contents').selectAll().where('circuit', 'in', given(names)),
  jobs: readableJobs,
  job_circuits: (db, names) =>
    db.selectFrom('job_circuits').selectAll().where('circuit', 'in', given(names)),
  notices: readableNotices,
  notice_reads: 'shared',
  notice_conditions: 'shared',
  cart_locations: 'shared',
  automation_status: 'shared',
  data_versions: 'shared',
  schedules: 'shared',
  schedule_runs: 'shared',
  imports: (db, names) => importsWithin(db, given(names)),
  import_changes: (db, names) => importChangesWithin(db, given(names)),
  // Rows name their circuit; those without one are of nobody.
  import_rejects: (db, names) =>
    db.selectFrom('import_rejects').selectAll().where('circuit', 'in', given(names)),
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
  // Read by who asked for them; their volunteers are read through the scope.
  volunteer_lists: 'closed',
  column_matches: 'closed',
  uploaded_sheets: 'closed',
  brand_settings: 'closed',
  logo_uploads: 'closed',
  preferences: 'shared',
  presence: 'shared',
  leader_leases: 'closed',
  audit_log: 'closed',
  audit_chain: 'closed',
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
    // Of one of these tables at a time: they have this column in common.
    return db
      .selectFrom(table as 'appointments')
      .selectAll()
      .where('volunteerId', 'in', volunteers)
  }
}

/** Of volunteers, and of who was of these circuits before leaving the sheet. */
function readableOutcomes(db: Db, names: readonly string[]) {
  const volunteers = db.selectFrom('volunteers').select('id')
  return db
    .selectFrom('call_outcomes')
    .selectAll()
    .where((where) =>
      where.or([
        where('volunteerId', 'in', volunteers.where('circuitId', 'in', circuitIds(db, names))),
        where.and([
          where('circuit', 'in', given(names)),
          where('volunteerId', 'not in', volunteers),
        ]),
      ]),
    )
}

/** Syncs, and jobs of reports that are all of these circuits. */
function readableJobs(db: Db, names: readonly string[]) {
  const outside = db
    .selectFrom('job_circuits')
    .select('jobId')
    .where('circuit', 'not in', given(names))
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

/** Notices that name no circuit and count nothing, in so far as they are not of a job. */
const withoutCircuits = [
  ...(['sync-failed', 'sync-skipped', 'import-guard'] as const),
  ...(['schedule-missed', 'data-old', 'recovered'] as const),
]

/** Of reports those whose job is readable, as long as it is there. */
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
  return db.selectFrom('circuits').select('id').where('name', 'in', given(names))
}

/** No circuit is called that; a list that is empty is no SQL, and NULL is neither in a list nor not in it. */
const noName = '\u001f'

function given(names: readonly string[]): string[] {
  return names.length === 0 ? [noName] : [...names]
}
