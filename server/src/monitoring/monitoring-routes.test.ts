import { getMonitoringStatus } from '@dashboard/contract/monitoring'
import { openFiles } from '@dashboard/store/files/open-files'
import { setClock } from '@dashboard/store/test/clock'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { queuedJob } from '@dashboard/store/test/jobs'
import { shownClock } from '@dashboard/store/test/shown-times'
import { expect, it } from 'vitest'
import { startTestApp, testSettings } from '../../test/app.ts'
import { createTestEngines } from '../../test/engine.ts'
import { startGithub } from '../../test/github.ts'
import { countActiveUsers, createRequestRecorder } from './presence.ts'

const silent = { debug() {}, warn() {} }

async function statusSeenBy(user: { inject: TestInject }) {
  const response = await user.inject({ method: 'GET', url: '/api/monitoring/status' })
  return getMonitoringStatus.answer.parse(response.json())
}
type TestInject = Awaited<ReturnType<Awaited<ReturnType<typeof startTestApp>>['as']>>['inject']

it('polls more often while jobs are active and watched', async () => {
  const { db, as } = await startTestApp()
  const one = await as('user')
  const two = await as('admin')
  expect(await statusSeenBy(one)).toEqual({
    isMonitoring: true,
    activeUsers: 0,
    currentInterval: 300_000,
    monitoringJobs: 0,
    hasActiveUsers: false,
    autoSyncEnabled: false,
    engine: 'local',
    backup: { lastAt: null, ageSeconds: null, hasFailed: false },
  })
  await queuedJob(db)
  expect(await statusSeenBy(one)).toMatchObject({ currentInterval: 120_000, monitoringJobs: 1 })
  for (const user of [one, one, two]) await user.inject({ method: 'GET', url: '/api/jobs' })
  await expect
    .poll(() => statusSeenBy(one))
    .toMatchObject({ activeUsers: 2, hasActiveUsers: true, currentInterval: 5_000 })
})

it('does not count users whose page is hidden as watching, and gives them jobs', async () => {
  const { db, as } = await startTestApp()
  const hidden = await as('user')
  const { id } = await queuedJob(db)
  const headers = { 'page-hidden': '1' }
  for (const url of ['/api/jobs', `/api/jobs/${id}`]) {
    const response = await hidden.inject({ method: 'GET', url, headers })
    expect(response.statusCode).toBe(200)
  }
  await hidden.inject({ method: 'POST', url: `/api/jobs/${id}/sync`, headers })
  const watching = await as('user')
  await watching.inject({ method: 'GET', url: '/api/jobs' })
  await expect.poll(() => countActiveUsers(db)).toBe(1)
  const status = await statusSeenBy(watching)
  expect(status).toMatchObject({ activeUsers: 1, currentInterval: 5_000 })
})

it('says until when GitHub accepts no requests', async () => {
  const { db, engine: github } = await startGithub()
  const files = await openFiles({ kind: 'disk', path: await temporaryFolder() })
  const setup = { db, files, settings: testSettings(await temporaryFolder()) }
  const createEngines = () => ({ ...createTestEngines(setup), github })
  const { as } = await startTestApp({ db, createEngines })
  const user = await as('user')
  expect((await statusSeenBy(user)).problems).toBeUndefined()
  github.dependencies.client.limits.pause(Date.parse('2126-07-01T22:05:00.000Z'))
  expect((await statusSeenBy(user)).problems).toEqual([
    expect.stringContaining(
      `GitHub accepts no requests with this token until ${shownClock('18:05')}.`,
    ),
  ])
})

it('no longer counts a user who has not asked for 45 seconds', async () => {
  const { db, as } = await startTestApp()
  const { user } = await as('user')
  const record = createRequestRecorder(db, 'presence', silent)
  setClock(Date.now())
  await record(user.id)
  setClock(Date.now() + 44_000)
  expect(await countActiveUsers(db)).toBe(1)
  setClock(Date.now() + 1_000)
  expect(await countActiveUsers(db)).toBe(0)
  await record(user.id)
  expect(await countActiveUsers(db)).toBe(1)
})

it('records a polling user every ten seconds at most', async () => {
  const { db, as } = await startTestApp()
  const { user } = await as('user')
  const start = Date.now()
  const record = createRequestRecorder(db, 'presence', silent)
  const notedAfter = async (ms: number) => {
    setClock(start + ms)
    await record(user.id)
    const row = db.selectFrom('presence').select('lastAskedAt').where('userId', '=', user.id)
    return Date.parse((await row.executeTakeFirstOrThrow()).lastAskedAt) - start
  }
  expect([await notedAfter(0), await notedAfter(9_999), await notedAfter(10_000)]).toEqual([
    0, 0, 10_000,
  ])
})

it('does not count deleted users', async () => {
  const { db, as } = await startTestApp()
  const { user } = await as('user')
  const record = createRequestRecorder(db, 'presence', silent)
  await Promise.all([record(user.id), record('deleted')])
  expect(await countActiveUsers(db)).toBe(1)
})

it('stores auto-sync as an administrator set it', async () => {
  const { as } = await startTestApp()
  const admin = await as('admin')
  const set = (payload: object) =>
    admin.inject({ method: 'POST', url: '/api/monitoring/auto-sync', payload })
  expect((await set({ enabled: true })).json()).toEqual({
    message: 'Auto-sync is now on.',
    autoSyncEnabled: true,
  })
  expect((await statusSeenBy(admin)).autoSyncEnabled).toBe(true)
  await set({ enabled: false })
  expect((await statusSeenBy(admin)).autoSyncEnabled).toBe(false)
  expect((await set({ enabled: 'yes' })).json().message).toBe('enabled must be true or false')
})
