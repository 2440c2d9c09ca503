import type { Migration } from 'kysely/migration'
import { expect, it } from 'vitest'
import { freshDatabaseToAlter } from '../../test/database.ts'
import * as scope from './migrations/0019-scope.ts'

const at = '2026-11-20T12:00:00.000Z'

it('gives older jobs the circuits that their targets are of', async () => {
  const db = await freshDatabaseToAlter()
  await db.schema.dropTable('job_circuits').execute()
  await db.schema.alterTable('users').dropColumn('circuits').execute()
  for (const name of ['NY-1', 'NY-2']) {
    await db.insertInto('circuits').values({ id: name, name }).execute()
    for (const congregation of ['Central', `Park ${name}`]) {
      const row = { id: `${name}/${congregation}`, circuitId: name, createdAt: at }
      await db
        .insertInto('congregations')
        .values({ ...row, name: congregation })
        .execute()
    }
  }
  const jobs = [
    ['sync', 'import', []],
    ['circuits', 'circuit-report', ['NY-1', 'NY-9']],
    ['named', 'congregation-report', ['Central (NY-2)', 'Park NY-1', 'Park NY-1']],
    ['unclear', 'congregation-report', ['Central']],
    ['gone', 'congregation-report', ['Hill']],
  ] as const
  for (const [sequence, [id, type, targets]] of jobs.entries()) {
    const job = { id, type, sequence, targets: JSON.stringify(targets) }
    await db
      .insertInto('jobs')
      .values({ ...job, createdAt: at, updatedAt: at })
      .execute()
  }
  const migration: Migration = scope
  await migration.up(db)
  const rows = await db
    .selectFrom('job_circuits')
    .select(['jobId', 'circuit'])
    .orderBy('jobId')
    .orderBy('circuit')
    .execute()
  expect(rows.map(({ jobId, circuit }) => [jobId, circuit])).toEqual([
    ['circuits', 'NY-1'],
    ['circuits', 'NY-9'],
    ['gone', ''],
    ['named', 'NY-1'],
    ['named', 'NY-2'],
    ['unclear', ''],
  ])
})
