import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { queuedJob, readJob } from '../../test/jobs.ts'
import { readVersion } from '../database/data-versions.ts'
import { isSecondActive } from '../database/database-errors.ts'
import { deleteEndedJob } from './delete-jobs.ts'
import {
  type GithubStartedRun,
  githubOwner,
  insertJobOfRun,
  insertStartedRun,
  type ManualRun,
  readKnownStartedRuns,
} from './github-started-jobs.ts'

const createdAt = '2026-11-20T10:00:00.000Z'

function startedRun(runId: string, over: Partial<GithubStartedRun> = {}): GithubStartedRun {
  return {
    runId,
    runUrl: `https://github.example/runs/${runId}`,
    type: 'circuit-report',
    startedBy: 'octocat',
    createdAt,
    startedAt: null,
    ...over,
  }
}

describe('a run that was started on GitHub', () => {
  it('becomes a queued job that no runner here holds', async () => {
    const db = await freshDatabase()
    const before = await readVersion(db, 'jobs')
    const startedAt = '2026-11-20T10:00:30.000Z'
    const id = await insertStartedRun(db, startedRun('1', { startedAt }))
    expect(await readJob(db, id ?? '')).toMatchObject({
      type: 'circuit-report',
      status: 'queued',
      leaseOwner: githubOwner,
      githubRunId: '1',
      githubRunUrl: 'https://github.example/runs/1',
      dispatchedAt: createdAt,
      createdAt,
      createdBy: 'octocat',
      startedAt,
      updatedAt: expect.not.stringContaining(createdAt),
    })
    expect(await readVersion(db, 'jobs')).not.toBe(before)
  })

  it('comes after the existing jobs', async () => {
    const db = await freshDatabase()
    const earlier = await queuedJob(db)
    const id = await insertStartedRun(db, startedRun('1'))
    expect((await readJob(db, id ?? '')).sequence).toBeGreaterThan(earlier.sequence)
  })

  it('becomes a job once, also when two servers find it and when the job was removed', async () => {
    const db = await freshDatabase()
    expect(await readKnownStartedRuns(db)).toEqual(new Set())
    const run = startedRun('1')
    const both = await Promise.all([insertStartedRun(db, run), insertStartedRun(db, run)])
    const [id, ...others] = both.filter((each) => each !== undefined)
    expect(others).toEqual([])
    await db.updateTable('jobs').set({ status: 'completed' }).execute()
    expect(await deleteEndedJob(db, id ?? '')).toBe(true)
    expect(await insertStartedRun(db, run)).toBeUndefined()
    expect(await insertStartedRun(db, startedRun('2'))).toBeDefined()
    expect(await readKnownStartedRuns(db)).toEqual(new Set(['1', '2']))
  })

  it('is handed to its own runner, with the targets that it names, unless it has ended', async () => {
    const db = await freshDatabase()
    const run = startedRun('1', { startedAt: '2026-11-20T10:00:30.000Z' })
    const id = (await insertStartedRun(db, run)) ?? ''
    const manual: ManualRun = {
      runId: '1',
      runUrl: run.runUrl,
      type: run.type,
      targets: ['NY-1', 'NY-2'],
      startedBy: 'octocat',
    }
    expect(await insertJobOfRun(db, manual)).toBe(id)
    const handed = await readJob(db, id)
    expect(handed).toMatchObject({
      status: 'queued',
      leaseOwner: null,
      leaseExpiresAt: null,
      attempts: 0,
      target: 'NY-1, NY-2',
      targets: '["NY-1","NY-2"]',
    })

    const held = { status: 'completed', leaseOwner: githubOwner, target: 'NY-1' } as const
    await db.updateTable('jobs').set(held).where('id', '=', id).execute()
    expect(await insertJobOfRun(db, manual)).toBe(id)
    expect(await readJob(db, id)).toMatchObject(held)
  })

  it('waits while an export is active, and is not mistaken for a known run', async () => {
    const db = await freshDatabase()
    await queuedJob(db)
    const run = startedRun('1', { type: 'export' })
    await expect(insertStartedRun(db, run)).rejects.toSatisfy(isSecondActive)
    expect(await readKnownStartedRuns(db)).toEqual(new Set())
  })

  it('is recorded among the last 500', async () => {
    const db = await freshDatabase()
    const seen = Array.from({ length: 500 }, (_, index) => `old-${index}`)
    const value = JSON.stringify(seen)
    const updatedAt = createdAt
    await db
      .insertInto('stored_values')
      .values({ name: 'auto-sync-runs', value, updatedAt })
      .execute()
    await insertStartedRun(db, startedRun('new'))
    expect([...(await readKnownStartedRuns(db))]).toEqual([...seen.slice(1), 'new'])
  })
})
