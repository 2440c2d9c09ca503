import { createHmac } from 'node:crypto'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { githubOwner } from '@dashboard/store/jobs/github-started-jobs'
import { freshDatabase } from '@dashboard/store/test/database'
import { queuedJob, readJob } from '@dashboard/store/test/jobs'
import published from '@octokit/webhooks-examples'
import Fastify from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startGithub } from '../../../test/github.ts'
import { guardAccess } from '../../http/access-guard.ts'
import { handleErrors } from '../../http/error-handler.ts'
import { parseJsonBodies } from '../../http/prepare-http.ts'
import { RunFollower } from './follow-runs.ts'
import { isSignedBy, webhookRoutes } from './webhook-routes.ts'

const secret = 'a shared secret'
const repository = 'octo-org/octo-repo'

interface Example {
  action?: string
  repository?: { full_name: string }
  workflow_run?: { id: number; status: string; conclusion: string | null }
  workflow_job?: { id: number; run_id: number; status: string }
}

const examples = z
  .array(z.object({ name: z.string(), examples: z.array(z.custom<Example>()) }))
  .parse(published)

/** Returns GitHub's published example of an event, unchanged. */
function findExample(event: string, fits: (example: Example) => boolean): Example {
  const all = examples.find(({ name }) => name === event)?.examples ?? []
  const found = all.find(fits)
  if (!found) throw new Error(`No example of ${event}`)
  return found
}

const completed = findExample(
  'workflow_run',
  ({ repository: of, workflow_run: run }) =>
    of?.full_name === repository && run?.conclusion === 'success',
)
const requested = findExample(
  'workflow_run',
  ({ repository: of, workflow_run: run }) =>
    of?.full_name === repository && run?.status === 'queued',
)
const runId = String(completed.workflow_run?.id)

async function startReceiver({
  of = repository,
  autoSyncSince,
}: {
  of?: string
  autoSyncSince?: string
} = {}) {
  const { db, engine, double } = await startGithub()
  const app = Fastify()
  onTestFinished(() => app.close())
  handleErrors(app)
  parseJsonBodies(app)
  guardAccess(app, async () => undefined)
  const events = new RunFollower(engine.dependencies, async () => autoSyncSince)
  webhookRoutes(app, { secret, repository: of, events })

  const deliver = (event: string, body: unknown, headers: Record<string, string> = {}) => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    const signature = createHmac('sha256', secret).update(payload).digest('hex')
    return app.inject({
      method: 'POST',
      url: '/api/webhooks/github',
      payload,
      headers: {
        'content-type': 'application/json',
        'x-github-event': event,
        'x-hub-signature-256': `sha256=${signature}`,
        ...headers,
      },
    })
  }
  /** Queues a job of this dashboard whose run is the one in the examples. */
  const jobOfRun = async (githubRunId: string | null = runId) => {
    const { id } = await queuedJob(db)
    await db
      .updateTable('jobs')
      .set({ dispatchedAt: new Date().toISOString(), githubRunId })
      .where('id', '=', id)
      .execute()
    return id
  }
  return { db, double, deliver, jobOfRun }
}

describe('events of runs, as GitHub publishes them', () => {
  test('a run that waits gives its job a step', async () => {
    const { db, deliver, jobOfRun } = await startReceiver()
    const id = await jobOfRun()
    const response = await deliver('workflow_run', requested)
    expect(response.statusCode).toBe(200)
    expect(await readJob(db, id)).toMatchObject({ status: 'queued', step: 'Waiting for a machine' })
  })

  test('a run that ended without doing its job fails it at once, and asks GitHub nothing', async () => {
    const { db, double, deliver, jobOfRun } = await startReceiver()
    const id = await jobOfRun()
    expect((await deliver('workflow_run', completed)).json()).toEqual({ message: 'Applied.' })
    await expect
      .poll(() => readJob(db, id))
      .toMatchObject({
        status: 'failed',
        error: expect.stringContaining('ended on GitHub without doing the job'),
      })
    expect(double.count()).toBe(0)
  })

  test('a run whose runner still holds the job changes nothing', async () => {
    const { db, deliver, jobOfRun } = await startReceiver()
    const id = await jobOfRun()
    await claimJob(db, id, 'runner')
    await deliver('workflow_run', completed)
    expect((await readJob(db, id)).status).toBe('running')
  })

  test('a run is found by the job’s id in its name', async () => {
    const { db, deliver, jobOfRun } = await startReceiver()
    const id = await jobOfRun(null)
    const named = { ...requested.workflow_run, display_title: `Export ${id}` }
    await deliver('workflow_run', { ...requested, workflow_run: named })
    expect(await readJob(db, id)).toMatchObject({
      githubRunId: runId,
      githubRunUrl: expect.stringContaining('https://'),
    })
  })

  test('a run that was started on GitHub becomes a job only while auto-sync is on', async () => {
    const foreign = {
      ...requested,
      workflow_run: { ...requested.workflow_run, path: '.github/workflows/locust-export.yml' },
    }
    const off = await startReceiver()
    await off.deliver('workflow_run', foreign)
    expect(await off.db.selectFrom('jobs').selectAll().execute()).toEqual([])
    const on = await startReceiver({ autoSyncSince: '2020-01-01T00:00:00.000Z' })
    await on.deliver('workflow_run', foreign)
    await on.deliver('workflow_run', foreign)
    expect(await on.db.selectFrom('jobs').selectAll().execute()).toMatchObject([
      { type: 'export', status: 'queued', githubRunId: runId, leaseOwner: githubOwner },
    ])
  })
})

