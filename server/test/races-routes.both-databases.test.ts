import { localDay } from '@dashboard/contract/local-time'
import { uploadedSheetsFolder } from '@dashboard/store/columns/uploaded-sheets'
import { readVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { cancelJob, completeJob } from '@dashboard/store/jobs/finish-job'
import { readJob, runningJob } from '@dashboard/store/test/jobs'
import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from './app.ts'
import { createAuthenticator } from './authenticator.ts'
import { relyingParty, withPasskeys } from './factors.ts'
import { announcementOf, png, startWithAdmin } from './logo-upload.ts'
import { startWithProvider } from './openid.ts'
import { storedReport } from './reports.ts'
import { activeUser } from './users.ts'

type SignedIn = Awaited<ReturnType<TestApp['as']>>

/** Makes 500 on the two databases. */
const roundsOfEndings = 250

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

test('50 presses of Run at once, by five people, start one export', async () => {
  const { db, as } = await startTestApp()
  const people = await Promise.all(times(5, () => as('user')))
  const presses = times(50, (index) =>
    people[index % people.length]?.inject({
      method: 'POST',
      url: '/api/workflows/locust-export',
      payload: {},
    }),
  )
  const statuses = (await Promise.all(presses)).map((answer) => answer?.statusCode)
  expect(statuses.sort()).toEqual([202, ...times(49, () => 409)])
  const jobs = await db.selectFrom('jobs').select(['type', 'status']).execute()
  expect(jobs).toEqual([{ type: 'export', status: 'queued' }])
})

test('of two usernames that look alike and are added at once, one is stored', async () => {
  const { db, as } = await startTestApp()
  const people = await Promise.all(times(2, () => as('admin')))
  const adding = ['paula', 'p\u0430ula'].map((username, index) =>
    people[index]?.inject({
      method: 'POST',
      url: '/api/users',
      payload: { username, firstName: 'Paula', lastName: `New ${index}`, password: 'secret' },
    }),
  )
  const statuses = (await Promise.all(adding)).map((answer) => answer?.statusCode)
  expect(statuses.sort()).toEqual([201, 409])
  const users = await db.selectFrom('users').select('username').execute()
  expect(users.filter(({ username }) => username.endsWith('ula'))).toHaveLength(1)
})

test('20 of 25 sheets that one person uploads at once are stored', async () => {
  const { db, files, as } = await startTestApp()
  const user = await as('user')
  const answers = await Promise.all(
    times(25, () =>
      user.inject({
        method: 'POST',
        url: '/api/sheets?name=sheet.csv',
        headers: { 'content-type': 'text/csv' },
        payload: 'First Name\nAnn',
      }),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(5)
  const rows = await db.selectFrom('uploaded_sheets').select('id').execute()
  expect(rows).toHaveLength(20)
  expect(await files.list(uploadedSheetsFolder)).toHaveLength(20)
})

test('100 of 110 sets of filters that are saved at once are stored', async () => {
  const { as } = await startTestApp()
  const user = await as('user')
  const answers = await Promise.all(
    times(110, (index) =>
      user.inject({
        method: 'POST',
        url: '/api/saved-filters',
        payload: { name: `Filters ${index}`, filters: 'trained=true' },
      }),
    ),
  )
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 409)).toHaveLength(10)
})

test('50 of 60 call lists that one person opens at once are made', async () => {
  const { db, as } = await startTestApp()
  const user = await as('user')
  await db.insertInto('circuits').values({ id: 'c', name: 'NY-1' }).execute()
  const answers = await Promise.all(
    times(60, (index) =>
      user.inject({
        method: 'POST',
        url: '/api/call-lists',
        payload: {
          kind: 'circuit',
          place: 'NY-1',
          day: localDay(Date.now() + (index + 1) * 86_400_000),
          timeSlot: 'Morning',
        },
      }),
    ),
  )
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 409)).toHaveLength(10)
})

