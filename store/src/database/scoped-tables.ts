import { NoticeKind, noticeKinds } from '@dashboard/contract/notices'
import { sql } from 'kysely'
import type { Db } from './open-database.ts'
import type { Database } from './schema.ts'

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
  imports: importsWithin,
  import_places: (db, names) =>
    db.selectFrom('import_places').selectAll().where('circuit', 'in', names),
  month_figures: (db, names) =>
    db.selectFrom('month_figures').selectAll().where('circuit', 'in', names),
  import_changes: importChangesWithin,
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
  stored_values: 'shared',
  presence: 'shared',
  leader_leases: 'closed',
  running_servers: 'closed',
  audit_log: 'closed',
  notice_choices: 'closed',
  notice_watchers: 'closed',
  outbox: 'closed',
}

type VolunteersTable =
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

function kindsFor(limitedUsers: 'everybody' | 'ofJob'): NoticeKind[] {
  return NoticeKind.options.filter((kind) => noticeKinds[kind].limitedUsers === limitedUsers)
}

/** Selects notices for limited users; those about a job only if it is readable, as long as it exists. */
function readableNotices(db: Db, names: readonly string[]): Rows {
  const ofJobs = readableJobs(db, names)
    .clearSelect()
    .select(sql<string>`'job:' || "id"`.as('cause'))
  return db
    .selectFrom('notices')
    .selectAll()
    .where((where) =>
      where.or([
        where('kind', 'in', kindsFor('everybody')),
        where.and([where('kind', 'in', kindsFor('ofJob')), where('cause', 'in', ofJobs)]),
      ]),
    )
}

function circuitIds(db: Db, names: readonly string[]) {
  return db.selectFrom('circuits').select('id').where('name', 'in', names)
}

/**
 * Returns imports and reviews with time, user, and numbers by circuit and congregation for these circuits only. Overall
 * totals, the guard's findings and warnings about the sheet cover all circuits and are left out; so are the stored
 * rows, since going back changes all circuits.
 */
function importsWithin(db: Db, names: readonly string[]) {
  const nothing = sql<null>`cast(null as text)`
  const withheld = ['warnings', 'guard', 'outdated', 'fileHash', 'rowsHash'] as const
  return db
    .selectFrom('imports')
    .select(['id', 'number', 'kind', 'state', 'planJobId', 'applyJobId', 'createdAt', 'createdBy'])
    .select([
      'completedAt',
      'appliedBy',
      'durationMs',
      'source',
      'sourceImportId',
      'undoneImportId',
      'uploadedName',
      'basedOn',
    ])
    .select('hasDetails')
    .select(totalsWithin(db, names).as('totals'))
    .select(withheld.map((column) => nothing.as(column)))
    .select((['rowsKey', 'planKey', 'appliedById'] as const).map((column) => nothing.as(column)))
}

/** Selects the totals of these circuits, written as an import stores those of all; `null` if it has none of them. */
function totalsWithin(db: Db, names: readonly string[]) {
  const ofCircuit = sql`congregation is null`
  const total = (name: string, value = sql<number>`${sql.ref(name)}`, where = ofCircuit) =>
    sql`cast(${`"${name}":`} as text) || sum(case when ${where} then ${value} else 0 end)`
  const isNew = sql<number>`${sql.ref('isNew')}`
  const isGone = sql<number>`${sql.ref('isGone')}`
  const ofCongregation = sql`congregation is not null`
  const totals = [
    total('rows', sql`"new" + moved + changed + unchanged + skipped`),
    ...['new', 'moved', 'changed', 'left', 'unchanged', 'skipped'].map((kind) => total(kind)),
    total('newCircuits', isNew),
    total('leftCircuits', isGone),
    total('newCongregations', isNew, ofCongregation),
    total('leftCongregations', isGone, ofCongregation),
  ]
  return db
    .selectFrom('import_places')
    .select(sql<string | null>`'{' || ${sql.join(totals, sql` || ',' || `)} || '}'`.as('totals'))
    .where('importId', '=', sql.ref<string>('imports.id'))
    .where('circuit', 'in', names)
}

/**
 * Returns who joins, leaves or changes in these circuits. Places elsewhere are not named; of people who moved
 * elsewhere, only the move is shown.
 */
function importChangesWithin(db: Db, names: readonly string[]) {
  const list = sql.join(names)
  const isOwn = (circuit: 'fromCircuit' | 'toCircuit') =>
    sql<boolean>`${sql.ref(`import_changes.${circuit}`)} in (${list})`
  const place = (
    column: 'fromCircuit' | 'fromCongregation' | 'toCircuit' | 'toCongregation',
    circuit: 'fromCircuit' | 'toCircuit',
  ) =>
    sql<
      string | null
    >`case when ${isOwn(circuit)} then ${sql.ref(`import_changes.${column}`)} end`.as(column)
  return db
    .selectFrom('import_changes')
    .select(['id', 'importId', 'kind', 'volunteerId', 'basedOn', 'name', 'nameKey', 'locustId'])
    .select('isDoubtful')
    .select([
      place('fromCircuit', 'fromCircuit'),
      place('fromCongregation', 'fromCircuit'),
      place('toCircuit', 'toCircuit'),
      place('toCongregation', 'toCircuit'),
      sql<string>`case when kind = 'moved' and not ${isOwn('toCircuit')} then '[]' else fields end`.as(
        'fields',
      ),
    ])
    .where(({ or }) => or([isOwn('fromCircuit'), isOwn('toCircuit')]))
}
