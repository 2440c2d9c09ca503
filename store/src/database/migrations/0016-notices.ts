import type { ColumnDefinitionBuilder } from 'kysely'
import { index, type Schema, table } from './table-parts.ts'

/**
 * Adds notices, who has read them, present conditions, what each person receives by e-mail, who is watching, and the
 * outbox of messages (docs/decisions/0029-notices.md).
 */
export async function up(db: Schema): Promise<void> {
  await table(db, 'notices')
    .addColumn('sequence', 'integer', (column) => column.notNull().unique())
    .addColumn('kind', 'text', required)
    .addColumn('cause', 'text', (column) => column.notNull().unique())
    .addColumn('title', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('link', 'text', required)
    .addColumn('audienceId', 'text')
    .addColumn('isRepeated', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('createdAt', 'text', required)
    .addColumn('collectedAt', 'text')
    .execute()
  await index(db, 'notices', ['createdAt'])
  await table(db, 'notice_reads')
    .addColumn('noticeId', 'text', (column) =>
      column.notNull().references('notices.id').onDelete('cascade'),
    )
    .addColumn('userId', 'text', (column) => ofUser(required(column)))
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
    .addColumn('userId', 'text', (column) => ofUser(column.primaryKey()))
    .addColumn('emailAddress', 'text')
    .addColumn('topics', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('updatedAt', 'text', required)
    .execute()
  await db.schema
    .createTable('notice_watchers')
    .addColumn('userId', 'text', (column) => ofUser(column.primaryKey()))
    .addColumn('lastAskedAt', 'text', required)
    .execute()
  await createOutbox(db)
}

async function createOutbox(db: Schema): Promise<void> {
  await table(db, 'outbox')
    .addColumn('channel', 'text', required)
    .addColumn('userId', 'text', ofUser)
    .addColumn('noticeIds', 'text', required)
    .addColumn('isReminder', 'integer', required)
    .addColumn('createdAt', 'text', required)
    .addColumn('dueAt', 'text', required)
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('triedAt', 'text')
    .addColumn('failure', 'text')
    .addColumn('endedAt', 'text')
    .addColumn('result', 'text')
    .execute()
  await index(db, 'outbox', ['endedAt', 'dueAt'])
}

function required(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull()
}

function ofUser(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.references('users.id').onDelete('cascade')
}
