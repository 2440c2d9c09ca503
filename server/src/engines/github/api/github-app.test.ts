import { generateKeyPairSync } from 'node:crypto'
import { startGithubDouble } from '@dashboard/doubles/github/github-double'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cancelRun, dispatchRun, findRun, listRuns } from './github-api.ts'
import { GithubClient } from './github-client.ts'
import type { ConnectionOptions } from './github-octokit.ts'

const job = { id: '00000000-0000-4000-8000-000000000001', type: 'export' } as const

/** Returns a client that authenticates as the installation of an App. */
async function connect(options: Partial<ConnectionOptions> = {}) {
  const double = await startGithubDouble({ asApp: true })
  onTestFinished(() => double.close())
  const { app } = double
  if (!app) throw new Error('The double has no App')
  const open = (changes: Partial<typeof app.credentials> = {}) =>
    new GithubClient({
      github: { ...double.settings, credentials: { ...app.credentials, ...changes } },
      log: { warn() {} },
      throttle: false,
      retryMs: 1,
      timeoutMs: 5_000,
      ...options,
    })
  const tokens = () =>
    double.exchanges
      .filter(({ call }) => call !== 'app-token')
      .map(({ requestHeaders }) => requestHeaders.authorization)
  return { double, app, open, client: open(), tokens }
}

function passMinutes(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
}

describe('the token of an installation', () => {
  test('is fetched once for many requests, even concurrent ones', async () => {
    const { double, client, tokens } = await connect()
    expect(double.count()).toBe(0)
    await Promise.all([1, 2, 3].map((page) => listRuns(client, page)))
    await listRuns(client, 4)
    expect(double.count('app-token')).toBe(1)
    expect(new Set(tokens())).toEqual(new Set([expect.stringMatching(/^token ghs_/)]))
    expect(tokens()).toHaveLength(4)
  })

  test('is cached for 59 minutes, and then renewed before GitHub refuses it', async () => {
    const { double, client, tokens } = await connect()
    await listRuns(client, 1)
    passMinutes(58)
    await listRuns(client, 2)
    expect(double.count('app-token')).toBe(1)
    passMinutes(1.1)
    await listRuns(client, 3)
    expect(double.count('app-token')).toBe(2)
    expect(new Set(tokens()).size).toBe(2)
    expect(double.exchanges.map(({ status }) => status)).not.toContain(401)
  })

  test('is renewed once when it was revoked, and a refused change is repeated with the new one', async () => {
    const { double, app, client } = await connect()
    await listRuns(client, 1)
    passMinutes(1)
    app.revokeTokens()
    const [run] = await Promise.all([
      dispatchRun(client, job),
      listRuns(client, 2),
      listRuns(client, 3),
    ])
    expect(run?.id).toBe(String(double.runOf(job.id).id))
    expect(double.runOf(job.id).actor).toBe('dashboard-app[bot]')
    expect(double.state.runs.size).toBe(1)
    expect(double.count('app-token')).toBe(2)
  })

  test('is renewed only once for a request, and GitHub’s next answer is final', async () => {
    const { double, client } = await connect()
    await listRuns(client, 1)
    passMinutes(1)
    double.setFault('cancel', { kind: 'refuse', status: 401, message: 'Bad credentials' }, 1)
    double.setFault('cancel', { kind: 'refuse', status: 409, message: 'Cannot cancel' })
    await expect(cancelRun(client, '1')).rejects.toMatchObject({ kind: 'conflict' })
    expect(double.count('app-token')).toBe(2)
    expect(double.count('cancel')).toBe(2)
  })

  test('is fetched while a change waits for its turn', async () => {
    const { double, client } = await connect({ throttle: true })
    await dispatchRun(client, job)
    expect(double.state.runs.size).toBe(1)
  })
})

const otherKey = String(
  generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }),
)

describe('an App that GitHub refuses is explained', () => {
  test.each([
    [
      { privateKey: otherKey },
      'token',
      'GitHub does not accept GITHUB_APP_PRIVATE_KEY: it is not a key',
    ],
    [{ appId: '1' }, 'token', 'GitHub has no App with the id in GITHUB_APP_ID. Copy it'],
    [
      { installationId: '5' },
      'token',
      'The GitHub App has no installation GITHUB_APP_INSTALLATION_ID. Install it',
    ],
  ])('with %o', async (changes, kind, sentence) => {
    const { double, open } = await connect()
    const client = open(changes)
    const details = expect.stringContaining(sentence)
    const message = expect.stringContaining('GitHub does not let the dashboard in.')
    await expect(listRuns(client, 1)).rejects.toMatchObject({ kind, message, details })
    // The 404 must not be read as "this run is gone".
    await expect(findRun(client, '1')).rejects.toMatchObject({ kind, message, details })
    expect(double.count()).toBe(double.count('app-token'))
  })

  test('when it is suspended, uninstalled, or lacks a permission', async () => {
    const { double, app, client } = await connect()
    const refusal = (message: string) => ({ message: expect.stringContaining(message) })
    double.access.rights = 'read'
    await expect(cancelRun(client, '1')).rejects.toMatchObject(
      refusal('GitHub does not let the dashboard start or stop jobs there.'),
    )
    double.access.rights = 'none'
    await expect(listRuns(client, 1)).rejects.toMatchObject(
      refusal('GitHub does not show the dashboard its repository.'),
    )
    passMinutes(61)
    app.isSuspended = true
    await expect(listRuns(client, 1)).rejects.toMatchObject(
      refusal('GitHub refused (403): This installation has been suspended'),
    )
    app.isSuspended = false
    app.installationId = undefined
    await expect(listRuns(client, 1)).rejects.toMatchObject({
      details: expect.stringContaining('has no installation'),
    })
  })
})

describe('a request for a token', () => {
  test('that fails leaves no doubt that the job was not sent', async () => {
    const setup = await connect({ timeoutMs: 100 })
    setup.double.setFault('app-token', { kind: 'hang' })
    await expect(dispatchRun(setup.client, job)).rejects.toMatchObject({ kind: 'unreachable' })
    expect(setup.double.count('dispatch')).toBe(0)
  })

  test('that reaches a limit pauses all that follow', async () => {
    const setup = await connect()
    setup.double.setFault('app-token', { kind: 'secondary-limit', retryAfterSeconds: 30 })
    const limit = {
      kind: 'rate-limit',
      message: expect.stringMatching(/^GitHub accepts no more requests of this App until/),
    }
    await expect(listRuns(setup.client, 1)).rejects.toMatchObject(limit)
    await expect(listRuns(setup.client, 1)).rejects.toMatchObject(limit)
    expect(setup.double.count()).toBe(1)
  })
})
