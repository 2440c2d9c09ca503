import { sql } from 'kysely'
import { createVolunteerDetails, createVolunteers } from './0001-volunteer-tables.ts'
import { index, type Schema, table } from './table-parts.ts'

export async function up(db: Schema): Promise<void> {
  await createAccounts(db)
  await createJobs(db)
  await createReports(db)
  await createVolunteers(db)
  await createVolunteerDetails(db)
  await createImportAndBrand(db)
  await createOperation(db)
}

async function createAccounts(db: Schema): Promise<void> {
  await table(db, 'users')
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('usernameKey', 'text', (column) => column.notNull().unique())
    .addColumn('firstName', 'text', (column) => column.notNull())
    .addColumn('lastName', 'text', (column) => column.notNull())
    .addColumn('password', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) =>
      column.notNull().defaultTo('user').check(sql`role in ('admin', 'user')`),
    )
    .addColumn('isActive', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()

  await table(db, 'sessions')
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .execute()
  await index(db, 'sessions', ['userId'])
  await index(db, 'sessions', ['expiresAt'])

  await table(db, 'login_failures')
    .addColumn('usernameKey', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('failedAt', 'text', (column) => column.notNull())
    .execute()
  await index(db, 'login_failures', ['address', 'failedAt'])
  await index(db, 'login_failures', ['failedAt'])
}

async function createJobs(db: Schema): Promise<void> {
  await table(db, 'jobs')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('sequence', 'integer', (column) => column.notNull().unique())
    .addColumn('target', 'text')
    .addColumn('targets', 'text', (column) => column.notNull().defaultTo('[]'))
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
    .addColumn('failureKind', 'text')
    .addColumn('logs', 'text')
    .addColumn('outcome', 'text')
    .addColumn('githubRunId', 'text')
    .addColumn('githubRunUrl', 'text')
    .addColumn('createdBy', 'text')
    .addColumn('createdById', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .addColumn('leaseOwner', 'text')
    .addColumn('leaseExpiresAt', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('dispatchedAt', 'text')
    .addColumn('stopRequestedAt', 'text')
    .execute()
  await index(db, 'jobs', ['status'])
  await index(db, 'jobs', ['dependsOn'])
  await index(db, 'jobs', ['githubRunId'])
  // At most one export and one import are active, also when two are requested at the same moment.
  await db.schema
    .createIndex('jobs_one_active')
    .unique()
    .on('jobs')
    .column('type')
    .where(sql.ref('type'), 'in', ['export', 'import'])
    .where(sql.ref('status'), 'in', ['queued', 'running'])
    .execute()
}

async function createReports(db: Schema): Promise<void> {
  await table(db, 'reports')
    .addColumn('circuitId', 'text', (column) => column.notNull())
    .addColumn('congregation', 'text')
    .addColumn('filename', 'text', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('generatedAt', 'text', (column) => column.notNull())
    .addColumn('downloadUrl', 'text', (column) => column.notNull())
    .addColumn('storageKey', 'text', (column) => column.notNull().unique())
    .addColumn('dataAsOf', 'text')
    .addColumn('generatedBy', 'text')
    .addColumn('jobId', 'text')
    .addColumn('target', 'text')
    .addUniqueConstraint('reports_one_per_target', ['jobId', 'target'])
    .execute()
  await index(db, 'reports', ['generatedAt'])
  await index(db, 'reports', ['circuitId'])
}

async function createImportAndBrand(db: Schema): Promise<void> {
  await table(db, 'raw_import_data')
    .addColumn('rowIndex', 'integer', (column) => column.notNull())
    .addColumn('rawData', 'text', (column) => column.notNull())
    .addColumn('processedAt', 'text')
    .addColumn('importBatch', 'text')
    .addColumn('sheetName', 'text', (column) => column.notNull().defaultTo('Data_Import'))
    .execute()
  await index(db, 'raw_import_data', ['importBatch'])

  await table(db, 'automation_status')
    .addColumn('eventType', 'text', (column) => column.notNull().unique())
    .addColumn('lastTimestamp', 'text', (column) => column.notNull())
    .addColumn('eventSource', 'text')
    .addColumn('metadata', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()

  await table(db, 'brand_settings')
    .addColumn('logoUrl', 'text')
    .addColumn('logoFileName', 'text')
    .addColumn('logoFileSize', 'integer')
    .addColumn('logoMimeType', 'text')
    .addColumn('colors', 'text', (column) => column.notNull().defaultTo('{}'))
    .addColumn('logoZoom', 'numeric(3, 2)', (column) => column.notNull().defaultTo(1))
    .addColumn('logoBackgroundColor', 'text')
    .addColumn('logoBackgroundTransparent', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('isActive', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('uploadedBy', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()

  await table(db, 'logo_uploads')
    .addColumn('fileName', 'text', (column) => column.notNull())
    .addColumn('fileSize', 'integer', (column) => column.notNull())
    .addColumn('mimeType', 'text', (column) => column.notNull())
    .addColumn('storageKey', 'text', (column) => column.notNull())
    .addColumn('uploadedAt', 'text')
    .addColumn('uploadedBy', 'text')
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .execute()
}

async function createOperation(db: Schema): Promise<void> {
  await db.schema
    .createTable('preferences')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('presence')
    .addColumn('userId', 'text', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('lastAskedAt', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('duties')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('data_versions')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
