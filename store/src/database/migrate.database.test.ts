import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freshDatabaseToAlter } from '../../test/database.ts'
import { inventedName, inventMigration } from '../../test/invented-migration.ts'
import { readSchema } from './check-schema.ts'
import { migrate, migrationNames, migrations } from './migrate.ts'
import type { Db } from './open-database.ts'

describe('migrate', () => {
  it('may run again on a database that is up to date', async () => {
    const db = await freshDatabaseToAlter()
    await migrate(db)
    expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  it('migrates a database of an earlier schema, with its rows', async () => {
    const db = await freshDatabaseToAlter()
    await db.insertInto('circuits').values({ id: 'c', name: 'NY-1' }).execute()
    onTestFinished(inventMigration())
    await migrate(db)
    expect(await readSchema(db)).toEqual(migrationNames())
    expect(await readCircuits(db)).toEqual([{ id: 'c', name: 'NY-1', invented: null }])
  })

  it('leaves a database as it was when a migration fails half way', async () => {
    const db = await freshDatabaseToAlter()
    const before = await readSchema(db)
    onTestFinished(inventMigration())
    const { up } = migrations.get(inventedName) ?? {}
    migrations.set(inventedName, {
      up: async (db) => {
        await up?.(db)
        throw new Error('It was killed')
      },
    })
    await expect(migrate(db)).rejects.toThrow('It was killed')
    expect(await readSchema(db)).toEqual(before)
    await expect(readCircuits(db)).rejects.toThrow('invented')
  })

  it('lets only one of several active imports in', async () => {
    const db = await freshDatabaseToAlter()
    const job = (id: string, sequence: number) => ({
      id,
      sequence,
      type: 'import' as const,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    })
    await db.insertInto('jobs').values(job('a', 1)).execute()
    await expect(db.insertInto('jobs').values(job('b', 2)).execute()).rejects.toThrow()
    await db.updateTable('jobs').set({ status: 'completed' }).execute()
    await db.insertInto('jobs').values(job('b', 2)).execute()
    expect(await db.selectFrom('jobs').select('id').execute()).toHaveLength(2)
  })
})

async function readCircuits(db: Db) {
  const { rows } = await sql<object>`select id, name, invented from circuits`.execute(db)
  return rows.map((row) => ({ ...row }))
}
