import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Octokit } from '@octokit/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type GithubDoubleOptions, startGithubDouble } from './github-double.ts'
import { findAnswerProblems, findRequestProblems } from './github-double-conformance.ts'
import type { GithubExchange, GithubVersion } from './github-double-exchange.ts'

const jobId = '00000000-0000-4000-8000-000000000001'
const conforms = (exchange: GithubExchange) => [
  ...findRequestProblems(exchange),
  ...findAnswerProblems(exchange),
]

async function start(options: GithubDoubleOptions = {}) {
  const double = await startGithubDouble({ stepMs: 5, ...options })
  onTestFinished(() => double.close())
  const octokit = new Octokit({
    auth: double.access.token,
    baseUrl: double.settings.apiUrl,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  const { owner, repo } = double.settings
  const ask = (route: string, parameters: object = {}) =>
    octokit.request(route, { owner, repo, ...parameters })
  const dispatch = (more: object = {}) =>
    ask('POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches', {
      workflow_id: 'locust-export.yml',
      ref: 'main',
      inputs: { job_id: jobId },
      return_run_details: true,
      ...more,
    })
  return { double, ask, dispatch }
}

const runs = 'GET /repos/{owner}/{repo}/actions/runs'
const ofRun = '/repos/{owner}/{repo}/actions/runs/{run_id}'

describe('compared with the published description', () => {
  test('every call matches, in its request and in its answer', async () => {
    const { double, ask, dispatch } = await start()
    const { data } = await dispatch()
    const run = { run_id: data.workflow_run_id }
    await dispatch({ return_run_details: undefined })
    double.startRun('sheets-import.yml')
    await ask('GET /repos/{owner}/{repo}/actions/workflows')
    await ask(runs, { per_page: 100, page: 1, exclude_pull_requests: true })
    await ask(`GET ${ofRun}`, run)
    for (const step of [0, 3, 5]) {
      double.move(double.runOf(jobId), { status: 'in_progress', step })
      await ask(`GET ${ofRun}/jobs`, run)
    }
    await ask(`POST ${ofRun}/cancel`, run)
    await ask(`POST ${ofRun}/cancel`, run).catch(() => {})
    await ask(`POST ${ofRun}/force-cancel`, { run_id: double.runOf(jobId).id }).catch(() => {})
    for (const conclusion of ['failure', 'timed_out', 'stale', 'startup_failure'] as const) {
      double.end(double.runOf(jobId), conclusion)
      await ask(`GET ${ofRun}`, run)
      await ask(`GET ${ofRun}/jobs`, run)
    }
    const jobs = await ask(`GET ${ofRun}/jobs`, run)
    await ask('GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs', {
      job_id: jobs.data.jobs[0].id,
      request: { redirect: 'manual' },
    })
    expect(new Set(double.exchanges.map(({ status }) => status))).toEqual(
      new Set([200, 202, 204, 302, 409]),
    )
    expect(double.exchanges.flatMap(conforms)).toEqual([])
  })

  const asked: Partial<GithubExchange> = {
    version: 'github.com',
    call: 'get-run',
    method: 'GET',
    template: ofRun,
    name: '5',
    query: {},
    status: 200,
  }
  test.each<[string, Partial<GithubExchange>, RegExp]>([
    ['an answer that lacks a field', { answerBody: { id: 5 } }, /must have required property/],
    ['a number as text', { answerBody: { id: '5' } }, /id must be integer/],
    ['an unknown parameter', { query: { since: 'x' }, status: 304 }, /no parameter "since"/],
    ['a name of the wrong kind', { name: 'five', status: 304 }, /run_id must be integer/],
    ['a call that GitHub has not', { template: `${ofRun}/stop` }, /is not described/],
    ['a status that GitHub does not answer', { status: 205 }, /no answer 205/],
    ['a body where none belongs', { requestBody: {}, status: 304 }, /takes no body/],
  ])('%s is noticed', (_what, change, problem) => {
    const exchange = { ...asked, ...change } as GithubExchange
    expect(conforms(exchange).join('\n')).toMatch(problem)
  })

  test.each<[GithubVersion, object, string]>([
    ['github.com', { force: true }, 'no field "force" in the body'],
    ['github.com', { ref: undefined }, "must have required property 'ref'"],
    ['ghes-3.17', { return_run_details: true }, 'no field "return_run_details" in the body'],
    ['ghes-3.17', { inputs: manyInputs(11) }, 'must NOT have more than 10 properties'],
  ])('%s refuses a dispatch with %j', async (version, more, problem) => {
    const { double, dispatch } = await start({ version })
    const details = version === 'github.com' && { return_run_details: true }
    await expect(
      dispatch({ return_run_details: undefined, ...details, ...more }),
    ).rejects.toMatchObject({ status: 422, message: expect.stringContaining(problem) })
    expect(double.state.runs.size).toBe(0)
  })

  test('an Enterprise Server names no run', async () => {
    const { double, ask, dispatch } = await start({ version: 'ghes-3.17' })
    expect((await dispatch({ return_run_details: undefined })).status).toBe(204)
    expect((await ask(runs, { per_page: 100 })).data.workflow_runs).toHaveLength(1)
    expect(double.exchanges.flatMap(conforms)).toEqual([])
  })
})

function manyInputs(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`input_${index}`, 'x']))
}

