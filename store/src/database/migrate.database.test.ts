import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { describe, expect, it } from 'vitest'
import { readVersion } from './data-versions.ts'
import { migrate } from './migrate.ts'
import * as versionStamps from './migrations/0002-version-stamps.ts'
import { freshDatabase } from './test-database.ts'

describe('migrate', () => {
  it('may run again on a database that is up to date', async () => {
    const db = await freshDatabase()
    await migrate(db)
    expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  it('stamps the versions of an older database', async () => {
    const db = await freshDatabase()
    await db.schema.alterTable('data_versions').dropColumn('stamp').execute()
    await sql`insert into data_versions (name, version) values ('jobs', 7)`.execute(db)
    const migration: Migration = versionStamps
    await migration.up(db)
    expect(await readVersion(db, 'jobs')).toMatch(/^7-[0-9a-f-]{36}$/)
  })

  it('lets only one of several active imports in', async () => {
    const db = await freshDatabase()
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
