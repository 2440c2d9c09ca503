import { sql } from 'kysely'
import { index, type Schema, table } from './table-parts.ts'

/** Adds second steps, passkeys, and the tickets for signing in with them (docs/decisions/0041-second-factors.md). */
export async function up(db: Schema): Promise<void> {
  await db.schema
    .createTable('totp_factors')
    .addColumn('userId', 'text', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('lastStep', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('lastUsedAt', 'text')
    .execute()
  await table(db, 'passkeys')
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('credentialId', 'text', (column) => column.notNull().unique())
    .addColumn('publicKey', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('lastUsedAt', 'text')
    .execute()
  await index(db, 'passkeys', ['userId'])
  await table(db, 'recovery_codes')
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .execute()
  await index(db, 'recovery_codes', ['userId'])
  await table(db, 'sign_in_tickets')
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('data', 'text')
    .addColumn('network', 'text')
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .execute()
  await index(db, 'sign_in_tickets', ['expiresAt'])
  await index(db, 'sign_in_tickets', ['userId'])
  await index(db, 'sign_in_tickets', ['network'])
  await db.schema
    .alterTable('sessions')
    .addColumn('confirmedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('sessions').addColumn('signedInBy', 'text').execute()
  await sql`update sessions set "confirmedAt" = "createdAt"`.execute(db)
}
