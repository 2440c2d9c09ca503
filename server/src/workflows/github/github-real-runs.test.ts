import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { migrate } from '@dashboard/store/database/migrate'
import { openDatabase } from '@dashboard/store/database/open-database'
import { cancelJob } from '@dashboard/store/jobs/finish-job'
import { insertJobs } from '@dashboard/store/jobs/insert-jobs'
import { readJob } from '@dashboard/store/jobs/test-jobs'
import { temporaryFolder } from '@dashboard/store/test-folder'
import { expect, onTestFinished, test } from 'vitest'
import { runnerProgram } from '../runner-process.ts'
import { pollUntil, startGithub } from './test-github.ts'

/** Runs on the double that really run the runner, on a database of their own. */
async function startRealRuns() {
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
    }
    const program = spawn(process.execPath, [runnerProgram, 'run', jobId], { env })
    programs.push(program)
    return program
  }
  const timings = {
    runAppearsWithinMs: 60_000,
    silentRunnerMs: 60_000,
    settleDelayMs: 50,
    otherServerHeadStartMs: 60_000,
  }
  const world = await startGithub({ db, double: { runJob }, timings })
  return { ...world, locust, programs }
}

test('an export and its import are done on GitHub, one after the other', async () => {
  const world = await startRealRuns()
  const [exportId, importId] = [randomUUID(), randomUUID()]
  const createdBy = { id: randomUUID(), fullName: 'Ann Lee' }
  await insertJobs(world.db, [
    { id: exportId, type: 'export', createdBy },
    { id: importId, type: 'import', dependsOn: exportId, createdBy },
  ])
  world.engine.start(exportId)
  await pollUntil(world, async () =>
    expect((await readJob(world.db, importId)).status).toBe('completed'),
  )
  const volunteers = await world.db.selectFrom('volunteers').select('id').execute()
  expect(volunteers).toHaveLength(50)
  expect(world.double.count('dispatch')).toBe(2)
  for (const id of [exportId, importId]) {
    const run = world.double.runOf(id)
    await pollUntil(world, () => expect(run.conclusion).toBe('success'))
    expect(run.log).toContain(`Job ${id}: completed`)
    expect(await readJob(world.db, id)).toMatchObject({
      githubRunId: String(run.id),
      attempts: 1,
      createdBy: 'Ann Lee',
    })
  }
}, 60_000)

test('a second attempt of an ended job claims nothing and changes nothing', async () => {
  const world = await startRealRuns()
  const { id } = await world.dispatched()
  const run = world.double.runOf(id)
  await pollUntil(world, () => expect(run.conclusion).toBe('success'))
  const before = await readJob(world.db, id)
  expect(before.status).toBe('completed')
  world.double.rerun(run)
  await pollUntil(world, () => expect(run.log).toContain(`Job ${id}: not-claimed`))
  await pollUntil(world, () => expect(run.conclusion).toBe('success'))
  expect(await readJob(world.db, id)).toEqual(before)
}, 60_000)

test('a machine that dies in the middle is followed by another, which finishes the job', async () => {
  const world = await startRealRuns()
  await world.locust.setMode({ kind: 'hang' })
  const { id } = await world.dispatched()
  const first = world.double.runOf(id)
  await pollUntil(world, async () => expect((await readJob(world.db, id)).status).toBe('running'))
  await world.locust.setMode({ kind: 'ok' })
  world.double.end(first, 'failure')
  // As if half a minute had passed without a word of its runner.
  await world.db
    .updateTable('jobs')
    .set({ leaseExpiresAt: '2020-01-01T00:00:00.000Z' })
    .where('status', '=', 'running')
    .execute()
  await pollUntil(world, async () => expect((await readJob(world.db, id)).attempts).toBe(2))
  await pollUntil(world, async () => expect((await readJob(world.db, id)).status).toBe('completed'))
  expect(world.double.runOf(id)).not.toBe(first)
}, 60_000)

test('a cancellation ends the run and the program in it', async () => {
  const world = await startRealRuns()
  await world.locust.setMode({ kind: 'hang' })
  const { id } = await world.dispatched()
  await pollUntil(world, async () => expect((await readJob(world.db, id)).status).toBe('running'))
  await cancelJob(world.db, id, 'Ann Lee')
  await world.engine.stop(id)
  await pollUntil(world, () => expect(world.double.runOf(id).status).toBe('completed'))
  const [program] = world.programs
  await pollUntil(world, () => expect(program?.exitCode ?? program?.signalCode).not.toBeNull())
  expect(await readJob(world.db, id)).toMatchObject({
    status: 'failed',
    error: 'Cancelled by Ann Lee',
  })
}, 60_000)
