import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { describe, expect, it, vi } from 'vitest'
import { readVersion } from './data-versions.ts'
import { migrate } from './migrate.ts'
import * as versionStamps from './migrations/0002-version-stamps.ts'
import * as jobFacts from './migrations/0005-job-facts.ts'
import * as names from './migrations/0006-names.ts'
import * as accountAndReportFacts from './migrations/0013-account-and-report-facts.ts'
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

  it('reads the facts of older jobs from their sentences', async () => {
    const db = await freshDatabase()
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

  it('mends names that hold what cannot be seen, and says whose username changed', async () => {
    const db = await freshDatabase()
    const createdAt = '2026-01-01T00:00:00.000Z'
    const user = (id: string, username: string, firstName = 'Ada') => ({
      id,
      username,
      usernameKey: username.trim().normalize('NFKC').toLowerCase(),
      firstName,
      lastName: 'L\u2028ace',
      password: '',
      createdAt,
      updatedAt: createdAt,
    })
    const invisible = [user('3', '\u200b'), user('4', '\u200b\u200b')]
    const lookalikes = [
      user('1', 'ad\u200bmin'),
      user('2', 'Admin', 'Zoe\u0308'),
      user('5', 'Zoe\u0308'),
    ]
    await db
      .insertInto('users')
      .values([...lookalikes, ...invisible])
      .execute()
    const said: string[] = []
    const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      said.push(String(text))
      return true
    })
    try {
      const migration: Migration = names
      await migration.up(db)
      await migration.up(db)
    } finally {
      write.mockRestore()
    }
    const rows = await db.selectFrom('users').selectAll().orderBy('id').execute()
    expect(rows.map((row) => [row.username, row.usernameKey, row.firstName, row.lastName])).toEqual(
      [
        ['admin-2', 'admin-2', 'Ada', 'Lace'],
        ['Admin', 'admin', 'Zoë', 'Lace'],
        ['user', 'user', 'Ada', 'Lace'],
        ['user-2', 'user-2', 'Ada', 'Lace'],
        ['Zoë', 'zoë', 'Ada', 'Lace'],
      ],
    )
    expect(said).toHaveLength(4)
    expect(said[0]).toBe(
      'The username of user 1 held characters that cannot be seen; it is now "admin-2".\n',
    )
  })

  it('takes the last sign-in of older users from their sessions, and asks nobody for a password', async () => {
    const db = await freshDatabase()
    for (const column of ['lastSignInAt', 'mustChangePassword']) {
      await db.schema.alterTable('users').dropColumn(column).execute()
    }
    for (const column of ['pages', 'volunteers']) {
      await db.schema.alterTable('reports').dropColumn(column).execute()
    }
    const at = '2026-01-01T00:00:00.000Z'
    for (const id of ['ann', 'bo']) {
      await sql`insert into users
        (id, username, "usernameKey", "firstName", "lastName", password, "createdAt", "updatedAt")
        values (${id}, ${id}, ${id}, 'A', 'B', '', ${at}, ${at})`.execute(db)
    }
    await db
      .insertInto('jobs')
      .values({ id: 'one', sequence: 1, type: 'export', createdAt: at, updatedAt: at })
      .execute()
    await db.insertInto('reports').values(olderReport('one')).execute()
    for (const day of ['2026-01-02', '2026-01-03']) {
      const session = { userId: 'ann', createdAt: `${day}T00:00:00.000Z`, expiresAt: at }
      await db
        .insertInto('sessions')
        .values({ id: day, ...session })
        .execute()
    }
    const migration: Migration = accountAndReportFacts
    await migration.up(db)
    const users = db.selectFrom('users').select(['id', 'lastSignInAt', 'mustChangePassword'])
    expect(await users.orderBy('id').execute()).toEqual([
      { id: 'ann', lastSignInAt: '2026-01-03T00:00:00.000Z', mustChangePassword: 0 },
      { id: 'bo', lastSignInAt: null, mustChangePassword: 0 },
    ])
    expect(await db.selectFrom('reports').select(['pages', 'volunteers']).execute()).toEqual([
      { pages: null, volunteers: null },
    ])
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

interface OlderJob {
  id: string
  type?: 'export' | 'circuit-report'
  status?: 'completed' | 'running'
  error?: string
  kind?: string
  dependsOn?: string
  targets?: string[]
  /** Its id, kind of failure, who cancelled it, and how many reports it made. */
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
