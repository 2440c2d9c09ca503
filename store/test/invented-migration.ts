import { migrations } from '../src/database/migrate.ts'

/** A migration after the first, which is the only one there is, for tests of bringing a database up to date. */
export const inventedName = '0002-invented'

/** Adds the invented migration to those of this process; the returned function takes it away. */
export function inventMigration(): () => void {
  migrations.set(inventedName, {
    up: (db) => db.schema.alterTable('circuits').addColumn('invented', 'text').execute(),
  })
  return () => void migrations.delete(inventedName)
}
