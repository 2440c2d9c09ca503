import { index, type Schema, table } from './table-parts.ts'

/**
 * Counts failed sign-ins by account, so that renaming a user does not reset the count; keeps the networks from which
 * each user has signed in, since sign-ins from there stay allowed while others are blocked; and stores how long jobs
 * have been worked on, measured by a monotonic clock.
 */
export async function up(db: Schema): Promise<void> {
  await db.schema.alterTable('login_failures').renameColumn('usernameKey', 'account').execute()
  await index(db, 'login_failures', ['account', 'failedAt'])
  await table(db, 'sign_in_networks')
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('lastUsedAt', 'text', (column) => column.notNull())
    .addUniqueConstraint('sign_in_networks_userId_network', ['userId', 'network'])
    .execute()
  await db.schema.alterTable('jobs').addColumn('workedMs', 'integer').execute()
}
