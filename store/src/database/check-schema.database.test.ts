import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabaseToAlter } from '../../test/database.ts'
import { requireSchema } from './check-schema.ts'
import { migrate, migrationNames } from './migrate.ts'

test('a program that does not migrate refuses a database of an earlier version, and a newer one', async () => {
  const db = await freshDatabaseToAlter()
  await requireSchema(db, migrationNames())
  const later = [...migrationNames(), '9999-later']
  await expect(requireSchema(db, later)).rejects.toThrow(
    'The database is of an earlier version of the dashboard (it lacks "9999-later")',
  )
  await expect(requireSchema(db, migrationNames().slice(0, -1))).rejects.toThrow(
    'The database was used by a newer version',
  )
})

test('no program of a lower version than the database allows uses or migrates it', async () => {
  const db = await freshDatabaseToAlter()
  await sql`delete from lowest_version`.execute(db)
  await sql`insert into lowest_version values ('99.10.0')`.execute(db)
  const refusal = 'The database needs version 99.10.0 of the dashboard or a newer one'
  await expect(requireSchema(db, migrationNames())).rejects.toThrow(refusal)
  await expect(migrate(db)).rejects.toThrow(refusal)
  await sql`update lowest_version set version = '0.0.9'`.execute(db)
  await requireSchema(db, migrationNames())
})
