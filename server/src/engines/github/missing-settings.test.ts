import { startWorkflowProgram } from '@dashboard/doubles/outside-systems'
import { migrate } from '@dashboard/store/database/migrate'
import { openDatabase } from '@dashboard/store/database/open-database'
import type { JobRow } from '@dashboard/store/database/schema'
import { queuedJob, readJob } from '@dashboard/store/test/jobs'
import { expect, onTestFinished, test } from 'vitest'
import { pollUntil, startGithub } from '../../../test/github.ts'

const types = ['export', 'import', 'circuit-report', 'congregation-report'] as const

/** Nothing listens at these addresses: a run that gets beyond its settings fails for that reason. */
const secrets = {
  DATABASE_URL: 'postgres://dashboard:password@127.0.0.1:1/dashboard',
  STORAGE_URL: 's3://bucket/prefix?endpoint=http://127.0.0.1:1&forcePathStyle=true',
  AWS_ACCESS_KEY_ID: 'an access key',
  AWS_SECRET_ACCESS_KEY: 'a secret access key',
  GOOGLE_SERVICE_ACCOUNT: '{}',
  LOCUST_URL: 'http://127.0.0.1:1/volunteers',
}
const variables = { SPREADSHEET: 'google:a-sheet' }

/**
 * Runs workflows with the settings of a repository, one round after the other; returns how each run ended and the error
 * that its job shows to administrators. All workflows pass settings on by the same file, and a run looks at them before
 * it knows its job: what is missing is tested with one of them, since each run starts a program.
 */
async function startRuns(credentials: Record<string, string>) {
  const complete = { secrets: { ...secrets, ...credentials }, variables }
  const repository: { secrets: Record<string, string>; variables: Record<string, string> } = {
    ...complete,
  }
  const db = openDatabase({ kind: 'sqlite', path: ':memory:' }, 'server')
  onTestFinished(() => db.destroy())
  await migrate(db)
  const setup = await startGithub({
    db,
    double: { runJob: (_jobId, run) => startWorkflowProgram(run, repository, {}) },
    // A run starts a program, which takes long on a busy machine; none is to be dispatched again meanwhile.
    timings: { runAppearsWithinMs: 600_000, otherServerHeadStartMs: 600_000 },
  })
  return {
    complete,
    async runWith(
      started: readonly (typeof types)[number][],
      changes: { secrets?: object; variables?: object } = {},
    ) {
      repository.secrets = { ...complete.secrets, ...changes.secrets }
      repository.variables = { ...complete.variables, ...changes.variables }
      const jobs: JobRow[] = []
      for (const type of started) {
        const job = await queuedJob(db, { type, targets: ['NY-1'] })
        setup.engine.start(job.id)
        jobs.push(job)
      }
      const read = () => Promise.all(jobs.map(({ id }) => readJob(db, id)))
      await pollUntil(setup, async () =>
        expect((await read()).map(({ status }) => status)).toEqual(started.map(() => 'failed')),
      )
      const conclusions = jobs.map(({ id }) => setup.double.runOf(id).conclusion)
      return { conclusions, errors: (await read()).map(({ errorDetails }) => errorDetails) }
    },
  }
}

test('every run that lacks one setting fails and names it', async () => {
  const setup = await startRuns({ LOCUST_TOKEN: 'a token' })
  const whole = await setup.runWith(types)
  expect(whole.conclusions).toEqual(types.map(() => 'failure'))
  for (const error of whole.errors) expect(error).toMatch(/^PostgreSQL at .* cannot be reached/)

  for (const kind of ['secrets', 'variables'] as const) {
    for (const name of Object.keys(setup.complete[kind])) {
      // Only the database says that the server uses one.
      if (name === 'LOCUST_TOKEN') continue
      // GitHub passes an empty text for a setting that is not set.
      const run = await setup.runWith(['import'], { [kind]: { [name]: '' } })
      expect(run, name).toEqual({
        conclusions: ['failure'],
        errors: [expect.stringContaining(name)],
      })
    }
  }
})

test('every run that lacks a username or a password for Locust fails', async () => {
  const names = { LOCUST_USERNAME: 'somebody', LOCUST_PASSWORD: 'a password' }
  const setup = await startRuns(names)
  for (const name of Object.keys(names)) {
    const run = await setup.runWith(['export'], { secrets: { [name]: '' } })
    expect(run).toEqual({ conclusions: ['failure'], errors: [expect.stringContaining(name)] })
  }
})
