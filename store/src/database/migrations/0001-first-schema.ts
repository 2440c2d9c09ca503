import { type ColumnDefinitionBuilder, sql } from 'kysely'
import { isPostgres } from '../open-database.ts'
import { index, type Schema, table } from './table-parts.ts'

/** Creates the whole schema, with the row that says which program version may use it. */
export async function up(db: Schema): Promise<void> {
  await createAccounts(db)
  await createSignIn(db)
  await createJobs(db)
  await createReports(db)
  await createVolunteers(db)
  await createVolunteerDetails(db)
  await createVolunteerSearch(db)
  await createImports(db)
  await createSchedules(db)
  await createNotices(db)
  await createCallLists(db)
  await createBrand(db)
  await createAuditLog(db)
  await createOperation(db)
}

async function createAccounts(db: Schema): Promise<void> {
  await table(db, 'users')
    .addColumn('username', 'text', required)
    .addColumn('usernameKey', 'text', (column) => column.notNull().unique())
    .addColumn('firstName', 'text', required)
    .addColumn('lastName', 'text', required)
    .addColumn('password', 'text', required)
    .addColumn('role', 'text', (column) =>
      column.notNull().defaultTo('user').check(sql`role in ('admin', 'user')`),
    )
    .addColumn('isActive', 'integer', numberOf(1))
    .addColumn('createdAt', 'text', required)
    .addColumn('updatedAt', 'text', required)
    .addColumn('lastSignInAt', 'text')
    .addColumn('mustChangePassword', 'integer', numberOf(0))
    // The names of the circuits that a limited user sees: an import may create a circuit again.
    .addColumn('circuits', 'text')
    // Whether another user has the same full name; screens then show the username beside it.
    .addColumn('hasNamesake', 'integer', numberOf(0))
    .execute()
  await index(db, 'users', ['createdAt', 'id'])

  await table(db, 'sessions')
    .addColumn('userId', 'text', ofUser)
    .addColumn('createdAt', 'text', required)
    .addColumn('expiresAt', 'text', required)
    .addColumn('confirmedAt', 'text', textOf(''))
    .addColumn('signedInBy', 'text')
    .addColumn('device', 'text', textOf('Unknown device'))
    .addColumn('lastSeenAt', 'text', textOf(''))
    .execute()
  await index(db, 'sessions', ['userId'])
  await index(db, 'sessions', ['expiresAt'])

  await table(db, 'access_tokens')
    .addColumn('userId', 'text', ofUser)
    .addColumn('name', 'text', required)
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('access', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addColumn('expiresAt', 'text', required)
    .addColumn('lastUsedAt', 'text')
    .execute()
  await index(db, 'access_tokens', ['userId'])

  await table(db, 'account_links')
    .addColumn('userId', 'text', ofUser)
    .addColumn('kind', 'text', required)
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('sentTo', 'text')
    .addColumn('createdAt', 'text', required)
    .addColumn('expiresAt', 'text', required)
    .addColumn('usedAt', 'text')
    .execute()
  await index(db, 'account_links', ['userId'])
}

async function createSignIn(db: Schema): Promise<void> {
  await table(db, 'login_failures')
    .addColumn('account', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('failedAt', 'text', required)
    .execute()
  await index(db, 'login_failures', ['account', 'failedAt'])
  await index(db, 'login_failures', ['address', 'failedAt'])
  await index(db, 'login_failures', ['failedAt'])

  await table(db, 'sign_in_networks')
    .addColumn('userId', 'text', ofUser)
    .addColumn('network', 'text', required)
    .addColumn('lastUsedAt', 'text', required)
    .addUniqueConstraint('sign_in_networks_userId_network', ['userId', 'network'])
    .execute()

  await db.schema
    .createTable('totp_factors')
    .addColumn('userId', 'text', keyOfUser)
    .addColumn('secret', 'text', required)
    .addColumn('lastStep', 'integer', required)
    .addColumn('createdAt', 'text', required)
    .addColumn('lastUsedAt', 'text')
    // Counted since the last right code, however far apart they are.
    .addColumn('wrongCodes', 'integer', numberOf(0))
    .execute()

  await table(db, 'passkeys')
    .addColumn('userId', 'text', ofUser)
    .addColumn('name', 'text', required)
    .addColumn('credentialId', 'text', (column) => column.notNull().unique())
    .addColumn('publicKey', 'text', required)
    // Counters of authenticators are unsigned 32-bit numbers.
    .addColumn('counter', 'bigint', required)
    .addColumn('transports', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addColumn('lastUsedAt', 'text')
    .execute()
  await index(db, 'passkeys', ['userId'])

  await table(db, 'recovery_codes').addColumn('userId', 'text', ofUser).execute()
  await index(db, 'recovery_codes', ['userId'])

  await table(db, 'sign_in_tickets')
    .addColumn('purpose', 'text', required)
    .addColumn('userId', 'text', ofAnyUser)
    .addColumn('data', 'text')
    .addColumn('expiresAt', 'text', required)
    .execute()
  await index(db, 'sign_in_tickets', ['expiresAt'])
  await index(db, 'sign_in_tickets', ['userId'])

  await table(db, 'openid_identities')
    .addColumn('userId', 'text', ofUser)
    .addColumn('issuer', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('email', 'text')
    .addColumn('linkedAt', 'text', required)
    .addUniqueConstraint('openid_identities_issuer_subject', ['issuer', 'subject'])
    .addUniqueConstraint('openid_identities_userId_issuer', ['userId', 'issuer'])
    .execute()

  await table(db, 'openid_attempts')
    .addColumn('stateHash', 'text', (column) => column.notNull().unique())
    .addColumn('keyHash', 'text', required)
    .addColumn('nonce', 'text', required)
    .addColumn('codeVerifier', 'text', required)
    .addColumn('userId', 'text', ofAnyUser)
    .addColumn('network', 'text', required)
    .addColumn('expiresAt', 'text', required)
    .execute()
  await index(db, 'openid_attempts', ['network'])
}

async function createJobs(db: Schema): Promise<void> {
  await table(db, 'jobs')
    .addColumn('type', 'text', required)
    .addColumn('sequence', 'integer', (column) => column.notNull().unique())
    .addColumn('target', 'text')
    .addColumn('targets', 'text', textOf('[]'))
    .addColumn('status', 'text', (column) =>
      column
        .notNull()
        .defaultTo('queued')
        .check(sql`status in ('queued', 'running', 'completed', 'failed')`),
    )
    .addColumn('progress', 'integer', (column) =>
      column.notNull().defaultTo(0).check(sql`progress between 0 and 100`),
    )
    .addColumn('step', 'text')
    .addColumn('dependsOn', 'text', (column) => column.references('jobs.id').onDelete('set null'))
    .addColumn('startedAt', 'text')
    .addColumn('completedAt', 'text')
    .addColumn('elapsedTime', 'text')
    .addColumn('error', 'text')
    .addColumn('errorDetails', 'text')
    .addColumn('failureKind', 'text')
    .addColumn('cancelledBy', 'text')
    .addColumn('retrying', 'text')
    .addColumn('logs', 'text')
    .addColumn('outcome', 'text')
    .addColumn('reportsMade', 'integer', numberOf(0))
    .addColumn('githubRunId', 'text')
    .addColumn('githubRunUrl', 'text')
    .addColumn('createdBy', 'text')
    .addColumn('createdById', 'text')
    .addColumn('createdAt', 'text', required)
    .addColumn('updatedAt', 'text', required)
    .addColumn('leaseOwner', 'text')
    .addColumn('leaseExpiresAt', 'text')
    .addColumn('attempts', 'integer', numberOf(0))
    // A runner that was stopped by a signal does not count as a try.
    .addColumn('interruptions', 'integer', numberOf(0))
    .addColumn('dispatchedAt', 'text')
    .addColumn('stopRequestedAt', 'text')
    .addColumn('retryOf', 'text')
    .addColumn('importId', 'text')
    .execute()
  await index(db, 'jobs', ['status'])
  await index(db, 'jobs', ['dependsOn'])
  await index(db, 'jobs', ['githubRunId'])
  // The coverage board counts from it without reading the rows.
  await index(db, 'jobs', ['createdAt', 'status', 'failureKind', 'cancelledBy'])
  // At most one export and one import are active, also when two are requested at the same moment.
  await db.schema
    .createIndex('jobs_one_active')
    .unique()
    .on('jobs')
    .column('type')
    .where(sql.ref('type'), 'in', ['export', 'import'])
    .where(sql.ref('status'), 'in', ['queued', 'running'])
    .execute()
  // Pressing Retry twice makes one job.
  await db.schema
    .createIndex('jobs_one_active_retry')
    .unique()
    .on('jobs')
    .column('retryOf')
    .where(sql.ref('status'), 'in', ['queued', 'running'])
    .execute()

  // The circuits of a job's reports, by name, since an import may create a circuit again.
  await table(db, 'job_circuits')
    .addColumn('jobId', 'text', ofJob)
    .addColumn('circuit', 'text', required)
    .addUniqueConstraint('job_circuits_jobId_circuit', ['jobId', 'circuit'])
    .execute()
  await index(db, 'job_circuits', ['circuit'])
}

async function createReports(db: Schema): Promise<void> {
  // Keys are compared byte by byte, which PostgreSQL does only in this collation.
  const key = isPostgres(db) ? sql`text collate "C"` : sql`text`
  await table(db, 'reports')
    .addColumn('circuitId', 'text', required)
    .addColumn('congregation', 'text')
    .addColumn('filename', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('format', 'text', required)
    .addColumn('generatedAt', 'text', required)
    .addColumn('downloadUrl', 'text', required)
    .addColumn('storageKey', 'text', (column) => column.notNull().unique())
    .addColumn('dataAsOf', 'text')
    .addColumn('generatedBy', 'text')
    .addColumn('jobId', 'text')
    .addColumn('target', 'text')
    .addColumn('pages', 'integer')
    .addColumn('volunteers', 'integer')
    .addColumn('place', key, textOf(''))
    .addColumn('isCurrent', 'integer', numberOf(1))
    .addColumn('contentDigest', 'text', required)
    .addColumn('frameDigest', 'text', required)
    .addUniqueConstraint('reports_one_per_target', ['jobId', 'target'])
    .execute()
  await index(db, 'reports', ['circuitId', 'congregation', 'generatedAt'])
  await index(db, 'reports', ['place', 'generatedAt', 'id'])
  await index(db, 'reports', ['generatedAt', 'id'])
  await index(db, 'reports', ['isCurrent', 'generatedAt', 'id'])

  // What a report of each circuit and congregation would print now (docs/reports.md#out-of-date).
  await db.schema
    .createTable('report_contents')
    .addColumn('place', 'text', (column) => column.primaryKey())
    .addColumn('circuit', 'text', required)
    .addColumn('digest', 'text', required)
    .addColumn('changedAt', 'text', required)
    .execute()
  await index(db, 'report_contents', ['circuit'])
}

async function createVolunteers(db: Schema): Promise<void> {
  await table(db, 'circuits')
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('congregations', 'integer', numberOf(0))
    .addColumn('lastUpdated', 'text')
    .execute()

  await table(db, 'congregations')
    .addColumn('name', 'text', required)
    .addColumn('circuitId', 'text', (column) =>
      column.notNull().references('circuits.id').onDelete('cascade'),
    )
    .addColumn('language', 'text')
    .addColumn('city', 'text')
    .addColumn('createdAt', 'text', required)
    .addUniqueConstraint('congregations_name_in_circuit', ['circuitId', 'name'])
    .execute()
  await index(db, 'congregations', ['name'])

  await table(db, 'volunteers')
    .addColumn('locustId', 'text', (column) => column.unique())
    .addColumn('firstName', 'text', required)
    .addColumn('lastName', 'text', required)
    .addColumn('mobilePhone', 'text')
    .addColumn('emailAddress', 'text')
    .addColumn('city', 'text')
    .addColumn('zipCode', 'text')
    .addColumn('circuitId', 'text', (column) =>
      column.references('circuits.id').onDelete('cascade'),
    )
    .addColumn('congregationId', 'text', (column) =>
      column.references('congregations.id').onDelete('cascade'),
    )
    .addColumn('zone', 'text')
    .addColumn('tags', 'text')
    .addColumn('trained', 'integer', numberOf(0))
    .addColumn('available', 'integer', numberOf(0))
    .addColumn('orientation', 'integer', numberOf(0))
    .addColumn('availabilityDoubleShifts', 'integer', numberOf(0))
    .addColumn('availabilityMaxShiftsPerWeek', 'integer')
    .addColumn('availabilityMaxShiftsPerMonth', 'integer')
    .addColumn('availabilityNote', 'text')
    .addColumn('createdAt', 'text', required)
    .addColumn('updatedAt', 'text', required)
    // By it an import detects that a volunteer's row in the sheet has not changed (decision 0025).
    .addColumn('rowHash', 'text')
    .execute()
  // The coverage board counts from it without reading the rows.
  await index(db, 'volunteers', ['circuitId', 'trained', 'available'])
  await index(db, 'volunteers', ['congregationId'])
}

async function createVolunteerDetails(db: Schema): Promise<void> {
  await table(db, 'cart_locations')
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('category', 'text')
    .addColumn('description', 'text')
    .addColumn('active', 'integer', numberOf(1))
    .addColumn('createdAt', 'text', required)
    .execute()

  await table(db, 'volunteer_cart_assignments')
    .addColumn('volunteerId', 'text', ofVolunteer)
    .addColumn('locationId', 'text', (column) =>
      column.notNull().references('cart_locations.id').onDelete('cascade'),
    )
    .addColumn('assignedAt', 'text', required)
    .addUniqueConstraint('volunteer_cart_assignments_once', ['volunteerId', 'locationId'])
    .execute()
  await index(db, 'volunteer_cart_assignments', ['locationId'])

  await table(db, 'appointments')
    .addColumn('volunteerId', 'text', ofVolunteer)
    .addColumn('title', 'text', required)
    .addColumn('category', 'text')
    .addColumn('assignedAt', 'text', required)
    .execute()
  await index(db, 'appointments', ['volunteerId'])

  await table(db, 'availability_schedules')
    .addColumn('volunteerId', 'text', ofVolunteer)
    .addColumn('dayOfWeek', 'text', required)
    .addColumn('timeSlot', 'text', required)
    .addColumn('isAvailable', 'integer', numberOf(1))
    .addColumn('notes', 'text')
    .addColumn('createdAt', 'text', required)
    .execute()
  await index(db, 'availability_schedules', ['volunteerId'])

  await table(db, 'emergency_contacts')
    .addColumn('volunteerId', 'text', ofVolunteer)
    .addColumn('name', 'text', required)
    .addColumn('phone', 'text')
    .addColumn('email', 'text')
    .addColumn('relationship', 'text')
    .addColumn('notes', 'text')
    .addColumn('isPrimary', 'integer', numberOf(0))
    .addColumn('createdAt', 'text', required)
    .execute()
  await index(db, 'emergency_contacts', ['volunteerId'])
}

async function createVolunteerSearch(db: Schema): Promise<void> {
  // The folded texts that volunteers are searched by; the server's start fills what is missing (decision 0030).
  await db.schema
    .createTable('volunteer_search')
    .addColumn('volunteerId', 'text', (column) =>
      column.primaryKey().references('volunteers.id').onDelete('cascade'),
    )
    .addColumn('names', 'text', required)
    .addColumn('others', 'text', required)
    .addColumn('sounds', 'text', required)
    .addColumn('digits', 'text', required)
    .addColumn('nameKey', 'text', required)
    .addColumn('foldVersion', 'integer', required)
    .execute()

  await table(db, 'saved_filters')
    .addColumn('userId', 'text', ofUser)
    .addColumn('name', 'text', required)
    .addColumn('filters', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addUniqueConstraint('saved_filters_userId_name', ['userId', 'name'])
    .execute()

  // Lists that are drawn as PDF, stored until somebody has fetched them (docs/volunteers.md#as-pdf).
  await table(db, 'volunteer_lists')
    .addColumn('userId', 'text', ofUser)
    .addColumn('circuits', 'text')
    .addColumn('filters', 'text', required)
    .addColumn('volunteerIds', 'text', required)
    .addColumn('bySoundFrom', 'integer', required)
    .addColumn('storageKey', 'text')
    .addColumn('createdAt', 'text', required)
    .addForeignKeyConstraint('volunteer_lists_job', ['id'], 'jobs', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
  await index(db, 'volunteer_lists', ['createdAt'])
}

async function createImports(db: Schema): Promise<void> {
  await table(db, 'raw_import_data')
    .addColumn('rowIndex', 'integer', required)
    .addColumn('rawData', 'text', required)
    .addColumn('processedAt', 'text')
    .addColumn('importBatch', 'text')
    .addColumn('sheetName', 'text', textOf('Data_Import'))
    .execute()
  // Rows of a sheet are looked up by their numbers.
  await index(db, 'raw_import_data', ['importBatch', 'rowIndex'])

  await table(db, 'automation_status')
    .addColumn('eventType', 'text', (column) => column.notNull().unique())
    .addColumn('lastTimestamp', 'text', required)
    .addColumn('eventSource', 'text')
    .addColumn('metadata', 'text')
    .addColumn('createdAt', 'text', required)
    .addColumn('updatedAt', 'text', required)
    .execute()

  // Reviews and the history of imports, with the people they change and the rows they skip.
  await table(db, 'imports')
    .addColumn('number', 'integer', (column) => column.notNull().unique())
    .addColumn('kind', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('planJobId', 'text', required)
    .addColumn('applyJobId', 'text')
    .addColumn('createdAt', 'text', required)
    .addColumn('createdBy', 'text')
    .addColumn('completedAt', 'text')
    .addColumn('appliedBy', 'text')
    .addColumn('appliedById', 'text')
    .addColumn('durationMs', 'integer')
    .addColumn('source', 'text', textOf(''))
    .addColumn('sourceImportId', 'text')
    .addColumn('undoneImportId', 'text')
    .addColumn('uploadedName', 'text')
    .addColumn('totals', 'text')
    .addColumn('warnings', 'text')
    .addColumn('guard', 'text')
    .addColumn('outdated', 'text')
    .addColumn('basedOn', 'text')
    .addColumn('fileHash', 'text')
    .addColumn('rowsHash', 'text')
    .addColumn('rowsKey', 'text')
    .addColumn('planKey', 'text')
    .addColumn('hasDetails', 'integer', numberOf(1))
    .execute()
  await index(db, 'imports', ['planJobId'])
  await index(db, 'imports', ['applyJobId'])

  await numbered(db, 'import_places')
    .addColumn('circuit', 'text', required)
    .addColumn('congregation', 'text')
    .addColumn('new', 'integer', required)
    .addColumn('moved', 'integer', required)
    .addColumn('changed', 'integer', required)
    .addColumn('left', 'integer', required)
    .addColumn('unchanged', 'integer', required)
    .addColumn('skipped', 'integer', required)
    .addColumn('isNew', 'integer', required)
    .addColumn('isGone', 'integer', required)
    .execute()
  await index(db, 'import_places', ['importId'])

  await numbered(db, 'import_changes')
    .addColumn('kind', 'text', required)
    .addColumn('volunteerId', 'text', required)
    .addColumn('basedOn', 'text')
    .addColumn('name', 'text', required)
    .addColumn('nameKey', 'text', required)
    .addColumn('locustId', 'text')
    .addColumn('fromCircuit', 'text')
    .addColumn('fromCongregation', 'text')
    .addColumn('toCircuit', 'text')
    .addColumn('toCongregation', 'text')
    .addColumn('fields', 'text', required)
    .addColumn('isDoubtful', 'integer', numberOf(0))
    .execute()
  await index(db, 'import_changes', ['importId', 'nameKey', 'id'])
  await index(db, 'import_changes', ['volunteerId'])

  await numbered(db, 'import_rejects')
    .addColumn('rowIndex', 'integer', required)
    .addColumn('columnTitle', 'text', required)
    .addColumn('value', 'text')
    .addColumn('reason', 'text', required)
    .addColumn('circuit', 'text', required)
    .addColumn('congregation', 'text', required)
    .addColumn('identity', 'text', required)
    .addColumn('firstSeenAt', 'text', required)
    .execute()
  await index(db, 'import_rejects', ['importId', 'rowIndex'])

  // Matches for sheets with other column titles, and uploaded sheets (docs/your-data.md).
  await db.schema
    .createTable('column_matches')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', required)
    .addColumn('titles', 'text', required)
    .addColumn('match', 'text', required)
    .addColumn('updatedAt', 'text', required)
    .addColumn('updatedBy', 'text', required)
    .execute()

  await table(db, 'uploaded_sheets')
    .addColumn('userId', 'text', ofUser)
    .addColumn('name', 'text', required)
    .addColumn('sizeBytes', 'integer', required)
    .addColumn('sheetName', 'text')
    .addColumn('encoding', 'text')
    .addColumn('separator', 'text')
    .addColumn('jobId', 'text')
    .addColumn('createdAt', 'text', required)
    .execute()
  await index(db, 'uploaded_sheets', ['jobId'])
  await index(db, 'uploaded_sheets', ['createdAt'])
}

async function createSchedules(db: Schema): Promise<void> {
  await table(db, 'schedules')
    .addColumn('days', 'text', required)
    .addColumn('time', 'text', required)
    .addColumn('reportsAfter', 'text', required)
    .addColumn('isActive', 'integer', required)
    .addColumn('nextRunAt', 'text')
    .addColumn('createdAt', 'text', required)
    .addColumn('updatedAt', 'text', required)
    .execute()

  // The unique index lets only one server begin each run. Runs have no foreign keys: a run outlives its schedule, and
  // its jobs can be cleared.
  await table(db, 'schedule_runs')
    .addColumn('scheduleId', 'text', required)
    .addColumn('dueAt', 'text', required)
    .addColumn('startedAt', 'text', required)
    .addColumn('endedAt', 'text')
    .addColumn('outcome', 'text', required)
    .addColumn('isMadeUp', 'integer', required)
    .addColumn('failureKind', 'text')
    .addColumn('exportJobId', 'text')
    .addColumn('importJobId', 'text')
    .addColumn('reportsAfter', 'text', required)
    .addColumn('reportJobIds', 'text')
    // How many reports the run found to be changed, out of how many.
    .addColumn('reportsChanged', 'integer')
    .addColumn('reportsCompared', 'integer')
    .addUniqueConstraint('schedule_runs_scheduleId_dueAt', ['scheduleId', 'dueAt'])
    .execute()
  await index(db, 'schedule_runs', ['importJobId'])
  await index(db, 'schedule_runs', ['outcome', 'reportJobIds'])
}

/** See docs/decisions/0029-notices.md. */
async function createNotices(db: Schema): Promise<void> {
  await table(db, 'notices')
    .addColumn('sequence', 'integer', (column) => column.notNull().unique())
    .addColumn('kind', 'text', required)
    .addColumn('cause', 'text', (column) => column.notNull().unique())
    .addColumn('title', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('link', 'text', required)
    .addColumn('audienceId', 'text')
    .addColumn('isForAdmins', 'integer', numberOf(0))
    .addColumn('isRepeated', 'integer', numberOf(0))
    .addColumn('createdAt', 'text', required)
    .addColumn('collectedAt', 'text')
    .execute()
  await index(db, 'notices', ['createdAt'])

  await table(db, 'notice_reads')
    .addColumn('noticeId', 'text', (column) =>
      column.notNull().references('notices.id').onDelete('cascade'),
    )
    .addColumn('userId', 'text', ofUser)
    .addColumn('readAt', 'text', required)
    .addUniqueConstraint('notice_reads_noticeId_userId', ['noticeId', 'userId'])
    .execute()
  await index(db, 'notice_reads', ['userId'])

  await db.schema
    .createTable('notice_conditions')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('noticeId', 'text', required)
    .addColumn('since', 'text', required)
    .addColumn('remindedAt', 'text', required)
    .execute()

  await db.schema
    .createTable('notice_choices')
    .addColumn('userId', 'text', keyOfUser)
    .addColumn('emailAddress', 'text')
    .addColumn('topics', 'text', textOf('[]'))
    .addColumn('updatedAt', 'text', required)
    .execute()

  await db.schema
    .createTable('notice_watchers')
    .addColumn('userId', 'text', keyOfUser)
    .addColumn('lastAskedAt', 'text', required)
    .execute()

  await table(db, 'outbox')
    .addColumn('channel', 'text', required)
    .addColumn('userId', 'text', ofAnyUser)
    .addColumn('noticeIds', 'text', required)
    .addColumn('isReminder', 'integer', required)
    .addColumn('createdAt', 'text', required)
    .addColumn('dueAt', 'text', required)
    .addColumn('attempts', 'integer', numberOf(0))
    .addColumn('triedAt', 'text')
    .addColumn('failure', 'text')
    .addColumn('endedAt', 'text')
    .addColumn('result', 'text')
    .execute()
  await index(db, 'outbox', ['endedAt', 'dueAt'])
}

/** See docs/decisions/0036-call-lists.md. */
async function createCallLists(db: Schema): Promise<void> {
  await table(db, 'call_lists')
    .addColumn('kind', 'text', required)
    .addColumn('place', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('timeSlot', 'text', required)
    .addColumn('createdBy', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addUniqueConstraint('call_lists_place_time', ['kind', 'place', 'day', 'timeSlot'])
    .execute()
  await index(db, 'call_lists', ['day'])

  await table(db, 'call_outcomes')
    .addColumn('listId', 'text', (column) =>
      column.notNull().references('call_lists.id').onDelete('cascade'),
    )
    .addColumn('volunteerId', 'text', required)
    .addColumn('locustId', 'text')
    .addColumn('personKey', 'text', required)
    .addColumn('firstName', 'text', required)
    .addColumn('lastName', 'text', required)
    .addColumn('circuit', 'text')
    .addColumn('congregation', 'text')
    .addColumn('phone', 'text')
    .addColumn('outcome', 'text', required)
    .addColumn('by', 'text', required)
    .addColumn('at', 'text', required)
    .addUniqueConstraint('call_outcomes_listId_volunteerId', ['listId', 'volunteerId'])
    .execute()
}

async function createBrand(db: Schema): Promise<void> {
  await table(db, 'brand_settings')
    .addColumn('logoUrl', 'text')
    .addColumn('logoFileName', 'text')
    .addColumn('logoFileSize', 'integer')
    .addColumn('logoMimeType', 'text')
    .addColumn('colors', 'text', textOf('{}'))
    .addColumn('logoZoom', 'numeric(3, 2)', numberOf(1))
    .addColumn('logoBackgroundColor', 'text')
    .addColumn('logoBackgroundTransparent', 'integer', numberOf(0))
    .addColumn('isActive', 'integer', numberOf(1))
    .addColumn('uploadedBy', 'text')
    .addColumn('createdAt', 'text', required)
    .addColumn('updatedAt', 'text', required)
    .execute()

  await table(db, 'logo_uploads')
    .addColumn('fileName', 'text', required)
    .addColumn('fileSize', 'integer', required)
    .addColumn('mimeType', 'text', required)
    .addColumn('storageKey', 'text', required)
    .addColumn('uploadedAt', 'text')
    .addColumn('uploadedBy', 'text')
    .addColumn('expiresAt', 'text', required)
    .execute()
}

async function createAuditLog(db: Schema): Promise<void> {
  // The database numbers the entries, since a number that is read first would make writers wait for one another.
  await db.schema
    .createTable('audit_log')
    .addColumn('sequence', 'integer', (column) =>
      isPostgres(db)
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('at', 'text', required)
    .addColumn('actorId', 'text')
    .addColumn('actor', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('subject', 'text')
    .addColumn('address', 'text')
    .addColumn('details', 'text', required)
    .execute()
  await index(db, 'audit_log', ['at'])
  await index(db, 'audit_log', ['actorId'])
}

async function createOperation(db: Schema): Promise<void> {
  await db.schema
    .createTable('preferences')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', required)
    .addColumn('updatedAt', 'text', required)
    .execute()

  await db.schema
    .createTable('presence')
    .addColumn('userId', 'text', keyOfUser)
    .addColumn('lastAskedAt', 'text', required)
    .execute()

  // Leases that one server at a time holds.
  await db.schema
    .createTable('leader_leases')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', required)
    .addColumn('expiresAt', 'text', required)
    .execute()

  await db.schema
    .createTable('running_servers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('version', 'text', required)
    .addColumn('sheetFolder', 'text')
    .addColumn('expiresAt', 'text', required)
    .execute()

  // Because of the random stamp no two histories ever share a version.
  await db.schema
    .createTable('data_versions')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('version', 'integer', numberOf(0))
    .addColumn('stamp', 'text', textOf(''))
    .execute()
}

/** Creates a table whose rows belong to an import and are numbered across all imports. */
function numbered<T extends string>(db: Schema, name: T) {
  return db.schema
    .createTable(name)
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('importId', 'text', (column) =>
      column.notNull().references('imports.id').onDelete('cascade'),
    )
}

type Column = ColumnDefinitionBuilder

function required(column: Column): Column {
  return column.notNull()
}

function textOf(text: string): (column: Column) => Column {
  return (column) => column.notNull().defaultTo(text)
}

function numberOf(number: number): (column: Column) => Column {
  return (column) => column.notNull().defaultTo(number)
}

function ofAnyUser(column: Column): Column {
  return column.references('users.id').onDelete('cascade')
}

function ofUser(column: Column): Column {
  return ofAnyUser(column.notNull())
}

function keyOfUser(column: Column): Column {
  return ofAnyUser(column.primaryKey())
}

function ofJob(column: Column): Column {
  return column.notNull().references('jobs.id').onDelete('cascade')
}

function ofVolunteer(column: Column): Column {
  return column.notNull().references('volunteers.id').onDelete('cascade')
}
