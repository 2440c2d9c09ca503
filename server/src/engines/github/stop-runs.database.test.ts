import { deleteEndedJob } from '@dashboard/store/jobs/delete-jobs'
import { cancelJob } from '@dashboard/store/jobs/finish-job'
import { endStop } from '@dashboard/store/jobs/github-runs'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { dispatchAndStop, type GithubSetup, pollUntil, startGithub } from '../../../test/github.ts'
import { GithubStopper } from './stop-runs.ts'

async function cancel({ db }: GithubSetup, id: string): Promise<void> {
  await cancelJob(db, id, 'Ann Lee')
}

describe('cancelling', () => {
  test('stops the run and says so', async () => {
    const setup = await startGithub()
    const { id } = await setup.dispatched()
    await cancel(setup, id)
    await pollUntil(setup, async () => expect((await setup.read(id)).stopRequestedAt).toBeNull())
    const job = await setup.read(id)
    expect(job).toMatchObject({ status: 'failed', error: 'Cancelled by Ann Lee' })
    expect(job.logs).toBe(
      'Cancelled by Ann Lee\nGitHub was asked to stop the run.\nThe run on GitHub has stopped.\n',
    )
    expect(setup.double.runOf(id).conclusion).toBe('cancelled')
    expect(setup.double.count('cancel')).toBe(1)
    expect(setup.double.count('force-cancel')).toBe(0)
  })

  test('force-cancels a run that continues, even after a restart of the server', async () => {
    const setup = await startGithub()
    const { db, double, read } = setup
    const { id } = await setup.dispatched()
    const run = double.runOf(id)
    double.move(run, { status: 'in_progress', ignoresCancel: true })
    await cancel(setup, id)
    await dispatchAndStop(setup.engine)
    expect(run.status).toBe('in_progress')
    expect(double.count('force-cancel')).toBe(0)
    await setup.engine.close()

    const engine = setup.startEngine({ forceCancelAfterMs: 30 })
    await pollUntil({ engine }, () => expect(run.conclusion).toBe('cancelled'))
    await pollUntil({ engine }, async () => expect((await read(id)).stopRequestedAt).toBeNull())
    expect((await read(id)).logs).toContain(
      'seconds after it was asked to stop; GitHub is told to end it by force.\nThe run on GitHub has stopped.\n',
    )
    expect(double.count('force-cancel')).toBe(1)
    expect(await db.selectFrom('jobs').selectAll().execute()).toHaveLength(1)
  })

  test('waits the full minute before it uses force', async () => {
    const setup = await startGithub()
    const { id } = await setup.dispatched()
    setup.double.move(setup.double.runOf(id), { status: 'in_progress', ignoresCancel: true })
    await cancel(setup, id)
    for (let round = 0; round < 3; round += 1) {
      await dispatchAndStop(setup.engine)
      await setup.engine.sync()
    }
    expect(setup.double.count('cancel')).toBe(1)
    expect(setup.double.count('force-cancel')).toBe(0)
  })

  test('requests the stop before it uses force, however long that had to wait', async () => {
    const setup = await startGithub({ timings: { forceCancelAfterMs: 0 } })
    const { id } = await setup.dispatched()
    await cancel(setup, id)
    await dispatchAndStop(setup.engine)
    expect(setup.double.count('cancel')).toBe(1)
    expect((await setup.read(id)).logs).toContain('GitHub was asked to stop the run.')
  })

  test('ends the stop when GitHub refuses it because the run has ended', async () => {
    const setup = await startGithub()
    const { id } = await setup.dispatched()
    setup.double.end(setup.double.runOf(id), 'success')
    await cancel(setup, id)
    await dispatchAndStop(setup.engine)
    const job = await setup.read(id)
    expect(job).toMatchObject({ status: 'failed', error: 'Cancelled by Ann Lee' })
    expect(job.stopRequestedAt).toBeNull()
    expect(job.logs).toContain('The run on GitHub has stopped.')
    expect(setup.double.count('get-run')).toBe(1)
  })

  test('force-cancels when GitHub refuses although the run continues', async () => {
    const setup = await startGithub()
    const { double } = setup
    const { id } = await setup.dispatched()
    double.move(double.runOf(id), { status: 'in_progress' })
    double.setFault('cancel', { kind: 'refuse', status: 409, message: 'Cannot cancel' })
    double.setFault('force-cancel', { kind: 'refuse', status: 409, message: 'Cannot cancel' }, 1)
    await cancel(setup, id)
    await dispatchAndStop(setup.engine)
    expect((await setup.read(id)).logs).toContain('GitHub cannot stop the run yet')
    const engine = setup.startEngine({ forceCancelAfterMs: 20 })
    await pollUntil({ engine }, () => expect(double.runOf(id).conclusion).toBe('cancelled'))
    expect(double.count('force-cancel')).toBe(2)
  })

  test('stops trying after five forced tries and says what to do', async () => {
    const setup = await startGithub({ timings: { forceCancelAfterMs: 10 } })
    const { double } = setup
    const { id } = await setup.dispatched()
    double.move(double.runOf(id), { status: 'in_progress', ignoresCancel: true })
    double.setFault('force-cancel', { kind: 'refuse', status: 409, message: 'Cannot cancel' })
    await cancel(setup, id)
    await pollUntil(setup, async () => expect((await setup.read(id)).stopRequestedAt).toBeNull())
    expect((await setup.read(id)).logs).toContain('GitHub does not stop the run.')
    expect(double.count('force-cancel')).toBe(5)
  })

  test.each([
    ['the run is gone', 404, 'Not Found', 'There is no run of this job on GitHub any more.'],
    [
      'the token lost its right',
      403,
      'Resource not accessible by personal access token',
      'GitHub did not stop the run. GitHub does not let the dashboard start or stop jobs there.',
    ],
    ['the token has expired', 401, 'Bad credentials', 'GitHub did not stop the run. '],
    ['GitHub refuses', 422, 'No', 'GitHub did not stop the run. GitHub refused (422): No'],
  ])('says so when %s', async (_when, status, message, line) => {
    const setup = await startGithub()
    const { id } = await setup.dispatched()
    setup.double.setFault('cancel', { kind: 'refuse', status, message })
    await cancel(setup, id)
    await dispatchAndStop(setup.engine)
    const job = await setup.read(id)
    expect(job.logs).toContain(line)
    expect(job.stopRequestedAt).toBeNull()
  })

  test('is requested again after a failure on GitHub’s side', async () => {
    const setup = await startGithub()
    const { id } = await setup.dispatched()
    setup.double.setFault('cancel', { kind: 'refuse', status: 502, message: 'x' }, 1)
    await cancel(setup, id)
    await dispatchAndStop(setup.engine)
    expect((await setup.read(id)).stopRequestedAt).not.toBeNull()
    // A restart loses the pause, which is in memory; the request to stop is stored in the row.
    const engine = setup.startEngine({ forceCancelAfterMs: 20 })
    await pollUntil({ engine }, () => expect(setup.double.runOf(id).status).toBe('completed'))
  })

  test('that failed is repeated after a pause', async () => {
    const setup = await startGithub()
    const { id } = await setup.dispatched()
    setup.double.setFault('cancel', { kind: 'refuse', status: 502, message: 'x' }, 1)
    await cancel(setup, id)
    for (let round = 0; round < 3; round += 1) await dispatchAndStop(setup.engine)
    expect(setup.double.count('cancel')).toBe(1)
    expect(setup.warnings.map(({ message }) => message)).toEqual(['GitHub did not stop a run'])
    expect((await setup.read(id)).logs).toBe('Cancelled by Ann Lee\n')
  })

  test('waits for the end of a limit', async () => {
    const setup = await startGithub()
    const { id } = await setup.dispatched()
    setup.engine.dependencies.client.limits.pause(Date.now() + 60_000)
    const before = setup.double.count()
    await cancel(setup, id)
    await dispatchAndStop(setup.engine)
    expect(setup.double.count()).toBe(before)
    expect((await setup.read(id)).stopRequestedAt).not.toBeNull()
  })

  test('does not stop a second attempt that somebody began after the stop', async () => {
    const setup = await startGithub()
    const { double } = setup
    const { id } = await setup.dispatched()
    await cancel(setup, id)
    await dispatchAndStop(setup.engine)
    const run = double.runOf(id)
    double.rerun(run)
    double.move(run, { status: 'in_progress' })
    await dispatchAndStop(setup.startEngine({ forceCancelAfterMs: 0 }))
    expect(run.status).toBe('in_progress')
    expect((await setup.read(id)).stopRequestedAt).toBeNull()
    expect(double.count('force-cancel')).toBe(0)
  })

  test('of a job that GitHub never received sends GitHub nothing', async () => {
    const setup = await startGithub()
    const { id } = await setup.dispatched()
    await setup.db.updateTable('jobs').set({ dispatchedAt: null, githubRunId: null }).execute()
    const before = setup.double.count()
    await cancel(setup, id)
    await dispatchAndStop(setup.engine)
    expect(setup.double.count()).toBe(before)
  })

  test('finds by its name a run whose id is not known yet', async () => {
    const setup = await startGithub()
    setup.double.setFault('dispatch', { kind: 'lose-answer' })
    const { id } = await setup.dispatched()
    await cancel(setup, id)
    await pollUntil(setup, () => expect(setup.double.runOf(id).conclusion).toBe('cancelled'))
  })

  test('ends for a run that never appeared', async () => {
    const setup = await startGithub()
    setup.double.setFault('dispatch', { kind: 'forget' })
    const { id } = await setup.dispatched()
    await cancel(setup, id)
    const sent = setup.double.count('dispatch')
    await pollUntil(setup, async () => expect((await setup.read(id)).stopRequestedAt).toBeNull())
    expect((await setup.read(id)).logs).toContain('No run of this job has started.')
    expect(setup.double.count('dispatch')).toBe(sent)
  })

  test('sends GitHub nothing when the stop has ended since the jobs were listed', async () => {
    const { db, double, engine, dispatched } = await startGithub()
    const { id } = await dispatched({ type: 'circuit-report' })
    await cancelJob(db, id, 'Ann Lee')
    const lists = new WeakSet<object>()
    const endAfterList: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        if (node.kind === 'SelectQueryNode') lists.add(queryId)
        return node
      },
      async transformResult({ result, queryId }) {
        if (lists.has(queryId)) await endStop(db, id, 'The run has ended.')
        return result
      },
    }
    const dependencies = { ...engine.dependencies, db: db.withPlugin(endAfterList) }
    const stopper = new GithubStopper(dependencies)
    await stopper.loop.now()
    expect(double.count('cancel')).toBe(0)
  })

  test('continues when the job is dismissed meanwhile', async () => {
    const setup = await startGithub()
    const { id } = await setup.dispatched()
    await cancelJob(setup.db, id, 'Ann Lee')
    await deleteEndedJob(setup.db, id)
    await dispatchAndStop(setup.engine)
    expect(setup.double.count('cancel')).toBe(0)
    expect(setup.warnings).toEqual([])
  })

  test('many jobs requests one stop after the other, a second apart', async () => {
    const setup = await startGithub({ connection: { throttle: true } })
    const startedAt = Date.now()
    const ids: string[] = []
    for (const circuit of ['NY-1', 'NY-2']) {
      const job = await setup.dispatched({ type: 'circuit-report', targets: [circuit] })
      ids.push(job.id)
    }
    for (const id of ids) await cancel(setup, id)
    await dispatchAndStop(setup.engine)
    const changes = setup.double.exchanges.filter(({ method }) => method === 'POST')
    expect(changes).toHaveLength(4)
    // Measured from the start of the test: after a request that arrives late, the next one follows sooner.
    for (const [index, { at }] of changes.entries()) {
      expect(at - startedAt).toBeGreaterThanOrEqual(index * 990)
    }
  })
})
