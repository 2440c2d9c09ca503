import { expect, test } from 'vitest'
import { freshDatabaseToAlter } from '../../test/database.ts'
import { requireSchema } from './check-schema.ts'
import { migrationNames } from './migrate.ts'

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
