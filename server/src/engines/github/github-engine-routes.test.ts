import {
  type GithubDoubleOptions,
  startGithubDouble,
} from '@dashboard/doubles/github/github-double'
import { freshDatabase } from '@dashboard/store/test/database'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { timed } from '../../../test/slowed-clock.ts'
import { readPollIntervalMs } from '../../monitoring/monitoring-service.ts'
import { LocalEngine } from '../local/local-engine.ts'
import { GithubEngine } from './github-engine.ts'

/** Starts the whole server with jobs on GitHub, with its own poller. */
async function startOnGithub(options: GithubDoubleOptions = {}) {
  const double = await startGithubDouble(options)
  onTestFinished(() => double.close())
  double.limit.resetAt = 0
  const timings = {
    minPollGapMs: 20,
    finishDelayMs: 5,
    forceCancelAfterMs: 60_000,
    tickMs: 10,
  }
  const db = await freshDatabase()
  const setup = await startTestApp({
    db,
    createEngines: (log) => ({
      engine: new GithubEngine({
        db,
        github: double.settings,
        log,
        readPollIntervalMs: () => readPollIntervalMs(db),
        timings,
        connection: { throttle: false },
      }),
      importEngine: new LocalEngine({ db, log, onlyAssigned: true }),
    }),
  })
  const { inject } = await setup.as('admin')
  const start = async () => {
    const response = await inject({ method: 'POST', url: '/api/workflows/locust-export' })
    return response.json<{ jobId: string }>().jobId
  }
  const read = async (id: string) => (await inject({ url: `/api/jobs/${id}` })).json().job
  return { ...setup, inject, double, start, read }
}

describe('with jobs on GitHub', () => {
  test('a job that is started appears there, and its run is named and followed', async () => {
    const { double, inject, start, read } = await startOnGithub()
    const id = await start()
    await expect.poll(async () => (await read(id)).githubRunId).not.toBeNull()
    const run = double.runOf(id)
    expect((await read(id)).githubRunUrl).toContain(`/actions/runs/${run.id}`)
    double.move(run, { status: 'in_progress' })
    await expect.poll(async () => (await read(id)).step).toBe('Preparing the machine')
    const status = await inject({ url: '/api/monitoring/status' })
    expect(status.json()).toMatchObject({ isMonitoring: true, monitoringJobs: 1, activeUsers: 1 })
  })

  test('a job that is cancelled is stopped there', async () => {
    const { double, inject, start, read } = await startOnGithub()
    const id = await start()
    await expect.poll(async () => (await read(id)).githubRunId).not.toBeNull()
    const response = await inject({ method: 'POST', url: `/api/jobs/${id}/cancel` })
    expect(response.json().job).toMatchObject({ status: 'failed', error: 'Cancelled by Ada Admin' })
    await expect.poll(() => double.runOf(id).conclusion).toBe('cancelled')
  })

  test('the sync calls say why GitHub cannot be reached, and log nobody out', async () => {
    const { double, inject, start, read } = await startOnGithub()
    const id = await start()
    await expect.poll(async () => (await read(id)).githubRunId).not.toBeNull()
    double.access.token = 'another'
    const sync = async () => {
      const response = await inject({ method: 'POST', url: '/api/jobs/sync-github' })
      expect(response.statusCode).toBe(200)
      return response.json()
    }
    await expect.poll(sync).toEqual({
      success: false,
      updated: 0,
      message:
        'The jobs could not be refreshed: GitHub does not let the dashboard in. An administrator finds what to do by Run Checks, under Monitoring Controls.',
    })
  })

  test('an App whose installation is removed is named', async () => {
    const { double, inject, start, read } = await startOnGithub({ asApp: true })
    const id = await start()
    await expect.poll(async () => (await read(id)).githubRunId).not.toBeNull()
    if (double.app) double.app.installationId = undefined
    await expect
      .poll(
        async () => (await inject({ method: 'POST', url: '/api/jobs/sync-github' })).json().message,
        { timeout: 20_000 },
      )
      .toContain('GitHub does not let the dashboard in.')
  })

  test('no call waits for a GitHub that never answers, and the job continues once it does', async () => {
    const { double, inject, start, read } = await startOnGithub()
    const id = await start()
    await expect.poll(async () => (await read(id)).githubRunId).not.toBeNull()
    double.setFault('list-runs', { kind: 'hang' })
    double.setFault('get-run', { kind: 'hang' })
    const answers = await Promise.all(
      ['/api/jobs/sync-github', `/api/jobs/${id}/sync`].map((url) =>
        timed(() => inject({ method: 'POST', url })),
      ),
    )
    for (const { ms } of answers) expect(ms).toBeLessThan(15_000)
    expect(answers.map(({ result }) => result.statusCode)).toEqual([503, 503])
    expect(await read(id)).toMatchObject({ status: 'queued' })
    double.clearFaults()
    double.move(double.runOf(id), { status: 'in_progress' })
    await expect.poll(async () => (await read(id)).step).toBe('Preparing the machine')
  })
})