describe('the double', () => {
  test('answers a list in pages, newest first, and answers 304 when nothing has changed', async () => {
    const { double, ask } = await start()
    for (let count = 0; count < 130; count += 1) double.startRun('locust-export.yml')
    const first = await ask(runs, { per_page: 100 })
    const second = await ask(runs, { per_page: 100, page: 2 })
    expect(first.data.total_count).toBe(130)
    expect(second.data.workflow_runs).toHaveLength(30)
    expect(first.data.workflow_runs[0].id).toBeGreaterThan(second.data.workflow_runs[0].id)

    const { remaining } = double.limit
    const headers = { 'if-none-match': first.headers.etag }
    await expect(ask(runs, { per_page: 100, headers })).rejects.toMatchObject({ status: 304 })
    expect(double.limit.remaining).toBe(remaining)
    double.startRun('locust-export.yml')
    expect((await ask(runs, { per_page: 100, headers })).status).toBe(200)
  })

  test.each<[string, object, number, string]>([
    ['an unknown workflow', { workflow_id: 'other.yml' }, 404, 'Not Found'],
    ['an unknown branch', { ref: 'gone' }, 422, 'No ref found for: gone'],
    ['an unknown input', { inputs: { job_id: jobId, x: '1' } }, 422, 'Unexpected inputs'],
  ])('refuses to start %s', async (_what, more, status, message) => {
    const { dispatch } = await start()
    const refused = dispatch(more)
    await expect(refused).rejects.toMatchObject({ status })
    await expect(refused).rejects.toThrow(message)
  })

  test('checks the permissions of the token', async () => {
    const { double, ask, dispatch } = await start()
    double.access.rights = 'read'
    await expect(dispatch()).rejects.toMatchObject({ status: 403 })
    expect((await ask(runs)).status).toBe(200)
    double.access.rights = 'none'
    await expect(ask(runs)).rejects.toMatchObject({ status: 404 })
    double.access.token = 'another'
    await expect(ask(runs)).rejects.toMatchObject({ status: 401 })
  })

  test('runs a real program for a job, stores its log, and ends it when cancelled', async () => {
    const program = (jobIdGiven: string) =>
      spawn(process.execPath, [
        '-e',
        `console.log('job ${jobIdGiven}'); setInterval(() => {}, 1e3)`,
      ])
    const { double, ask, dispatch } = await start({ runJob: program })
    const { data } = await dispatch()
    const run = double.runOf(jobId)
    await expect.poll(() => run.log).toContain(`job ${jobId}`)
    expect(run.status).toBe('in_progress')
    await ask(`POST ${ofRun}/cancel`, { run_id: data.workflow_run_id })
    await expect.poll(() => run.conclusion).toBe('cancelled')
    expect(run.process).toBeUndefined()
  })

  test('limits how many runs are in progress at a time', async () => {
    const program = () => spawn(process.execPath, ['-e', 'setTimeout(() => {}, 200)'])
    const { double, dispatch } = await start({ runJob: program, machines: 1 })
    await dispatch()
    await dispatch({ inputs: { job_id: jobId.replace(/1$/, '2') } })
    const [first, second] = [...double.state.runs.values()]
    await expect.poll(() => first?.process).toBeDefined()
    expect(second?.status).toBe('queued')
    await expect.poll(() => second?.conclusion).toBe('success')
  })

  test('serves a log only to requests without a token', async () => {
    const { double, ask, dispatch } = await start()
    const { data } = await dispatch()
    double.say(double.runOf(jobId), 'Hello')
    const address = await ask('GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs', {
      job_id: data.workflow_run_id * 10 + 1,
      request: { redirect: 'manual' },
    })
    const location = String(address.headers.location)
    expect(new URL(location).host).not.toBe(new URL(double.url).host)
    expect(await (await fetch(location)).text()).toContain('Hello')
    const headers = { authorization: 'token x' }
    expect((await fetch(location, { headers })).status).toBe(403)
  })

  test('answers with the given faults, as often as given, and counts', async () => {
    const { double, ask, dispatch } = await start()
    double.setFault('list-runs', { kind: 'refuse', status: 502, message: 'Bad gateway' }, 1)
    await expect(ask(runs)).rejects.toMatchObject({ status: 502 })
    expect((await ask(runs)).status).toBe(200)
    double.setFault('dispatch', { kind: 'lose-answer' }, 1)
    await expect(dispatch()).rejects.toThrow()
    expect(double.state.runs.size).toBe(1)
    double.setFault('dispatch', { kind: 'forget' }, 1)
    expect((await dispatch()).status).toBe(204)
    expect(double.state.runs.size).toBe(1)
    double.setFault('list-runs', { kind: 'delay', ms: 40 }, 1)
    const startedAt = Date.now()
    await ask(runs)
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(35)
    await sleep(1)
    expect(double.count('list-runs')).toBe(3)
  })
})
