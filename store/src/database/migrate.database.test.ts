import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { describe, expect, it } from 'vitest'
import { freshDatabaseToAlter } from '../../test/database.ts'
import { readVersion } from './data-versions.ts'
import { migrate } from './migrate.ts'
import * as versionStamps from './migrations/0002-version-stamps.ts'
import * as jobFacts from './migrations/0005-job-facts.ts'
import * as rowHash from './migrations/0009-row-hash.ts'
import * as boardIndexes from './migrations/0012-board-indexes.ts'
import { isPostgres } from './open-database.ts'

describe('migrate', () => {
  it('may run again on a database that is up to date', async () => {
    const db = await freshDatabaseToAlter()
    await migrate(db)
    expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })

  it('stamps the versions of an older database', async () => {
    const db = await freshDatabaseToAlter()
    await db.schema.alterTable('data_versions').dropColumn('stamp').execute()
    await sql`insert into data_versions (name, version) values ('jobs', 7)`.execute(db)
    const migration: Migration = versionStamps
    await migration.up(db)
    expect(await readVersion(db, 'jobs')).toMatch(/^7-[0-9a-f-]{36}$/)
  })

  it('reads the facts of older jobs from their sentences', async () => {
    const db = await freshDatabaseToAlter()
    await db.schema.dropIndex('jobs_createdAt_status_failureKind_cancelledBy').ifExists().execute()
    for (const column of ['cancelledBy', 'reportsMade']) {
      await db.schema.alterTable('jobs').dropColumn(column).execute()
    }
    for (const [index, job] of olderJobs.entries()) {
      await sql`insert into jobs
        (id, sequence, type, status, error, "failureKind", "dependsOn", targets, "createdAt", "updatedAt")
        values (${job.id}, ${index}, ${job.type ?? 'import'}, ${job.status ?? 'failed'},
          ${job.error ?? null}, ${job.kind ?? null}, ${job.dependsOn ?? null},
          ${JSON.stringify(job.targets ?? [])}, '2026-01-01', '2026-01-01')`.execute(db)
    }
    for (const id of ['one', 'two'])
      await db.insertInto('reports').values(olderReport(id)).execute()
    const migration: Migration = jobFacts
    await migration.up(db)
    const jobs = await db
      .selectFrom('jobs')
      .select(['id', 'failureKind', 'cancelledBy', 'reportsMade'])
      .orderBy('sequence')
      .execute()
    expect(jobs.map((job) => Object.values(job))).toEqual(olderJobs.map(({ facts }) => facts))
  })

  it('lets indexes with more columns take the place of older ones', async () => {
    const db = await freshDatabaseToAlter()
    const added = [
      'jobs_createdAt_status_failureKind_cancelledBy',
      'reports_circuitId_congregation_generatedAt',
      'volunteers_circuitId_trained_available',
    ]
    for (const name of added) await db.schema.dropIndex(name).ifExists().execute()
    for (const table of ['reports', 'volunteers']) {
      await db.schema.createIndex(`${table}_circuitId`).on(table).column('circuitId').execute()
    }
    const migration: Migration = boardIndexes
    await migration.up(db)
    const list = isPostgres(db)
      ? sql<{ name: string }>`select indexname as name from pg_indexes`
      : sql<{ name: string }>`select name from sqlite_master where type = 'index'`
    const { rows } = await list.execute(db)
    const there = new Set(rows.map(({ name }) => name))
    expect(added.filter((name) => !there.has(name))).toEqual([])
    expect([there.has('reports_circuitId'), there.has('volunteers_circuitId')]).toEqual([
      false,
      false,
    ])
  })

  it('keeps the volunteers of an older database, which no import takes for unchanged', async () => {
    const db = await freshDatabaseToAlter()
    await db.schema.alterTable('volunteers').dropColumn('rowHash').execute()
    await sql`insert into volunteers (id, "firstName", "lastName", "createdAt", "updatedAt")
      values ('v1', 'Ann', 'Lee', '2026-01-01', '2026-01-01')`.execute(db)
    const migration: Migration = rowHash
    await migration.up(db)
    const kept = await db.selectFrom('volunteers').select(['id', 'rowHash']).execute()
    expect(kept.map((row) => ({ ...row }))).toEqual([{ id: 'v1', rowHash: null }])
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

interface OlderJob {
  id: string
  type?: 'export' | 'circuit-report'
  status?: 'completed' | 'running'
  error?: string
  kind?: string
  dependsOn?: string
  targets?: string[]
  /** Id, kind of failure, who cancelled it, and how many reports it made. */
  facts: [string, string | null, string | null, number]
}

const waited = { error: 'The export it depends on failed', kind: 'other' }
const targets = ['NY-1', 'NY-2', 'NJ 07, North']

const olderJobs: OlderJob[] = [
  {
    id: 'cancelled',
    type: 'export',
    error: 'Cancelled by Ann Lee',
    kind: 'cancelled',
    facts: ['cancelled', 'cancelled', 'Ann Lee', 0],
  },
  {
    id: 'waited for it',
    ...waited,
    dependsOn: 'cancelled',
    facts: ['waited for it', 'dependency', 'Ann Lee', 0],
  },
  {
    id: 'on GitHub',
    error: 'The run was cancelled on GitHub.',
    kind: 'cancelled',
    facts: ['on GitHub', 'cancelled', null, 0],
  },
  { id: 'waited', ...waited, facts: ['waited', 'dependency', null, 0] },
  {
    id: 'guarded',
    error: 'The sheet would remove 11 of 20 volunteers, so nothing was changed. Check it.',
    kind: 'unreadable-sheet',
    facts: ['guarded', 'guard', null, 0],
  },
  {
    id: 'lost',
    error: 'The job stopped unexpectedly 3 times. Retry it, or read its log for the reason.',
    kind: 'other',
    facts: ['lost', 'interrupted', null, 0],
  },
  {
    id: 'bad sheet',
    error: "The sheet has no column 'Circuit'.",
    kind: 'unreadable-sheet',
    facts: ['bad sheet', 'unreadable-sheet', null, 0],
  },
  { id: 'no kind', error: 'Broken', facts: ['no kind', 'other', null, 0] },
  {
    id: 'partly',
    type: 'circuit-report',
    targets,
    error: '1 of 3 reports failed: NY-1: Broken',
    kind: 'other',
    facts: ['partly', 'other', null, 2],
  },
  {
    id: 'reports deleted',
    type: 'circuit-report',
    status: 'completed',
    targets,
    facts: ['reports deleted', null, null, 3],
  },
  {
    id: 'running',
    type: 'circuit-report',
    status: 'running',
    targets,
    facts: ['running', null, null, 0],
  },
]

function olderReport(id: string) {
  return {
    id,
    circuitId: 'NY-1',
    congregation: null,
    filename: 'a.pdf',
    size: 1,
    format: 'pdf',
    generatedAt: '2026-01-01T00:00:00.000Z',
    downloadUrl: `/api/reports/${id}/download`,
    storageKey: `reports/${id}.pdf`,
    dataAsOf: null,
    generatedBy: null,
    jobId: 'partly',
    target: id,
  }
}
