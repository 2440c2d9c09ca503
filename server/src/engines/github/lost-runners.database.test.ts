import { claimJob } from '@dashboard/store/jobs/claim-job'
import { findTrackedJob } from '@dashboard/store/jobs/github-runs'
import { maxAttempts } from '@dashboard/store/jobs/retry-job'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { dispatchAndStop, loseLease, pollUntil, startGithub } from '../../../test/github.ts'
import { hasLiveLease } from './run-states.ts'

afterEach(() => {
  vi.useRealTimers()
})

test.each([-3_600_000, 3_600_000])(
  'setting the server’s clock by %i ms ends no lease early and prolongs none',
  async (byMs) => {
    const { db, dispatched } = await startGithub()
    const { id } = await dispatched()
    await claimJob(db, id, 'runner')
    const live = await findTrackedJob(db, id)
    const leaseExpiresAt = new Date(Date.now() - 1_000).toISOString()
    await db.updateTable('jobs').set({ leaseExpiresAt }).execute()
    const lost = await findTrackedJob(db, id)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs })
    expect([live && hasLiveLease(live), lost && hasLiveLease(lost)]).toEqual([true, false])
  },
)

test('a runner whose lease expires while its run continues is replaced, and its run stopped', async () => {
  const setup = await startGithub()
  const { db, double, engine, read } = setup
  const { id } = await setup.dispatched()
  const run = double.runOf(id)
  double.move(run, { status: 'in_progress', step: 4 })
  await claimJob(db, id, 'runner')
  await loseLease(db, id)
  await engine.sync()
  expect((await read(id)).logs).toContain('try 2 of 3 follows')
  expect(run.conclusion).toBe('cancelled')
  await pollUntil(setup, () => expect(double.runOf(id)).not.toBe(run))
})

describe('a runner that stops renewing its lease while its run continues', () => {
  test('counts as lost after a minute', async () => {
    const { db, double, engine, read, dispatched } = await startGithub({
      timings: { lostRunnerMs: 60_000 },
    })
    const { id } = await dispatched()
    double.move(double.runOf(id), { status: 'in_progress', step: 4 })
    await claimJob(db, id, 'runner')
    const leaseExpiresAt = new Date(Date.now() - 1_000).toISOString()
    await db.updateTable('jobs').set({ leaseExpiresAt }).execute()
    expect(await engine.sync()).toBe(0)
    expect(await read(id)).toMatchObject({ status: 'running', leaseExpiresAt })
    expect(double.count('cancel')).toBe(0)
  })

  test('loses its job even if its run cannot be cancelled, which is logged', async () => {
    const { db, double, engine, read, warnings, dispatched } = await startGithub()
    const { id } = await dispatched()
    double.move(double.runOf(id), { status: 'in_progress', step: 4 })
    double.setFault('cancel', { kind: 'refuse', status: 409, message: 'No' })
    await claimJob(db, id, 'runner')
    await loseLease(db, id)
    expect(await engine.sync()).toBe(1)
    expect((await read(id)).attempts).toBe(1)
    expect(warnings.map(({ message }) => message)).toContain(
      'The run of a job whose lease has expired could not be cancelled',
    )
    await expect.poll(() => double.count('dispatch')).toBe(2)
  })

  test('on its last try fails the job, and nothing is dispatched', async () => {
    const { db, double, engine, read, dispatched } = await startGithub()
    const { id } = await dispatched()
    const run = double.runOf(id)
    double.move(run, { status: 'in_progress', step: 4 })
    await claimJob(db, id, 'runner')
    await loseLease(db, id)
    await db.updateTable('jobs').set({ attempts: maxAttempts }).execute()
    expect(await engine.sync()).toBe(1)
    await dispatchAndStop(engine)
    expect((await read(id)).status).toBe('failed')
    expect(run.conclusion).toBe('cancelled')
    expect(double.count('dispatch')).toBe(1)
  })
})
