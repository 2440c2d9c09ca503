import { index, type Schema, table } from './table-parts.ts'

/** Adds the tokens that scripts sign in with (docs/recipes.md#access-tokens). */
export async function up(db: Schema): Promise<void> {
  await table(db, 'access_tokens')
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('access', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .addColumn('lastUsedAt', 'text')
    .execute()
  await index(db, 'access_tokens', ['userId'])
}