test('50 of 60 matches of other titles that are saved at once are stored', async () => {
  const { db, as } = await startTestApp()
  const admin = await as('admin')
  const uses = ['First Name', 'Last Name', 'Circuit', 'Congregation', 'Leave out']
  const answers = await Promise.all(
    times(60, (index) => {
      const columns = uses.map((use) => ({ title: `${use} ${index}`, use, slot: null }))
      const match = { columns, nameOrder: 'last-word', words: [] }
      const payload = { name: `Sheet ${index}`, match }
      return admin.inject({ method: 'PUT', url: '/api/column-matches', payload })
    }),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(10)
  const rows = await db.selectFrom('column_matches').select('key').execute()
  expect(rows).toHaveLength(50)
})

test('20 of 25 schedules that are added at once are stored', async () => {
  const { db, as } = await startTestApp()
  const admin = await as('admin')
  const payload = { days: [1], time: '06:00', reportsAfter: 'none', isActive: true }
  const answers = await Promise.all(
    times(25, () => admin.inject({ method: 'POST', url: '/api/schedules', payload })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(5)
  expect(await db.selectFrom('schedules').select('id').execute()).toHaveLength(20)
})

test('50 of 60 sign-ins with the provider that one network begins at once are stored', async () => {
  const { inject } = await startWithProvider()
  const answers = await Promise.all(
    times(60, () => inject({ method: 'POST', url: '/api/auth/openid' })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10)
})

test('20 of 22 passkeys that one person adds at once are stored', async () => {
  const { db, as } = await startTestApp(withPasskeys)
  const { inject } = await as('user')
  const url = '/api/auth/factors/passkeys'
  const asked = await Promise.all(
    times(22, () => inject({ method: 'POST', url: `${url}/options` })),
  )
  const answers = await Promise.all(
    asked.map((answer) => {
      const passkey = createAuthenticator(relyingParty).make(answer.json().options.challenge)
      return inject({ method: 'POST', url, payload: { name: 'Phone', passkey } })
    }),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2)
  expect(await db.selectFrom('passkeys').select('id').execute()).toHaveLength(20)
})

test('a logo ticket accepts one file, and one confirmation draws it', async () => {
  const { announce, put, confirm } = await startWithAdmin()
  const { uploadUrl, logoId } = await announce(png)
  const puts = await Promise.all(times(5, () => put(uploadUrl, png)))
  expect(puts.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410, 410, 410])
  const confirmed = await Promise.all(times(5, () => confirm(logoId, announcementOf(png))))
  const statuses = confirmed.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

/** Ends one job in both ways at once; the cancellation starts first in every second round. */
async function cancelAgainstCompletion(db: Db, round: number) {
  const { id } = await runningJob(db, { type: 'circuit-report', targets: ['NY-1'] })
  const cancel = () => cancelJob(db, id, 'Ann Lee')
  const complete = () => completeJob(db, id, 'runner', { made: 1 })
  const version = await readVersion(db, 'jobs')
  const started = round % 2 === 0 ? [cancel(), complete()] : [complete(), cancel()].reverse()
  const [isCancelled, isCompleted] = await Promise.all(started)
  const { status, error, failureKind, cancelledBy, outcome, leaseOwner } = await readJob(db, id)
  const isRaised = (await readVersion(db, 'jobs')) !== version
  return {
    winners: [isCancelled, isCompleted].filter(Boolean).length,
    isCancelled,
    row: { status, error, failureKind, cancelledBy, outcome, leaseOwner, isRaised },
  }
}

const cancelledRow = {
  status: 'failed',
  error: 'Cancelled by Ann Lee',
  failureKind: 'cancelled',
  cancelledBy: 'Ann Lee',
  outcome: null,
  leaseOwner: null,
  isRaised: true,
}
const completedRow = {
  status: 'completed',
  error: null,
  failureKind: null,
  cancelledBy: null,
  outcome: '{"made":1}',
  leaseOwner: null,
  isRaised: true,
}

test('either cancellation or completion wins, 250 times at once, and the row says which', async () => {
  const { db } = await startTestApp()
  const wins = { cancelled: 0, completed: 0 }
  for (let round = 0; round < roundsOfEndings; round += 1) {
    const { winners, isCancelled, row } = await cancelAgainstCompletion(db, round)
    expect([round, winners]).toEqual([round, 1])
    expect([round, row]).toEqual([round, isCancelled ? cancelledRow : completedRow])
    wins[isCancelled ? 'cancelled' : 'completed'] += 1
  }
  expect(Math.min(wins.cancelled, wins.completed)).toBeGreaterThan(0)
})

test('a cancellation at the moment of completion is answered by how the job ended', async () => {
  const { db, as } = await startTestApp()
  const uma = await as('user')
  for (let round = 0; round < 30; round += 1) {
    const { id } = await runningJob(db, { type: 'circuit-report', targets: ['NY-1'] })
    const cancel = uma.inject({ method: 'POST', url: `/api/jobs/${id}/cancel`, payload: {} })
    // The delays reach from none to longer than the request takes.
    await new Promise((resolve) => setTimeout(resolve, round / 3))
    const isCompleted = await completeJob(db, id, 'runner', null)
    const { statusCode, json } = await cancel
    const { status } = await readJob(db, id)
    expect([statusCode, status]).toEqual(isCompleted ? [409, 'completed'] : [200, 'failed'])
    if (isCompleted) expect(json().message).toBe('The job has already completed.')
    else expect(json().job).toMatchObject({ status: 'failed', cancelledBy: 'Uma User' })
  }
})

test('a download finishes although the report is deleted meanwhile', async () => {
  const app = await startTestApp()
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { token, inject } = await app.as('user')
  // More bytes than the buffers between the two can hold.
  const size = 16 * 1_048_576
  const report = await storedReport(app)
  await app.files.write(report.storageKey, new Uint8Array(size).fill(65), 'application/pdf')
  const address = `/api/reports/${report.id}/download`
  const response = await fetch(`${url}${address}`, {
    // When the server closes, it waits for connections that are kept open.
    headers: { authorization: `Bearer ${token}`, connection: 'close' },
  })
  const reader = response.body?.getReader()
  let received = (await reader?.read())?.value?.length ?? 0
  const deletion = await inject({ method: 'DELETE', url: `/api/reports/${report.id}` })
  expect(deletion.statusCode).toBe(200)
  expect(await app.files.sizeOf(report.storageKey)).toBeUndefined()
  expect((await inject({ url: address })).statusCode).toBe(404)
  expect(received).toBeLessThan(size)
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    received += part.value.length
  }
  expect(received).toBe(size)
})

test('two administrators who edit one user at once do not undo each other’s changes', async () => {
  const { db, as } = await startTestApp()
  const ada = await as('admin')
  const bea = await as('admin')
  const { id } = await activeUser(db)
  const edit = (by: SignedIn, payload: object) =>
    by.inject({ method: 'PUT', url: `/api/users/${id}`, payload })
  for (let round = 0; round < 20; round += 1) {
    const role = round % 2 === 0 ? 'admin' : 'user'
    const both = await Promise.all([
      edit(ada, { firstName: `First ${round}`, username: `by-ada-${round}` }),
      edit(bea, { lastName: `Last ${round}`, role }),
    ])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const same = await Promise.all([
      edit(ada, { username: `by-ada-${round}`, isActive: true }),
      edit(bea, { username: `by-bea-${round}`, isActive: false }),
    ])
    const { users } = (await ada.inject({ url: '/api/users' })).json()
    const user = users.find((each: { id: string }) => each.id === id)
    expect(user).toMatchObject({ firstName: `First ${round}`, lastName: `Last ${round}`, role })
    // The result must be what one of the two has set, and not a mixture.
    expect([`by-ada-${round} true`, `by-bea-${round} false`]).toContain(
      `${user.username} ${user.isActive}`,
    )
    expect(same.map((answer) => answer.json().user)).toContainEqual(user)
  }
})

const ways = {
  deletes: { method: 'DELETE' },
  demotes: { method: 'PUT', payload: { role: 'user' } },
  deactivates: { method: 'PUT', payload: { isActive: false } },
} as const
const names = ['deletes', 'demotes', 'deactivates'] as const

test.each(names.flatMap((first) => names.map((second) => [first, second] as const)))(
  'one administrator remains when the last but one %s the last, who %s back',
  async (first, second) => {
    const { db, as } = await startTestApp()
    for (let round = 0; round < 4; round += 1) {
      await db.deleteFrom('users').execute()
      const ada = await as('admin')
      const bea = await as('admin')
      const act = (by: SignedIn, whom: SignedIn, way: (typeof names)[number]) =>
        by.inject({ ...ways[way], url: `/api/users/${whom.user.id}` })
      const both = await Promise.all([act(ada, bea, first), act(bea, ada, second)])
      expect(both.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
      const [winner] = both[0]?.statusCode === 200 ? [ada] : [bea]
      const left = await db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .where('isActive', '=', 1)
        .execute()
      expect(left).toEqual([{ id: winner.user.id }])
      expect((await winner.inject({ url: '/api/users' })).statusCode).toBe(200)
    }
  },
)
