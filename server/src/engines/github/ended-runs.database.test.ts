import { claimJob } from '@dashboard/store/jobs/claim-job'
import { describe, expect, it } from 'vitest'
import { type GithubSetup, loseLease, startGithub } from '../../../test/github.ts'
import type { Run } from './api/github-schemas.ts'
import { finishJobOfRun } from './follow-runs.ts'

function finish({ engine }: GithubSetup, jobId: string, run: Run | 'gone') {
  return finishJobOfRun(engine.dependencies, jobId, run)
}

/** Returns a run as GitHub lists it, ended with this conclusion. */
function endedRun(id: string | null, conclusion: string) {
  const at = '2026-11-20T10:00:00.000Z'
  const times = { createdAt: at, updatedAt: at, startedAt: at }
  const names = { title: '', workflow: 'locust-export.yml', url: '', startedBy: null }
  return { id: id ?? '', status: 'completed', conclusion, attempt: 1, ...names, ...times }
}

/** Returns a dispatched job that a runner had begun and given back, after this many tries. */
async function givenBack(setup: GithubSetup, attempts: number) {
  const job = await setup.dispatched()
  await setup.db
    .updateTable('jobs')
    .set({ attempts, startedAt: '2026-11-20T10:00:00.000Z' })
    .where('id', '=', job.id)
    .execute()
  return job
}

describe('a job whose run ended without saying how', () => {
  it('is tried three times, and then fails as interrupted by GitHub', async () => {
    const setup = await startGithub()
    const job = await givenBack(setup, 3)
    const run = endedRun(job.githubRunId, 'failure')
    expect(await finish(setup, job.id, run)).toBe(true)
    expect(await setup.read(job.id)).toMatchObject({
      status: 'failed',
      error: 'GitHub interrupted the job 3 times. Retry it later.',
      logs: 'GitHub interrupted the job 3 times. Retry it later.\n',
    })
  })

  it('is dispatched again before that', async () => {
    const setup = await startGithub()
    const job = await givenBack(setup, 2)
    const run = endedRun(job.githubRunId, 'failure')
    expect(await finish(setup, job.id, run)).toBe(true)
    expect(await setup.read(job.id)).toMatchObject({ status: 'queued', attempts: 2, step: null })
    await expect.poll(() => setup.double.state.runs.size).toBe(2)
  })

  it('is left alone when it has another run by now, is held, has ended or no longer exists', async () => {
    const setup = await startGithub()
    const job = await setup.dispatched()
    expect(await finish(setup, job.id, endedRun('1', 'failure'))).toBe(false)
    await claimJob(setup.db, job.id, 'runner')
    const own = endedRun(job.githubRunId, 'failure')
    expect(await finish(setup, job.id, own)).toBe(false)
    expect(await finish(setup, 'none', own)).toBe(false)
    expect((await setup.read(job.id)).status).toBe('running')
    await loseLease(setup.db, job.id)
    expect(await finish(setup, job.id, own)).toBe(true)
    await setup.db.updateTable('jobs').set({ status: 'completed' }).execute()
    expect(await finish(setup, job.id, own)).toBe(false)
  })

  it('fails at once where another try would end the same way', async () => {
    const setup = await startGithub()
    const job = await givenBack(setup, 1)
    const run = endedRun(job.githubRunId, 'cancelled')
    expect(await finish(setup, job.id, run)).toBe(true)
    const error = 'The run was cancelled on GitHub.'
    const failed = { status: 'failed', error, failureKind: 'cancelled', logs: `${error}\n` }
    expect(await setup.read(job.id)).toMatchObject(failed)
    expect(setup.double.state.runs.size).toBe(1)
  })

  it('drops the request to stop when its run is gone', async () => {
    const setup = await startGithub()
    const job = await givenBack(setup, 1)
    const values = { status: 'failed', stopRequestedAt: '2026-11-20T10:00:00.000Z' } as const
    await setup.db.updateTable('jobs').set(values).execute()
    expect(await finish(setup, job.id, 'gone')).toBe(true)
    const { stopRequestedAt, logs } = await setup.read(job.id)
    expect([stopRequestedAt, logs]).toEqual([
      null,
      'The run no longer exists on GitHub; somebody has deleted it. Retry the job.\n',
    ])
  })
})
