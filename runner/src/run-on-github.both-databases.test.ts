import type { Db } from '@dashboard/store/database/open-database'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { failActiveJob } from '@dashboard/store/jobs/finish-job'
import {
  githubOwner,
  insertStartedRun,
  readKnownStartedRuns,
} from '@dashboard/store/jobs/github-started-jobs'
import { freshDatabase } from '@dashboard/store/test/database'
import { queuedJob, readJob, runningJob } from '@dashboard/store/test/jobs'
import { describe, expect, test } from 'vitest'
import { describeResult, makeJobOfRun } from './run-on-github.ts'

const run = {
  id: '9000000007',
  url: 'https://github.example/runs/9000000007',
  startedBy: 'octocat',
}
const inputs = { isOnGithub: true, jobId: undefined, targets: '', run }

async function addCircuits(db: Db, ...names: string[]) {
  const circuits = names.map((name) => ({ id: name, name }))
  await db.insertInto('circuits').values(circuits).execute()
}

describe('a run that was started by hand', () => {
  test('makes a new job, by the person who started the run, that its runner can claim', async () => {
    const db = await freshDatabase()
    const id = await makeJobOfRun(db, { ...inputs, type: 'export' })
    expect(await readJob(db, id)).toMatchObject({
      type: 'export',
      status: 'queued',
      createdBy: 'octocat',
      githubRunId: run.id,
      githubRunUrl: run.url,
      leaseOwner: null,
    })
    // Auto-sync creates no second job, even after this one has been removed from the list.
    expect(await readKnownStartedRuns(db)).toContain(run.id)
    expect(await claimJob(db, id, 'runner')).toMatchObject({ status: 'running', attempts: 1 })
  })

  test('takes over the job that auto-sync has made for it', async () => {
    const db = await freshDatabase()
    const runId = run.id
    const at = '2026-11-20T10:00:00.000Z'
    const started = { runId, runUrl: run.url, startedBy: 'octocat', createdAt: at, startedAt: at }
    const id = await insertStartedRun(db, { ...started, type: 'export' })
    await claimJob(db, id ?? '', githubOwner)
    expect(await makeJobOfRun(db, { ...inputs, type: 'export' })).toBe(id)
    // A server that has read the job before cannot claim it for the run again.
    expect(await claimJob(db, id ?? '', githubOwner)).toBeUndefined()
    expect(await claimJob(db, id ?? '', 'runner')).toMatchObject({ attempts: 1, startedAt: at })
    expect(await db.selectFrom('jobs').select('id').execute()).toHaveLength(1)
  })

  test('makes reports of the circuits named, or of all', async () => {
    const db = await freshDatabase()
    await addCircuits(db, 'NY-2', 'NY-10', 'NJ 07, North')
    const type = 'circuit-report'
    const named = await makeJobOfRun(db, { ...inputs, type, targets: 'NJ 07, North, NY-2' })
    expect(await readJob(db, named)).toMatchObject({
      target: 'NJ 07, North, NY-2',
      targets: JSON.stringify(['NJ 07, North', 'NY-2']),
    })
    const all = await makeJobOfRun(db, {
      ...inputs,
      run: { ...run, id: '8' },
      type,
      targets: 'all',
    })
    expect((await readJob(db, all)).targets).toBe('["NJ 07, North","NY-2","NY-10"]')
    const unknown = makeJobOfRun(db, { ...inputs, type, targets: 'NY-3' })
    await expect(unknown).rejects.toThrow('Unknown circuits: "NY-3".')
    const none = makeJobOfRun(db, { ...inputs, type: 'congregation-report' })
    await expect(none).rejects.toThrow('There are no congregations yet. Run an import first.')
  })

  test.each(['import', 'review'])('makes a job of type %s, which names no target', async (type) => {
    const db = await freshDatabase()
    const id = await makeJobOfRun(db, { ...inputs, type, targets: 'NY-2' })
    expect(await readJob(db, id)).toMatchObject({ type, status: 'queued', targets: '[]' })
  })

  test('does not wait for another export, but says that there is one', async () => {
    const db = await freshDatabase()
    await queuedJob(db, { type: 'export' })
    const second = makeJobOfRun(db, { ...inputs, type: 'export' })
    await expect(second).rejects.toThrow('An export is already queued or running in the dashboard.')
  })

  test('from an old workflow file says what to do', async () => {
    const db = await freshDatabase()
    await expect(makeJobOfRun(db, { ...inputs, type: '' })).rejects.toThrow(
      'Bring .github/workflows up to date.',
    )
  })
})

test('a job that cannot be claimed gets its own reason', async () => {
  const db = await freshDatabase()
  const reason = (id: string) => describeResult(db, id, 'not-claimed')
  expect(await reason('no-such-job')).toContain('has no job no-such-job')
  const running = await runningJob(db, { type: 'import' })
  expect(await reason(running.id)).toContain('another runner has the job')
  const waiting = await queuedJob(db, { dependsOn: running.id })
  expect(await reason(waiting.id)).toContain('waits for another one')
  await failActiveJob(db, running.id, { error: 'Cancelled by Ann Lee', kind: 'cancelled' })
  expect(await reason(running.id)).toBe(
    'There is nothing to claim: the job has ended, failed. Cancelled by Ann Lee',
  )
  expect(await describeResult(db, running.id, 'completed')).toBeUndefined()
})
