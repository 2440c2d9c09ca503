import { recordImport } from '@dashboard/store/automation-status'
import { insertJobs } from '@dashboard/store/jobs/insert-jobs'
import { setClock } from '@dashboard/store/test/clock'
import {
  findVolunteerList,
  insertVolunteerList,
  volunteerListKey,
  volunteerListsFolder,
} from '@dashboard/store/volunteers/volunteer-lists'
import { expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { insertPeople, type TestPerson } from '../../../test/people.ts'
import { activeUser } from '../../../test/users.ts'
import { sweepVolunteerLists } from './volunteer-list-routes.ts'

type Caller = Awaited<ReturnType<TestApp['as']>>

async function startLists(people: readonly TestPerson[]) {
  const app = await startTestApp()
  const ids = await insertPeople(app.db, people)
  await recordImport(app.db, { source: 'test', metadata: {}, at: '2026-11-20T15:08:00.000Z' })
  return { app, ids, user: await app.as('user') }
}

const start = (who: Caller, query = '') =>
  who.inject({ method: 'POST', url: `/api/volunteer-lists${query}` })
const fetchList = (who: Caller, id: string) => who.inject({ url: `/api/volunteer-lists/${id}` })
const jobOf = async (who: Caller, id: string) =>
  (await who.inject({ url: `/api/jobs/${id}` })).json().job

/** Starts a list and waits for its job; returns the id. */
async function drawn(who: Caller, query = ''): Promise<string> {
  const answer = await start(who, query)
  expect(answer.statusCode, answer.body).toBe(202)
  const { jobId } = answer.json()
  await expect.poll(async () => (await jobOf(who, jobId)).status).toBe('completed')
  return jobId
}

const three: TestPerson[] = [
  { name: ['Ann', 'Lee'], circuit: 'NY-1', trained: true, available: true },
  { name: ['Bo', 'Li'], circuit: 'NY-2', available: true, slots: ['Saturday:Morning'] },
  { name: ['서연', '김'], circuit: 'NY-2' },
]

it('draws the list as a job, sends it once to its user, and keeps nothing of it', async () => {
  const { app, user } = await startLists(three)
  const id = await drawn(user, '?circuit=NY-2&sort=firstName')
  const job = await jobOf(user, id)
  expect(job).toMatchObject({ type: 'volunteer-list', target: null, targets: [], reports: null })
  expect(job.logs).toContain('Drew 2 volunteers on 1 page.')
  expect(JSON.stringify(job)).not.toMatch(/Bo|Morning/)
  expect((await fetchList(await app.as('admin'), id)).statusCode).toBe(404)
  expect(
    (await user.inject({ method: 'HEAD', url: `/api/volunteer-lists/${id}` })).statusCode,
  ).toBe(200)
  const answer = await fetchList(user, id)
  expect(answer.headers['content-type']).toBe('application/pdf')
  expect(answer.headers['content-disposition']).toMatch(/"SMPW-Volunteers-\d{4}-\d{2}-\d{2}\.pdf"/)
  expect(answer.headers['cache-control']).toBe('private, no-store')
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  await expect.poll(() => findVolunteerList(app.db, id)).toBeUndefined()
  expect(await app.files.list(volunteerListsFolder)).toEqual([])
  const again = await fetchList(user, id)
  expect([again.statusCode, again.json().message]).toEqual([
    404,
    'This PDF has been fetched or is no longer kept. Export the list again.',
  ])
})

it('refuses a list of nobody, of too many, and a second one beside the first', async () => {
  const { app, user } = await startLists(three)
  const nobody = await start(user, '?q=nobody')
  expect([nobody.statusCode, nobody.json().message]).toEqual([
    409,
    'Nobody matches, so there is nothing to put into a PDF. Take a filter away.',
  ])
  expect((await start(user, '?trained=maybe')).statusCode).toBe(400)
  const by = { createdBy: { id: user.user.id, fullName: 'Me' } }
  await insertJobs(app.db, [{ id: 'first', type: 'volunteer-list', ...by }])
  const second = await start(user)
  expect([second.statusCode, second.json().message]).toEqual([
    409,
    'Your last PDF is still being made. Wait until it is there.',
  ])
  expect((await start(await app.as('user'))).statusCode).toBe(202)
  const crowd = Array.from({ length: 3_000 }, (_, at): TestPerson => ({ name: ['A', `${at}`] }))
  await app.db.deleteFrom('jobs').execute()
  await insertPeople(app.db, crowd)
  const tooMany = await (await startTestApp({ db: app.db })).as('user')
  expect((await start(tooMany)).json().message).toBe(
    'A PDF holds at most 3,000 volunteers, and the list has 3,003. Narrow the filters, or save it as a workbook.',
  )
})

it('holds only the circuits of a limited user, and is available only while they look after them', async () => {
  const { app, ids } = await startLists(three)
  const limited = await app.as(await activeUser(app.db, { circuits: '["NY-2"]' }))
  const { jobId } = (await start(limited)).json()
  const list = await findVolunteerList(app.db, jobId)
  expect(list?.volunteerIds.toSorted()).toEqual(ids.slice(1).toSorted())
  expect(list).toMatchObject({ circuits: '["NY-2"]', filters: 'None' })
  await expect.poll(async () => (await jobOf(limited, jobId)).status).toBe('completed')
  const other = await app.as(await activeUser(app.db, { username: 'other', circuits: '["NY-1"]' }))
  expect((await other.inject({ url: `/api/jobs/${jobId}` })).statusCode).toBe(404)
  const changed = async (circuits: string[]) => {
    await (await app.as('admin')).inject({
      method: 'PUT',
      url: `/api/users/${limited.user.id}`,
      payload: { circuits },
    })
  }
  await changed(['NY-1'])
  expect((await fetchList(limited, jobId)).statusCode).toBe(404)
  await changed(['NY-1', 'NY-2'])
  expect((await fetchList(limited, jobId)).statusCode).toBe(200)
})

it('begins a page for each congregation if asked to, in their order, with what has to be corrected', async () => {
  const { app, user } = await startLists([
    { name: ['Ann', 'Ash'], circuit: 'NY-2', congregation: 'East', phone: '212 555 0100' },
    { name: ['Bo', 'Bay'], circuit: 'NY-1', congregation: 'West', email: 'bo@example.org' },
    { name: ['Cy', 'Cox'], circuit: 'NY-1', congregation: 'East' },
    { name: ['Di', 'Day'], circuit: 'NY-1', congregation: 'West' },
  ])
  const id = await drawn(user, '?mark=no-phone&mark=no-email&byCongregation=true')
  expect((await jobOf(user, id)).logs).toContain('Drew 4 volunteers on 3 pages.')
  expect(JSON.parse((await findVolunteerList(app.db, id))?.toCorrect ?? '')).toEqual([
    'No phone number; No e-mail',
    'No phone number',
    'No phone number; No e-mail',
    'No e-mail',
  ])
  const together = await drawn(user, '?mark=no-phone&mark=no-email')
  expect((await jobOf(user, together)).logs).toContain('Drew 4 volunteers on 1 page.')
})

it('is deleted when nobody has fetched it in time, or its job is dismissed', async () => {
  const { app, user } = await startLists(three)
  const old = await drawn(user)
  const dismissed = await drawn(user)
  const recent = await drawn(user)
  await user.inject({ method: 'DELETE', url: `/api/jobs/${dismissed}` })
  const makeOld = (ms: number) => {
    const createdAt = new Date(Date.now() - ms).toISOString()
    return app.db.updateTable('volunteer_lists').set({ createdAt }).where('id', '=', old).execute()
  }
  await makeOld(55 * 60_000)
  expect(await sweepVolunteerLists(app)).toBe(1)
  await makeOld(60 * 60_000 + 1)
  await app.files.write(`${volunteerListsFolder}/x.pdf.1.part`, new Uint8Array(), '')
  expect(await sweepVolunteerLists(app)).toBe(1)
  setClock(Date.now() + 11 * 60_000)
  expect(await sweepVolunteerLists(app)).toBe(1)
  expect((await app.files.list(volunteerListsFolder)).map(({ key }) => key)).toEqual([
    volunteerListKey(recent),
  ])
  expect((await fetchList(user, old)).statusCode).toBe(404)
  expect((await fetchList(user, recent)).statusCode).toBe(200)
})

it('is not ready before it is drawn, and cannot be retried', async () => {
  const { app, user } = await startLists(three)
  const by = { createdBy: { id: user.user.id, fullName: 'Me' } }
  await insertJobs(app.db, [{ id: 'list', type: 'volunteer-list', ...by }])
  const content = { circuits: null, filters: 'None', volunteerIds: [], bySoundFrom: 0 }
  await insertVolunteerList(app.db, { id: 'list', userId: user.user.id, ...content })
  expect((await fetchList(user, 'list')).statusCode).toBe(409)
  expect((await user.inject({ method: 'POST', url: '/api/jobs/list/cancel' })).statusCode).toBe(200)
  const retried = await user.inject({ method: 'POST', url: '/api/jobs/list/retry' })
  expect([retried.statusCode, retried.json().message]).toEqual([
    409,
    'A list is not retried: export it again on the Volunteers page.',
  ])
})

it('gives the addresses or numbers of everybody whom the filters leave, each once', async () => {
  const { app, user } = await startLists([
    ...Array.from({ length: 202 }, (_, index): TestPerson => {
      const number = String(index).padStart(3, '0')
      return { name: ['A', number], trained: true, email: `p${number}@example.org` }
    }),
    { name: ['Bo', 'Li'], circuit: 'NY-2', trained: true, email: 'P000@example.org' },
    { name: ['Cy', 'Li'], circuit: 'NY-2', trained: true, phone: '212 555 0100' },
    { name: ['Di', 'Li'], circuit: 'NY-2', email: 'di@example.org' },
  ])
  const contacts = (who: Caller, query: string) =>
    who.inject({ url: `/api/volunteer-contacts?${query}` })
  const everybody = (await contacts(user, 'of=addresses&trained=true')).json()
  expect(everybody).toMatchObject({ without: 1, leftOut: 0 })
  expect(everybody.contacts).toHaveLength(202)
  expect(everybody.contacts.slice(0, 2)).toEqual(['p000@example.org', 'p001@example.org'])
  const limited = await app.as(await activeUser(app.db, { circuits: '["NY-2"]' }))
  expect((await contacts(limited, 'of=addresses')).json()).toEqual({
    contacts: ['P000@example.org', 'di@example.org'],
    without: 1,
    leftOut: 0,
  })
  expect((await contacts(limited, 'of=numbers')).json().contacts).toEqual(['212 555 0100'])
  expect((await contacts(user, 'of=names')).statusCode).toBe(400)
  const nobody = await contacts(user, 'of=numbers&circuit=NY-1')
  expect([nobody.statusCode, nobody.json().message]).toEqual([
    409,
    'Nobody here has a phone number that can be copied.',
  ])
})
