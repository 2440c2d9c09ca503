import { deleteEndedJob } from '@dashboard/store/jobs/delete-jobs'
import { cancelJob } from '@dashboard/store/jobs/finish-job'
import { describe, expect, test } from 'vitest'
import { createGithubStopper } from './stop-runs.ts'
import { type GithubWorld, pollUntil, startGithub } from './test-github.ts'

async function cancel({ db, engine }: GithubWorld, id: string): Promise<void> {
  await cancelJob(db, id, 'Ann Lee')
  await engine.stop(id)
}

describe('cancelling', () => {
  test('stops the run and says so', async () => {
    const world = await startGithub()
    const { id } = await world.dispatched()
    await cancel(world, id)
    await pollUntil(world, async () => expect((await world.read(id)).stopRequestedAt).toBeNull())
    const job = await world.read(id)
    expect(job).toMatchObject({ status: 'failed', error: 'Cancelled by Ann Lee' })
    expect(job.logs).toBe(
      'Cancelled by Ann Lee\nGitHub was asked to stop the run.\nThe run on GitHub has stopped.\n',
    )
    expect(world.double.runOf(id).conclusion).toBe('cancelled')
    expect(world.double.count('cancel')).toBe(1)
    expect(world.double.count('force-cancel')).toBe(0)
  })

  test('ends by force a run that goes on, also after a restart of the server', async () => {
    const world = await startGithub()
    const { db, double, read } = world
    const { id } = await world.dispatched()
    const run = double.runOf(id)
    double.move(run, { status: 'in_progress', ignoresCancel: true })
    await cancel(world, id)
    await world.engine.dispatchAndStop()
    expect(run.status).toBe('in_progress')
    expect(double.count('force-cancel')).toBe(0)
    await world.engine.close()

    const engine = world.startEngine({ forceCancelAfterMs: 30 })
    await pollUntil({ engine }, () => expect(run.conclusion).toBe('cancelled'))
    await pollUntil({ engine }, async () => expect((await read(id)).stopRequestedAt).toBeNull())
    expect((await read(id)).logs).toContain(
      'seconds after it was asked to stop; GitHub is told to end it by force.\nThe run on GitHub has stopped.\n',
    )
    expect(double.count('force-cancel')).toBe(1)
    expect(await db.selectFrom('jobs').selectAll().execute()).toHaveLength(1)
  })

  test('waits the full minute before it uses force', async () => {
    const world = await startGithub()
    const { id } = await world.dispatched()
    world.double.move(world.double.runOf(id), { status: 'in_progress', ignoresCancel: true })
    await cancel(world, id)
    for (let round = 0; round < 3; round += 1) {
      await world.engine.dispatchAndStop()
      await world.engine.sync()
    }
    expect(world.double.count('cancel')).toBe(1)
    expect(world.double.count('force-cancel')).toBe(0)
  })

  test('ends the stop when GitHub refuses it because the run has ended', async () => {
    const world = await startGithub()
    const { id } = await world.dispatched()
    world.double.end(world.double.runOf(id), 'success')
    await cancel(world, id)
    await world.engine.dispatchAndStop()
    const job = await world.read(id)
    expect(job).toMatchObject({ status: 'failed', error: 'Cancelled by Ann Lee' })
    expect(job.stopRequestedAt).toBeNull()
    expect(job.logs).toContain('The run on GitHub has stopped.')
    expect(world.double.count('get-run')).toBe(1)
  })

  test('goes on to force when GitHub refuses although the run goes on', async () => {
    const world = await startGithub()
    const { double } = world
    const { id } = await world.dispatched()
    double.move(double.runOf(id), { status: 'in_progress' })
    double.setFault('cancel', { kind: 'refuse', status: 409, message: 'Cannot cancel' })
    double.setFault('force-cancel', { kind: 'refuse', status: 409, message: 'Cannot cancel' }, 1)
    await cancel(world, id)
    await world.engine.dispatchAndStop()
    expect((await world.read(id)).logs).toContain('GitHub cannot stop the run yet')
    const engine = world.startEngine({ forceCancelAfterMs: 20 })
    await pollUntil({ engine }, () => expect(double.runOf(id).conclusion).toBe('cancelled'))
    expect(double.count('force-cancel')).toBe(2)
  })

  test('gives up after five forced tries and says where to go on', async () => {
    const world = await startGithub({ timings: { forceCancelAfterMs: 10 } })
    const { double } = world
    const { id } = await world.dispatched()
    double.move(double.runOf(id), { status: 'in_progress', ignoresCancel: true })
    double.setFault('force-cancel', { kind: 'refuse', status: 409, message: 'Cannot cancel' })
    await cancel(world, id)
    await pollUntil(world, async () => expect((await world.read(id)).stopRequestedAt).toBeNull())
    expect((await world.read(id)).logs).toContain('GitHub does not stop the run.')
    expect(double.count('force-cancel')).toBe(5)
  })

  test.each([
    ['the run is gone', 404, 'Not Found', 'There is no run of this job on GitHub any more.'],
    [
      'the token lost its right',
      403,
      'Resource not accessible by personal access token',
      'GitHub did not stop the run. GITHUB_TOKEN lacks a right',
    ],
    ['the token has expired', 401, 'Bad credentials', 'GitHub did not stop the run. '],
    ['GitHub refuses', 422, 'No', 'GitHub did not stop the run. GitHub refused (422): No'],
  ])('says so when %s', async (_when, status, message, line) => {
    const world = await startGithub()
    const { id } = await world.dispatched()
    world.double.setFault('cancel', { kind: 'refuse', status, message })
    await cancel(world, id)
    await world.engine.dispatchAndStop()
    const job = await world.read(id)
    expect(job.logs).toContain(line)
    expect(job.stopRequestedAt).toBeNull()
  })

  test('is asked for again when GitHub had trouble', async () => {
    const world = await startGithub()
    const { id } = await world.dispatched()
    world.double.setFault('cancel', { kind: 'refuse', status: 502, message: 'x' }, 1)
    await cancel(world, id)
    await world.engine.dispatchAndStop()
    expect((await world.read(id)).stopRequestedAt).not.toBeNull()
    // After a restart nothing remembers the pause; the row does remember the stop.
    const engine = world.startEngine({ forceCancelAfterMs: 20 })
    await pollUntil({ engine }, () => expect(world.double.runOf(id).status).toBe('completed'))
  })

  test('that met trouble pauses for a while', async () => {
    const world = await startGithub()
    const { id } = await world.dispatched()
    world.double.setFault('cancel', { kind: 'refuse', status: 502, message: 'x' }, 1)
    await cancel(world, id)
    for (let round = 0; round < 3; round += 1) await world.engine.dispatchAndStop()
    expect(world.double.count('cancel')).toBe(1)
    expect(world.warnings.map(({ message }) => message)).toEqual(['GitHub did not stop a run'])
    expect((await world.read(id)).logs).toBe('Cancelled by Ann Lee\n')
  })

  test('waits for the end of a limit', async () => {
    const world = await startGithub()
    const { id } = await world.dispatched()
    world.engine.dependencies.client.limits.pause(Date.now() + 60_000)
    const before = world.double.count()
    await cancel(world, id)
    await world.engine.dispatchAndStop()
    expect(world.double.count()).toBe(before)
    expect((await world.read(id)).stopRequestedAt).not.toBeNull()
  })

  test('does not stop a second attempt that somebody began after the stop', async () => {
    const world = await startGithub()
    const { double } = world
    const { id } = await world.dispatched()
    await cancel(world, id)
    await world.engine.dispatchAndStop()
    const run = double.runOf(id)
    double.rerun(run)
    double.move(run, { status: 'in_progress' })
    await world.startEngine({ forceCancelAfterMs: 0 }).dispatchAndStop()
    expect(run.status).toBe('in_progress')
    expect((await world.read(id)).stopRequestedAt).toBeNull()
    expect(double.count('force-cancel')).toBe(0)
  })

  test('of a job that GitHub never had asks GitHub nothing', async () => {
    const world = await startGithub()
    const { id } = await world.dispatched()
    await world.db.updateTable('jobs').set({ dispatchedAt: null, githubRunId: null }).execute()
    const before = world.double.count()
    await cancel(world, id)
    await world.engine.dispatchAndStop()
    expect(world.double.count()).toBe(before)
  })

  test('finds a run whose id is not known yet by its name', async () => {
    const world = await startGithub()
    world.double.setFault('dispatch', { kind: 'lose-answer' })
    const { id } = await world.dispatched()
    await cancel(world, id)
    await pollUntil(world, () => expect(world.double.runOf(id).conclusion).toBe('cancelled'))
  })

  test('forgets a run that never appeared', async () => {
    const world = await startGithub()
    world.double.setFault('dispatch', { kind: 'forget' })
    const { id } = await world.dispatched()
    await cancel(world, id)
    const sent = world.double.count('dispatch')
    await pollUntil(world, async () => expect((await world.read(id)).stopRequestedAt).toBeNull())
    expect((await world.read(id)).logs).toContain('No run of this job has started.')
    expect(world.double.count('dispatch')).toBe(sent)
  })

  test('waits for a request until it is made, or the job needs it no longer', async () => {
    const { db, double, engine, dispatched } = await startGithub()
    const stopper = createGithubStopper(engine.dependencies)
    const requestStop = async () => {
      const { id } = await dispatched({ type: 'circuit-report' })
      await cancelJob(db, id, 'Ann Lee')
      await stopper.requestStop(id)
      return id
    }
    expect(stopper.hasWaiting()).toBe(false)
    await requestStop()
    await stopper.continueStops()
    expect([stopper.hasWaiting(), double.count('cancel')]).toEqual([false, 1])
    double.setFault('cancel', { kind: 'refuse', status: 502, message: 'x' })
    const id = await requestStop()
    await stopper.continueStops()
    expect(stopper.hasWaiting()).toBe(true)
    await db.deleteFrom('jobs').where('id', '=', id).execute()
    await stopper.continueStops()
    expect(stopper.hasWaiting()).toBe(false)
  })

  test('goes on when the job is dismissed meanwhile', async () => {
    const world = await startGithub()
    const { id } = await world.dispatched()
    await cancelJob(world.db, id, 'Ann Lee')
    await deleteEndedJob(world.db, id)
    await world.engine.stop(id)
    await world.engine.dispatchAndStop()
    expect(world.double.count('cancel')).toBe(0)
    expect(world.warnings).toEqual([])
  })

  test('many jobs asks for one after the other, a second apart', async () => {
    const world = await startGithub({ throttle: true })
    const ids: string[] = []
    for (const circuit of ['NY-1', 'NY-2']) {
      const job = await world.dispatched({ type: 'circuit-report', targets: [circuit] })
      ids.push(job.id)
    }
    for (const id of ids) await cancel(world, id)
    await world.engine.dispatchAndStop()
    const changes = world.double.exchanges.filter(({ method }) => method === 'POST')
    expect(changes).toHaveLength(4)
    for (const [index, { at }] of changes.slice(1).entries()) {
      expect(at - (changes[index]?.at ?? 0)).toBeGreaterThan(900)
    }
  })
})
