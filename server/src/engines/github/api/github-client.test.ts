import { startGithubDouble } from '@dashboard/doubles/github/github-double'
import type { GithubFault } from '@dashboard/doubles/github/github-double-faults'
import { describe, expect, onTestFinished, test } from 'vitest'
import { cancelRun, findJobOfRun, findRun, listRuns, locateJobLog } from './github-api.ts'
import { GithubClient } from './github-client.ts'
import { GithubError } from './github-errors.ts'
import { type ConnectionOptions, openOctokit } from './github-octokit.ts'
import { readRunLog } from './run-log.ts'

async function connect(options: Partial<ConnectionOptions> = {}) {
  const double = await startGithubDouble()
  onTestFinished(() => double.close())
  const warnings: string[] = []
  const connection: ConnectionOptions = {
    github: double.settings,
    log: { warn: (_details, message) => warnings.push(message) },
    throttle: false,
    retryMs: 1,
    timeoutMs: 5_000,
    ...options,
  }
  return { double, warnings, connection, client: new GithubClient(connection) }
}

const refuse = (status: number): GithubFault => ({ kind: 'refuse', status, message: 'No' })

describe('a question', () => {
  test('names the client and its version, and leaves out headers that nobody reads', async () => {
    const { double, client } = await connect()
    double.startRun('locust-export.yml')
    await listRuns(client, 3)
    await findRun(client, '1')
    const [list, single] = double.exchanges
    expect(list?.query).toEqual({ per_page: '100', page: '3', exclude_pull_requests: 'true' })
    expect(single?.query).toEqual({ exclude_pull_requests: 'true' })
    expect(list?.requestHeaders).toMatchObject({
      authorization: `token ${double.access.token}`,
      'x-github-api-version': '2022-11-28',
      'user-agent': expect.stringMatching(/^smpw-dashboard /),
    })
  })

  test('sends the ETag of its last answer, for the last hundred requests', async () => {
    const { double, client } = await connect()
    const marks = () => double.exchanges.slice(-1).map(({ status }) => status)
    await listRuns(client, 1)
    for (let page = 2; page <= 100; page += 1) await listRuns(client, page)
    expect(double.exchanges.every(({ status }) => status === 200)).toBe(true)
    await listRuns(client, 1)
    expect(marks()).toEqual([304])
    await listRuns(client, 101)
    await listRuns(client, 2)
    expect(marks()).toEqual([304])
    await listRuns(client, 102)
    await listRuns(client, 1)
    expect(marks()).toEqual([200])
  })

  test('that is answered with "not modified" returns the earlier answer', async () => {
    const { double, client } = await connect()
    const run = double.startRun('locust-export.yml')
    const first = await listRuns(client, 1)
    expect(await listRuns(client, 1)).toEqual(first)
    double.move(run, { status: 'in_progress' })
    expect(await listRuns(client, 1)).toMatchObject([{ status: 'in_progress' }])
  })

  test.each([400, 401, 403, 404, 409, 410, 422, 451])(
    'that is refused with %i is not repeated',
    async (status) => {
      const { double, client } = await connect()
      double.setFault('list-runs', refuse(status))
      await expect(listRuns(client, 1)).rejects.toBeInstanceOf(GithubError)
      expect(double.count()).toBe(1)
    },
  )

  test('that failed is repeated once, a change never', async () => {
    const { double, client } = await connect()
    double.setFault('list-runs', refuse(503))
    double.setFault('cancel', refuse(503))
    await expect(listRuns(client, 1)).rejects.toMatchObject({ kind: 'unclear' })
    expect(double.count('list-runs')).toBe(2)
    await expect(cancelRun(client, '1')).rejects.toMatchObject({ kind: 'unclear' })
    expect(double.count('cancel')).toBe(1)
  })

  test('about a run that is gone has no answer, and any other refusal is thrown', async () => {
    const { double, client } = await connect()
    expect(await findRun(client, '77')).toBeUndefined()
    expect(await findJobOfRun(client, '77')).toBeUndefined()
    double.setFault('get-run', refuse(401))
    double.setFault('list-jobs', refuse(422))
    await expect(findRun(client, '77')).rejects.toMatchObject({ kind: 'token' })
    await expect(findJobOfRun(client, '77')).rejects.toMatchObject({ kind: 'refused' })
  })

  test('that something other than GitHub answers is unreadable', async () => {
    const { double, client } = await connect()
    double.setFault('list-runs', { kind: 'html' })
    await expect(listRuns(client, 1)).rejects.toMatchObject({ kind: 'unreadable' })
  })
})