describe('events of a run’s jobs, as GitHub publishes them', () => {
  const working = findExample(
    'workflow_job',
    ({ repository: of, workflow_job: job }) =>
      of?.full_name === 'wolfy1339/github-events-schemas' && job?.status === 'in_progress',
  )
  const workingRun = String(working.workflow_job?.run_id)

  test('say which step is under way', async () => {
    const { db, deliver, jobOfRun } = await startReceiver({ of: 'wolfy1339/github-events-schemas' })
    const id = await jobOfRun(workingRun)
    expect((await deliver('workflow_job', working)).statusCode).toBe(200)
    expect((await readJob(db, id)).step).toContain('Run actions/setup-node')
  })

  test('do not overwrite what the runner reports', async () => {
    const { db, deliver, jobOfRun } = await startReceiver({ of: 'wolfy1339/github-events-schemas' })
    const id = await jobOfRun(workingRun)
    await claimJob(db, id, 'runner')
    await deliver('workflow_job', working)
    expect((await readJob(db, id)).step).toBeNull()
  })
})

test('every published example of a known event is applied', async () => {
  for (const event of ['workflow_run', 'workflow_job', 'ping']) {
    const all = examples.find(({ name }) => name === event)?.examples ?? []
    expect(all.length).toBeGreaterThan(0)
    for (const example of all) {
      const { deliver } = await startReceiver({ of: example.repository?.full_name ?? repository })
      expect((await deliver(event, example)).statusCode, JSON.stringify(example)).toBe(200)
    }
  }
})

describe('what is not to be trusted or not understood', () => {
  const signed = (text: string, key = secret) =>
    `sha256=${createHmac('sha256', key).update(text).digest('hex')}`

  test.each<[string, Record<string, string>]>([
    ['no signature', { 'x-hub-signature-256': '' }],
    [
      'another secret’s signature',
      { 'x-hub-signature-256': signed(JSON.stringify(completed), 'other') },
    ],
    ['the signature of another body', { 'x-hub-signature-256': signed('{}') }],
    ['a signature of the older kind', { 'x-hub-signature-256': 'sha1=abc' }],
    ['half a signature', { 'x-hub-signature-256': signed(JSON.stringify(completed)).slice(0, 40) }],
  ])('%s is 400 and changes nothing', async (_what, headers) => {
    const { db, deliver, jobOfRun } = await startReceiver()
    const id = await jobOfRun()
    const before = await readJob(db, id)
    const response = await deliver('workflow_run', completed, headers)
    expect(response.statusCode).toBe(400)
    expect(response.json().message).toMatch(/^The signature does not fit\./)
    expect(await readJob(db, id)).toEqual(before)
  })

  test('the same JSON in other bytes is 400: the signature is over what was sent', async () => {
    const { deliver } = await startReceiver()
    const headers = { 'x-hub-signature-256': signed(JSON.stringify(completed)) }
    const response = await deliver('workflow_run', JSON.stringify(completed, null, 1), headers)
    expect(response.statusCode).toBe(400)
  })

  test('an event of another repository changes nothing', async () => {
    const { db, deliver, jobOfRun } = await startReceiver({ of: 'octo-org/other' })
    const id = await jobOfRun()
    const before = await readJob(db, id)
    expect((await deliver('workflow_run', completed)).json()).toEqual({
      message: 'Not this repository.',
    })
    expect(await readJob(db, id)).toEqual(before)
  })

  test.each<[string, unknown, Record<string, string>, number]>([
    ['a form', 'payload=%7B%7D', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['no JSON', '{"workflow_run":', {}, 400],
    ['a list', [], {}, 400],
    ['an event without its run', { repository: { full_name: repository } }, {}, 400],
    ['a body that is too large', 'x'.repeat(1024 * 1024 + 1), {}, 413],
  ])('%s is refused', async (_what, body, headers, status) => {
    const { deliver } = await startReceiver()
    expect((await deliver('workflow_run', body, headers)).statusCode).toBe(status)
  })

  test.each(['workflow_run', 'workflow_job'])(
    'the refusal of a %s event names it',
    async (event) => {
      const { deliver } = await startReceiver()
      const response = await deliver(event, { repository: { full_name: repository } })
      expect(response.statusCode).toBe(400)
      expect(response.json().message).toBe(`This is no ${event} event as GitHub describes it.`)
    },
  )

  test('other events are not needed', async () => {
    const { deliver } = await startReceiver()
    const response = await deliver('push', { repository: { full_name: repository } })
    expect(response.json()).toEqual({ message: 'Not needed.' })
  })
})

test('the receiver keeps its own way of reading bodies to itself', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  parseJsonBodies(app)
  guardAccess(app, async () => undefined)
  const { engine } = await startGithub({ db: await freshDatabase() })
  const events = new RunFollower(engine.dependencies, async () => undefined)
  webhookRoutes(app, { secret, repository, events })
  app.post('/api/other', { config: { access: 'public' } }, async ({ body }) => ({ body }))
  const response = await app.inject({ method: 'POST', url: '/api/other', payload: { a: 1 } })
  expect(response.json()).toEqual({ body: { a: 1 } })
})

describe('a signature', () => {
  /** The secret is the example in GitHub's documentation of webhooks. */
  const exampleSecret = "It's a Secret to Everybody"
  const body = Buffer.from('Hello, World!')
  const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'

  test('fits exactly these bytes with this secret', () => {
    expect(isSignedBy(exampleSecret, body, signature)).toBe(true)
    expect(isSignedBy('another secret', body, signature)).toBe(false)
    expect(isSignedBy(exampleSecret, Buffer.from('Hello, World?'), signature)).toBe(false)
  })

  test.each([
    undefined,
    null,
    '',
    [signature],
    signature.slice(0, -1),
    `${signature}0`,
    signature.slice('sha256='.length),
    signature.replace('sha256', 'sha512'),
  ])('%j is refused', (given) => {
    expect(isSignedBy(exampleSecret, body, given)).toBe(false)
  })
})
