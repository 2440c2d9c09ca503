import { claimJob } from '@dashboard/store/jobs/claim-job'
import { completeJob } from '@dashboard/store/jobs/finish-job'
import { githubOwner } from '@dashboard/store/jobs/github-started-jobs'
import { withoutTable } from '@dashboard/store/test/database'
import { queuedJob } from '@dashboard/store/test/jobs'
import { describe, expect, test } from 'vitest'
import { startGithub } from '../../../test/github.ts'
import type { Run, RunJob } from './api/github-schemas.ts'
import { RunFollower } from './follow-runs.ts'

const at = '2026-11-20T10:00:00.000Z'

function runOf(id: string, changes: Partial<Run> = {}): Run {
  return {
    id,
    url: 'https://github.example/run',
    title: '',
    workflow: 'locust-export.yml',
    status: 'queued',
    conclusion: null,
    attempt: 1,
    startedBy: null,
    createdAt: at,
    updatedAt: at,
    startedAt: at,
    ...changes,
  }
}

function workingAt(runId: string, step: string, status = 'in_progress'): RunJob {
  const steps = [{ name: step, status: 'in_progress' }]
  return { id: '1', runId, name: 'run', status, conclusion: null, steps }
}

async function startEvents(since?: string) {
  const setup = await startGithub()
  const events = new RunFollower(setup.engine.dependencies, async () => since)
  return { ...setup, events, list: () => setup.db.selectFrom('jobs').selectAll().execute() }
}

describe('a job within a run', () => {
  test('shows its steps in order, and none after its end', async () => {
    const { events, dispatched, read } = await startEvents()
    const { id, githubRunId } = await dispatched()
    const steps: (string | null)[] = []
    for (const step of ['Set up job', 'Install', 'Check out']) {
      await events.runJobChanged(workingAt(githubRunId ?? '', step))
      steps.push((await read(id)).step)
    }
    expect(steps).toEqual(['Preparing the machine', 'Installing', 'Installing'])
    await events.runJobChanged(workingAt(githubRunId ?? '', 'Run the job', 'completed'))
    expect((await read(id)).step).toBe('Installing')
  })

  test('of a run that was started on GitHub shows its steps, too, and none earlier', async () => {
    const { events, list, double } = await startEvents('2020-01-01T00:00:00.000Z')
    await events.runChanged(runOf('77', { status: 'in_progress' }))
    expect(await list()).toMatchObject([{ status: 'running', leaseOwner: githubOwner }])
    const steps: (string | null | undefined)[] = []
    for (const step of ['Install', 'Check out', 'Run the job']) {
      await events.runJobChanged(workingAt('77', step))
      steps.push((await list())[0]?.step)
    }
    expect(steps).toEqual(['Installing', 'Installing', 'Starting the job'])
    expect(double.count()).toBe(0)
  })

  test('of no job here, or of one whose runner holds it, changes nothing', async () => {
    const { db, events, dispatched, read } = await startEvents()
    const { id, githubRunId } = await dispatched()
    await claimJob(db, id, 'runner')
    const before = await read(id)
    await events.runJobChanged(workingAt(githubRunId ?? '', 'Install'))
    await events.runJobChanged(workingAt('1', 'Install'))
    expect(await read(id)).toEqual(before)
  })
})

describe('a run', () => {
  test('with the name of a job that was never dispatched, or has a run, is not that job’s', async () => {
    const { db, events, dispatched, read } = await startEvents()
    const { id, githubRunId } = await dispatched()
    const undispatched = await queuedJob(db, { type: 'circuit-report' })
    for (const jobId of [undispatched.id, id]) {
      await events.runChanged(runOf('77', { title: `Export ${jobId}`, status: 'pending' }))
    }
    expect(await read(undispatched.id)).toMatchObject({ githubRunId: null, step: null })
    expect(await read(id)).toMatchObject({ githubRunId, step: 'Waiting for a machine' })
  })

  test('that ended leaves its runner a moment for the job’s end', async () => {
    const { db, events, dispatched, read, engine } = await startEvents()
    const slow = new RunFollower(
      { ...engine.dependencies, timings: { ...engine.dependencies.timings, settleDelayMs: 300 } },
      async () => undefined,
    )
    const { id, githubRunId } = await dispatched()
    const ended = runOf(githubRunId ?? '', { status: 'completed', conclusion: 'cancelled' })
    await slow.runChanged(ended)
    await claimJob(db, id, 'runner')
    await completeJob(db, id, 'runner', null)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((await read(id)).status).toBe('completed')
    const other = await dispatched()
    await events.runChanged({ ...ended, id: other.githubRunId ?? '' })
    await expect.poll(async () => (await read(other.id)).status).toBe('failed')
  })

  test('whose end cannot be judged is logged, except when the server stops', async () => {
    const { db, events, engine, dispatched, warnings } = await startEvents()
    const { githubRunId } = await dispatched()
    const ended = runOf(githubRunId ?? '', { status: 'completed', conclusion: 'cancelled' })
    const stop = new AbortController()
    const timings = { ...engine.dependencies.timings, settleDelayMs: 60_000 }
    const stopping = new RunFollower(
      { ...engine.dependencies, timings, stopping: stop.signal },
      async () => undefined,
    )
    await stopping.runChanged(ended)
    stop.abort()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(warnings).toEqual([])
    await events.runChanged(ended)
    const messages = () => warnings.map(({ message }) => message)
    await withoutTable(db, 'jobs', () => expect.poll(messages).toEqual(['Could not end a job']))
  })
})
