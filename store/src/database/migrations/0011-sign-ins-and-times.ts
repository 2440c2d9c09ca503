import { index, type Schema, table } from './table-parts.ts'

/**
 * Failed sign-ins are counted by account, which a new username does not change; the networks from which each
 * user has signed in are kept, since those are let in while others are not; and jobs hold how long they have
 * been worked on by a clock that is never set.
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
