import { randomUUID } from 'node:crypto'
import { Schedule, ScheduleList } from '@dashboard/contract/schedules'
import { pauseSchedules } from '@dashboard/store/schedules/pause-schedules'
import { freshDatabase } from '@dashboard/store/test/database'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { insertSchedule } from '../../test/schedules.ts'

const weekdays = { days: [1, 2, 3, 4, 5], time: '06:00', reportsAfter: 'outdated', isActive: true }

/** Returns an administrator and a user of one server. */
async function signedIn() {
  const app = await startTestApp()
  const ada = await app.as('admin')
  const uma = await app.as('user')
  const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const response = await ada.inject({ method, url, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.json() }
  }
  const list = async () => {
    const response = await uma.inject({ method: 'GET', url: '/api/schedules' })
    return ScheduleList.strict().parse(response.json())
  }
  const add = async (changes: object = {}) => {
    const { body } = await send('POST', '/api/schedules', { ...weekdays, ...changes })
    return Schedule.parse(body.schedule)
  }
  return { ...app, ada, uma, send, list, add }
}

const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/

describe('schedules', () => {
  it('are added, seen by everybody, changed and deleted', async () => {
    const { send, list } = await signedIn()
    expect(await list()).toEqual({ schedules: [], paused: null, withExport: false })
    const created = await send('POST', '/api/schedules', { ...weekdays, days: [5, 1, 1, 3] })
    expect(created.status).toBe(201)
    const { schedule } = created.body
    const expected = { ...weekdays, days: [1, 3, 5], lastRun: null }
    expect(schedule).toEqual({
      id: schedule.id,
      ...expected,
      nextRunAt: expect.stringMatching(isoInstant),
    })
    expect((await list()).schedules).toEqual([schedule])

    const url = `/api/schedules/${schedule.id}`
    const switchedOff = { ...weekdays, time: '23:59', isActive: false }
    const changed = await send('PUT', url, switchedOff)
    expect(changed.body.schedule).toMatchObject({ ...switchedOff, nextRunAt: null })
    const on = await send('PUT', url, { ...switchedOff, isActive: true })
    expect(on.body.schedule.nextRunAt).toMatch(/T0[34]:59:00/)

    expect((await send('DELETE', url)).status).toBe(200)
    expect((await send('DELETE', url)).status).toBe(404)
    expect((await send('PUT', url, weekdays)).status).toBe(404)
    expect((await list()).schedules).toEqual([])
  })

  it.each([
    [{ days: [] }, 'Choose at least one day'],
    [{ days: [7] }, 'Choose at least one day'],
    [{ days: 'all' }, 'Choose at least one day'],
    [{ time: '24:00' }, 'Choose a time such as 06:00'],
    [{ time: '6:00' }, 'Choose a time such as 06:00'],
    [{ time: undefined }, 'Choose a time'],
    [{ reportsAfter: 'all' }, expect.stringContaining('Choose which reports')],
    [{ reportsAfter: [] }, 'Select at least one circuit'],
    [{ reportsAfter: ['NY-9'] }, expect.stringContaining('Unknown circuit: "NY-9"')],
    [{ isActive: 'yes' }, 'isActive must be true or false'],
  ])('refuse %j', async (changes, message) => {
    const { send, list } = await signedIn()
    const refused = await send('POST', '/api/schedules', { ...weekdays, ...changes })
    expect(refused).toMatchObject({ status: 400, body: { message } })
    expect((await list()).schedules).toEqual([])
  })

  it('keep chosen circuits', async () => {
    const { db, add, send } = await signedIn()
    await db.insertInto('circuits').values({ id: randomUUID(), name: 'NY-1, north' }).execute()
    const reportsAfter = ['NY-1, north']
    const added = await add({ reportsAfter })
    expect(added).toMatchObject({ reportsAfter })

    // An import may remove the circuit, and bring it back.
    await db.deleteFrom('circuits').execute()
    const url = `/api/schedules/${added.id}`
    expect(await send('PUT', url, { ...weekdays, reportsAfter })).toMatchObject({ status: 200 })
    const another = { ...weekdays, reportsAfter: ['NY-2'] }
    expect(await send('PUT', url, another)).toMatchObject({ status: 400 })
  })

  it('are at most 20', async () => {
    const { db, send } = await signedIn()
    for (let count = 0; count < 20; count += 1) await insertSchedule(db, { nextRunAt: null })
    expect(await send('POST', '/api/schedules', weekdays)).toMatchObject({ status: 409 })
  })

  it('keep a run that is due at the moment of a change to something else', async () => {
    const { db, send, add } = await signedIn()
    const { id } = await add()
    const nextRunAt = '2099-01-01T11:00:00.000Z'
    await db.updateTable('schedules').set({ nextRunAt }).execute()
    const url = `/api/schedules/${id}`
    const answer = await send('PUT', url, { ...weekdays, reportsAfter: 'none' })
    expect(answer.body.schedule).toMatchObject({ nextRunAt, reportsAfter: 'none' })
    const moved = await send('PUT', url, { ...weekdays, time: '07:00' })
    expect(moved.body.schedule.nextRunAt).not.toBe(nextRunAt)
  })

  it('outlive the account of the user who added them', async () => {
    const { db, ada, add, list } = await signedIn()
    await add()
    await db.deleteFrom('users').where('id', '=', ada.user.id).execute()
    expect((await list()).schedules).toHaveLength(1)
  })

  it('answer 304 until something has changed', async () => {
    const { uma, add } = await signedIn()
    const ask = (tag?: string) => {
      const headers = tag ? { 'if-none-match': tag } : {}
      return uma.inject({ method: 'GET', url: '/api/schedules', headers })
    }
    const tag = `${(await ask()).headers.etag}`
    expect((await ask(tag)).statusCode).toBe(304)
    await add()
    expect((await ask(tag)).statusCode).toBe(200)
  })
})

describe('a pause of all schedules', () => {
  const pause = { reason: 'guard', at: '2026-11-20T11:01:00.000Z' } as const

  it('is visible, applies to new ones, and ends when an administrator resumes', async () => {
    const { db, send, list, add } = await signedIn()
    const { id } = await add()
    const off = await add({ isActive: false })
    await pauseSchedules(db, pause)
    expect((await add()).nextRunAt).toBeNull()
    const edited = await send('PUT', `/api/schedules/${id}`, { ...weekdays, time: '08:00' })
    expect(edited.body.schedule.nextRunAt).toBeNull()
    expect(await list()).toMatchObject({ paused: pause })

    expect((await send('POST', '/api/schedules/resume')).status).toBe(200)
    const { schedules, paused } = await list()
    expect(paused).toBeNull()
    expect(schedules.filter(({ nextRunAt }) => nextRunAt === null)).toMatchObject([{ id: off.id }])
    expect((await send('POST', '/api/schedules/resume')).status).toBe(409)
  })

  it('ends with the last schedule', async () => {
    const { db, send, list, add } = await signedIn()
    const { id } = await add()
    await pauseSchedules(db, pause)
    await send('DELETE', `/api/schedules/${id}`)
    expect((await list()).paused).toBeNull()
  })
})

it('a server begins what is due when it starts', async () => {
  const db = await freshDatabase()
  await insertSchedule(db, { nextRunAt: new Date(Date.now() - 60_000).toISOString() })
  const { as } = await startTestApp({ db })
  const uma = await as('user')
  const jobs = async () => (await uma.inject({ method: 'GET', url: '/api/jobs' })).json().jobs
  await expect.poll(jobs).toMatchObject([{ type: 'import', createdBy: 'Schedule' }])
})
