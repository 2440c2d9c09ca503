import { randomUUID } from 'node:crypto'
import { startGithubDouble } from '@dashboard/doubles/github/github-double'
import type { TrackedJob } from '@dashboard/store/jobs/github-runs'
import { expect, onTestFinished, test } from 'vitest'
import { GithubClient } from './api/github-client.ts'
import { collectRuns } from './collect-runs.ts'

const now = Date.now()
const ago = (ms: number) => new Date(now - ms).toISOString()

function job(changes: Partial<TrackedJob> = {}): TrackedJob {
  return {
    id: randomUUID(),
    type: 'export',
    status: 'queued',
    step: null,
    startedAt: null,
    attempts: 0,
    leaseOwner: null,
    leaseExpiresAt: null,
    githubRunId: null,
    dispatchedAt: ago(3_600_000),
    stopRequestedAt: null,
    readAt: ago(0),
    ...changes,
  }
}

async function start() {
  const double = await startGithubDouble()
  onTestFinished(() => double.close())
  const client = new GithubClient({
    github: double.settings,
    log: { warn() {} },
    throttle: false,
  })
  const collect = (...jobs: TrackedJob[]) => collectRuns(client, jobs)
  /** Adds `count` runs that belong to no job. */
  const addRuns = (count: number, title = 'Another') =>
    Array.from({ length: count }, () => double.startRun('locust-export.yml', { title }))
  const pages = () => double.exchanges.map(({ query }) => query.page).filter(Boolean)
  return { double, collect, addRuns, pages }
}

test('at most ten pages are read for a run that cannot be found', async () => {
  const { collect, addRuns, pages } = await start()
  addRuns(1_050)
  const { listed, runs } = await collect(job())
  expect(pages()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  expect([listed.length, runs.size]).toEqual([1_000, 0])
})

test.each([
  [99, ['1']],
  [100, ['1', '2']],
])('after %i runs the pages read are %j', async (count, expected) => {
  const { collect, addRuns, pages } = await start()
  addRuns(count)
  await collect(job())
  expect(pages()).toEqual(expected)
})

test('no page is read after the last run that is needed', async () => {
  const { collect, addRuns, pages } = await start()
  addRuns(150)
  const [run] = addRuns(1)
  const { runs } = await collect(job({ githubRunId: String(run?.id) }))
  expect(runs.size).toBe(1)
  expect(pages()).toEqual(['1'])
})

test.each([
  ['a job dispatched well after the oldest run of a page', 90_000, ['1']],
  ['a job dispatched a little after it, by clocks that differ', 30_000, ['1', '2']],
])('%s', async (_what, afterMs, expected) => {
  const { collect, addRuns, pages } = await start()
  for (const run of addRuns(150)) run.createdAt = new Date(now - 3_600_000)
  await collect(job({ dispatchedAt: ago(3_600_000 - afterMs) }))
  expect(pages()).toEqual(expected)
})

test('further pages are read for a missing run only', async () => {
  const { collect, addRuns, pages } = await start()
  for (const run of addRuns(150)) run.createdAt = new Date(now - 60_000)
  const [listed] = addRuns(1)
  const recent = job({ dispatchedAt: ago(-120_000) })
  await collect(recent, job({ githubRunId: String(listed?.id) }))
  expect(pages()).toEqual(['1'])
  await collect(recent, job())
  expect(pages()).toEqual(['1', '1', '2'])
})

test('a job dispatched a minute after the oldest run of a page is on no further page', async () => {
  const { collect, addRuns, pages } = await start()
  for (const run of addRuns(150)) run.createdAt = new Date('2026-11-20T10:00:00Z')
  await collect(job({ dispatchedAt: '2026-11-20T10:01:00.000Z' }))
  expect(pages()).toEqual(['1'])
  await collect(job({ dispatchedAt: '2026-11-20T10:00:59.999Z' }))
  expect(pages()).toEqual(['1', '1', '2'])
})

test('a job without a dispatch time needs no further page', async () => {
  const { collect, addRuns, pages } = await start()
  addRuns(150)
  await collect(job({ dispatchedAt: null }))
  expect(pages()).toEqual(['1'])
})

test('of several runs with the name of a job, the active one, else the newest, does the job', async () => {
  const { double, collect } = await start()
  const one = job()
  const other = job()
  const add = (of: TrackedJob, hasEnded: boolean) => {
    const run = double.startRun('locust-export.yml', { title: `Export ${of.id}` })
    if (hasEnded) double.end(run, 'failure')
    return String(run.id)
  }
  const [, goingOn] = [add(one, true), add(one, false), add(one, true)]
  const [, newest] = [add(other, true), add(other, true)]
  const { runs } = await collect(one, other)
  const idOf = (of: TrackedJob) => runs.get(of.id)?.id
  expect([idOf(one), idOf(other)]).toEqual([goingOn, newest])
  const [, newestGoingOn] = [add(one, false), add(one, false)]
  expect((await collect(one)).runs.get(one.id)).toMatchObject({ id: newestGoingOn })
})

test('runs that no list shows are asked for one by one', async () => {
  const { double, collect, addRuns } = await start()
  const old = addRuns(25)
  const jobs = old.map(({ id }) => job({ githubRunId: String(id), dispatchedAt: ago(0) }))
  for (const run of addRuns(100)) run.createdAt = new Date(now - 7_200_000)
  const { runs } = await collect(...jobs)
  expect(runs.size).toBe(25)
  expect(double.count('get-run')).toBe(25)
})

test('a run that GitHub no longer has is gone, and a job without a run is not looked up', async () => {
  const { double, collect } = await start()
  const gone = job({ githubRunId: '77' })
  const unnamed = job()
  const { runs, listed } = await collect(gone, unnamed)
  expect([runs.size, listed]).toEqual([0, []])
  expect(double.count('get-run')).toBe(1)
})
