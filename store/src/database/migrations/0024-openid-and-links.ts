import { index, type Schema, table } from './table-parts.ts'

/** Adds sign-in with an OpenID provider, and links to set a password (docs/decisions/0044-openid-connect.md, 0045). */
export async function up(db: Schema): Promise<void> {
  await table(db, 'openid_identities')
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('linkedAt', 'text', (column) => column.notNull())
    .addUniqueConstraint('openid_identities_issuer_subject', ['issuer', 'subject'])
    .addUniqueConstraint('openid_identities_userId_issuer', ['userId', 'issuer'])
    .execute()
  await table(db, 'openid_attempts')
    .addColumn('stateHash', 'text', (column) => column.notNull().unique())
    .addColumn('keyHash', 'text', (column) => column.notNull())
    .addColumn('nonce', 'text', (column) => column.notNull())
    .addColumn('codeVerifier', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .execute()
  await index(db, 'openid_attempts', ['network'])
  await table(db, 'account_links')
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('sentTo', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .addColumn('usedAt', 'text')
    .execute()
  await index(db, 'account_links', ['userId'])
}