describe('a limit', () => {
  test('stops all further requests until its end', async () => {
    const { double, client } = await connect()
    double.setFault('cancel', { kind: 'secondary-limit', retryAfterSeconds: 30 })
    await expect(cancelRun(client, '1')).rejects.toMatchObject({ kind: 'rate-limit' })
    await expect(listRuns(client, 1)).rejects.toMatchObject({ kind: 'rate-limit' })
    expect(double.count()).toBe(1)
    expect(client.limits.pausedUntil()).toBeGreaterThan(Date.now() + 20_000)
  })

  test('is known from every answer, including refusals', async () => {
    const { double, client } = await connect()
    expect(client.limits.requestsLeft()).toBeUndefined()
    double.limit.remaining = 501
    double.setFault('list-runs', refuse(422))
    await expect(listRuns(client, 1)).rejects.toMatchObject({ kind: 'refused' })
    expect(client.limits.requestsLeft()).toBe(501)
    double.clearFaults()
    await listRuns(client, 1)
    expect(client.limits.requestsLeft()).toBe(500)
  })
})

describe('the connection', () => {
  test('is to GitHub’s own address unless another one is given', () => {
    const credentials = { kind: 'token', token: 't' } as const
    const github = { owner: 'o', repo: 'r', ref: 'main', credentials, apiUrl: undefined }
    const open = (apiUrl: string | undefined) =>
      openOctokit({ github: { ...github, apiUrl }, log: { warn() {} } }).request.endpoint.DEFAULTS
        .baseUrl
    expect(open(undefined)).toBe('https://api.github.com')
    expect(open('http://127.0.0.1:9/api/v3')).toBe('http://127.0.0.1:9/api/v3')
    expect(open('http://127.0.0.1:9/api/v3//')).toBe('http://127.0.0.1:9/api/v3')
  })

  test('logs each of Octokit’s warnings once, and nothing else', async () => {
    const { connection, warnings } = await connect()
    const { log } = openOctokit(connection)
    log.debug('asks')
    log.info('answered')
    log.warn('deprecated')
    log.warn('deprecated')
    log.error('broken')
    expect(warnings).toEqual(['GitHub: deprecated', 'GitHub: broken'])
  })

  test('sends changes a second apart by default', async () => {
    const { double, client } = await connect({ throttle: undefined })
    const runs = [1, 2].map(() => double.startRun('locust-export.yml'))
    // Measured from here, not from the arrival of the first request: on a busy machine that arrives later than it was
    // sent.
    const startedAt = Date.now()
    for (const run of runs) await cancelRun(client, String(run.id))
    const [, second] = double.exchanges
    expect((second?.at ?? 0) - startedAt).toBeGreaterThan(900)
  })

  test('waits no longer than the given time, and not at all once the server stops', async () => {
    const { double, client } = await connect({ timeoutMs: 50 })
    double.setFault('cancel', { kind: 'hang' })
    await expect(cancelRun(client, '1')).rejects.toMatchObject({ kind: 'unclear' })
    const stopped = await connect({ stopping: AbortSignal.abort() })
    await expect(listRuns(stopped.client, 1)).rejects.toBeInstanceOf(Error)
    expect(stopped.double.count()).toBe(0)
  })
})

describe('the log of a run', () => {
  async function endedRun() {
    const setup = await connect()
    const run = setup.double.startRun('locust-export.yml')
    setup.double.say(run, 'Installing')
    setup.double.end(run, 'failure')
    const jobId = await findJobOfRun(setup.client, String(run.id))
    if (jobId === undefined) throw new Error('The run has no job')
    return { ...setup, run, jobId, runId: String(run.id) }
  }

  test('is fetched from where GitHub says it is', async () => {
    const { client, jobId } = await endedRun()
    expect(await locateJobLog(client, jobId)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/logs\/\d+\?/)
  })

  test.each<[string, GithubFault]>([
    ['an answer without an address', refuse(200)],
    ['a page', { kind: 'html' }],
  ])('is unreadable for %s', async (_what, fault) => {
    const { client, double, runId } = await endedRun()
    double.setFault('log-address', fault)
    await expect(readRunLog(client, runId)).rejects.toMatchObject({ kind: 'unreadable' })
  })

  test('is unreadable when its host refuses it', async () => {
    const { client, double, runId } = await endedRun()
    double.setFault('log', refuse(404))
    await expect(readRunLog(client, runId)).rejects.toMatchObject({ kind: 'unreadable' })
  })

  test('is the one of its job, and empty for a run that is gone', async () => {
    const { client, runId } = await endedRun()
    expect(await readRunLog(client, runId)).toBe('Installing\n')
    expect(await readRunLog(client, '77')).toBe('')
  })

  test('is read up to 64,000 bytes, and from its end when it is longer', async () => {
    const { client, run, runId } = await endedRun()
    // The byte order mark takes three.
    run.log = `${'x'.repeat(9)}\n`.repeat(6_400).slice(3)
    expect(await readRunLog(client, runId)).toBe(run.log)
    run.log += 'é\n'
    expect(await readRunLog(client, runId)).toBe(
      `(The beginning of the log is left out.)\n${'xxxxxxxxx\n'.repeat(6_399)}é\n`,
    )
    run.fillerBytes = 5_000_000
    const text = await readRunLog(client, runId)
    expect(Buffer.byteLength(text)).toBeLessThan(64_100)
    expect(text).toMatch(/^\(The beginning of the log is left out\.\)\nxxxxxxxxx\n/)
    expect(text).toMatch(/\nxxxxxxxxx\né\n$/)
  })
})
