import { sql } from 'kysely'
import { firstTables } from './first-tables.ts'
import { createIndex, createTable, type Schema } from './table-parts.ts'

type Tables = typeof firstTables
type Index = { [Table in keyof Tables]: [Table, ...(keyof Tables[Table] & string)[]] }[keyof Tables]

const uniqueIndexes: readonly Index[] = [
  ['sign_in_networks', 'userId', 'network'],
  ['openid_identities', 'issuer', 'subject'],
  ['openid_identities', 'userId', 'issuer'],
  ['job_circuits', 'jobId', 'circuit'],
  ['reports', 'jobId', 'target'],
  ['congregations', 'circuitId', 'name'],
  ['volunteer_cart_assignments', 'volunteerId', 'locationId'],
  ['saved_filters', 'userId', 'name'],
  ['schedule_runs', 'scheduleId', 'dueAt'],
  ['notice_reads', 'noticeId', 'userId'],
  ['call_lists', 'kind', 'place', 'day', 'timeSlot'],
  ['call_outcomes', 'listId', 'volunteerId'],
]

const indexes: readonly Index[] = [
  ['users', 'createdAt', 'id'],
  ['sessions', 'userId'],
  ['sessions', 'expiresAt'],
  ['access_tokens', 'userId'],
  ['account_links', 'userId'],
  ['login_failures', 'account', 'failedAt'],
  ['login_failures', 'address', 'failedAt'],
  ['login_failures', 'failedAt'],
  ['passkeys', 'userId'],
  ['recovery_codes', 'userId'],
  ['sign_in_tickets', 'expiresAt'],
  ['sign_in_tickets', 'userId'],
  ['openid_attempts', 'network'],
  ['jobs', 'status'],
  ['jobs', 'dependsOn'],
  ['jobs', 'githubRunId'],
  // The coverage board counts from it without reading the rows.
  ['jobs', 'createdAt', 'status', 'failureKind'],
  ['job_circuits', 'circuit'],
  ['reports', 'circuitId', 'congregation', 'generatedAt'],
  ['reports', 'place', 'generatedAt', 'id'],
  ['reports', 'generatedAt', 'id'],
  ['reports', 'isCurrent', 'generatedAt', 'id'],
  ['report_contents', 'circuit'],
  ['congregations', 'name'],
  // The coverage board counts from it without reading the rows.
  ['volunteers', 'circuitId', 'trained', 'available'],
  ['volunteers', 'congregationId'],
  ['volunteer_cart_assignments', 'locationId'],
  ['appointments', 'volunteerId'],
  ['availability_schedules', 'volunteerId'],
  ['emergency_contacts', 'volunteerId'],
  ['volunteer_lists', 'createdAt'],
  // Rows of a sheet are looked up by their numbers.
  ['raw_import_data', 'importBatch', 'rowIndex'],
  ['imports', 'planJobId'],
  ['imports', 'applyJobId'],
  ['import_places', 'importId'],
  ['import_changes', 'importId', 'nameKey', 'id'],
  ['import_changes', 'volunteerId'],
  ['import_rejects', 'importId', 'rowIndex'],
  ['month_figures', 'circuit', 'congregation'],
  ['month_figures', 'month'],
  ['uploaded_sheets', 'jobId'],
  ['uploaded_sheets', 'createdAt'],
  ['schedule_runs', 'importJobId'],
  ['schedule_runs', 'outcome', 'reportJobIds'],
  ['notices', 'createdAt'],
  ['notice_reads', 'userId'],
  ['outbox', 'endedAt', 'dueAt'],
  ['call_lists', 'day'],
  ['audit_log', 'at'],
  ['audit_log', 'actorId'],
]

export async function up(db: Schema): Promise<void> {
  for (const [name, columns] of Object.entries(firstTables)) await createTable(db, name, columns)
  for (const [table, ...columns] of uniqueIndexes) {
    await createIndex(db, table, columns, { isUnique: true })
  }
  for (const [table, ...columns] of indexes) await createIndex(db, table, columns)
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
}
