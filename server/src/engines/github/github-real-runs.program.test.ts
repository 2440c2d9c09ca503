import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { compileCache } from '@dashboard/doubles/compile-cache'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { migrate } from '@dashboard/store/database/migrate'
import { openDatabase } from '@dashboard/store/database/open-database'
import { cancelJob } from '@dashboard/store/jobs/finish-job'
import { insertJobs } from '@dashboard/store/jobs/insert-jobs'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { readJob } from '@dashboard/store/test/jobs'
import { expect, onTestFinished, test } from 'vitest'
import { pollUntil, startGithub } from '../../../test/github.ts'
import { runnerProgram } from '../local/runner-process.ts'

/** Starts runs on the double that run the real runner, on a database of their own. */
async function startRealRuns({ asApp = false } = {}) {
  const dataDir = await temporaryFolder()
  const db = openDatabase({ kind: 'sqlite', path: join(dataDir, 'dashboard.db') }, 'server')
  onTestFinished(() => db.destroy())
  await migrate(db)
  const locust = await startLocustDouble({ rows: 50 })
  onTestFinished(() => locust.close())
  const programs: ChildProcess[] = []
  const runJob = (jobId: string) => {
    const env = {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      LOCUST_URL: locust.url,
      LOCUST_TOKEN: locustToken,
      ...compileCache,
    }
    const program = spawn(process.execPath, [runnerProgram, 'run', jobId], { env })
    programs.push(program)
    return program
  }
  const timings = {
    runAppearsWithinMs: 60_000,
    lostRunnerMs: 60_000,
    finishDelayMs: 50,
    otherServerHeadStartMs: 60_000,
  }
  const setup = await startGithub({ db, double: { runJob, asApp }, timings })
  return { ...setup, locust, programs }
}

test('an export and its import run on GitHub for an App, one after the other', async () => {
  const setup = await startRealRuns({ asApp: true })
  const exportId = randomUUID()
  const importId = randomUUID()
  const createdBy = { id: randomUUID(), fullName: 'Ann Lee' }
  await insertJobs(setup.db, [
    { id: exportId, type: 'export', createdBy },
    { id: importId, type: 'import', dependsOn: exportId, createdBy },
  ])
  setup.engine.start(exportId)
  await pollUntil(setup, async () =>
    expect((await readJob(setup.db, importId)).status).toBe('completed'),
  )
  const volunteers = await setup.db.selectFrom('volunteers').select('id').execute()
  expect(volunteers).toHaveLength(50)
  expect(setup.double.count('dispatch')).toBe(2)
  expect(setup.double.count('app-token')).toBe(1)
  for (const id of [exportId, importId]) {
    const run = setup.double.runOf(id)
    expect(run.actor).toBe('dashboard-app[bot]')
    await pollUntil(setup, () => expect(run.conclusion).toBe('success'))
    expect(run.log).toContain(`Job ${id}: completed`)
    expect(await readJob(setup.db, id)).toMatchObject({
      githubRunId: String(run.id),
      attempts: 1,
      createdBy: 'Ann Lee',
    })
  }
})

test('a second attempt of an ended job claims nothing and changes nothing', async () => {
  const setup = await startRealRuns()
  const { id } = await setup.dispatched()
  const run = setup.double.runOf(id)
  await pollUntil(setup, () => expect(run.conclusion).toBe('success'))
  const before = await readJob(setup.db, id)
  expect(before.status).toBe('completed')
  setup.double.rerun(run)
  await pollUntil(setup, () => expect(run.log).toContain(`Job ${id}: not-claimed`))
  await pollUntil(setup, () => expect(run.conclusion).toBe('success'))
  expect(await readJob(setup.db, id)).toEqual(before)
})

test('a job whose machine is lost in the middle is finished by another run', async () => {
  const setup = await startRealRuns()
  await setup.locust.setMode({ kind: 'hang' })
  const { id } = await setup.dispatched()
  const first = setup.double.runOf(id)
  await pollUntil(setup, async () => expect((await readJob(setup.db, id)).status).toBe('running'))
  await setup.locust.setMode({ kind: 'ok' })
  setup.double.end(first, 'failure')
  // Makes the row look as if its runner had sent no heartbeat for half a minute.
  await setup.db
    .updateTable('jobs')
    .set({ leaseExpiresAt: '2020-01-01T00:00:00.000Z' })
    .where('status', '=', 'running')
    .execute()
  await pollUntil(setup, async () => expect((await readJob(setup.db, id)).attempts).toBe(2))
  await pollUntil(setup, async () => expect((await readJob(setup.db, id)).status).toBe('completed'))
  expect(setup.double.runOf(id)).not.toBe(first)
})

test('a cancellation ends the run and the program in it', async () => {
  const setup = await startRealRuns()
  await setup.locust.setMode({ kind: 'hang' })
  const { id } = await setup.dispatched()
  await pollUntil(setup, async () => expect((await readJob(setup.db, id)).status).toBe('running'))
  await cancelJob(setup.db, id, 'Ann Lee')
  await pollUntil(setup, () => expect(setup.double.runOf(id).status).toBe('completed'))
  const [program] = setup.programs
  await pollUntil(setup, () => expect(program?.exitCode ?? program?.signalCode).not.toBeNull())
  expect(await readJob(setup.db, id)).toMatchObject({
    status: 'failed',
    error: 'Cancelled by Ann Lee',
  })
})
