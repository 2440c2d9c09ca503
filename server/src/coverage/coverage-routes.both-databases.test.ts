import { Coverage, getCircuit } from '@dashboard/contract/coverage'
import { recordExport, recordImport } from '@dashboard/store/automation-status'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { cancelJob, completeJob } from '@dashboard/store/jobs/finish-job'
import { insertJobs } from '@dashboard/store/jobs/insert-jobs'
import { reportProgress } from '@dashboard/store/jobs/report-progress'
import { readFrameDigest } from '@dashboard/store/reports/report-contents'
import { insertReport } from '@dashboard/store/reports/stored-reports'
import { runningJob } from '@dashboard/store/test/jobs'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { storedReport } from '../../test/reports.ts'

const at = '2026-11-20T12:00:00.000Z'

async function circuitWith(db: Db, name: string, volunteers: { available: 0 | 1 }[]) {
  await db.insertInto('circuits').values({ id: name, name, congregations: 1 }).execute()
  const congregation = { id: `c-${name}`, name: 'Central', circuitId: name, createdAt: at }
  await db.insertInto('congregations').values(congregation).execute()
  for (const [position, { available }] of volunteers.entries()) {
    const id = `${name}-${position}`
    await db
      .insertInto('volunteers')
      .values({
        id,
        firstName: 'Ann',
        lastName: 'Lee',
        circuitId: name,
        congregationId: congregation.id,
        trained: 1,
        available,
        createdAt: at,
        updatedAt: at,
      })
      .execute()
    for (const timeSlot of ['Morning', 'Morning', 'Evening'].slice(0, 2 + available)) {
      await db
        .insertInto('availability_schedules')
        .values({
          id: `${id}-${Math.random()}`,
          volunteerId: id,
          dayOfWeek: 'Tuesday',
          timeSlot,
          createdAt: at,
        })
        .execute()
    }
  }
}

/** Stores a report, which is up to date if it was made after the import. */
async function circuitReport(db: Db, circuit: string, generatedAt: string) {
  const job = await runningJob(db, { type: 'circuit-report', targets: [circuit] })
  const report = {
    id: circuit,
    circuitId: circuit,
    congregation: null,
    filename: `${circuit}.pdf`,
    size: 1,
    generatedAt,
    storageKey: `reports/${circuit}.pdf`,
    dataAsOf: null,
    generatedBy: null,
    jobId: job.id,
    target: circuit,
    contentDigest: 'as it is',
    frameDigest: await readFrameDigest(db, { reportPaper: 'us-letter' }),
  }
  await insertReport(db, report, 'runner', generatedAt < at ? null : at)
  await completeJob(db, job.id, 'runner', null)
}

it('lists each circuit with its volunteers and the state of its report', async () => {
  const { db, as } = await startTestApp()
  await circuitWith(db, 'NY-10', [{ available: 1 }, { available: 0 }])
  await circuitWith(db, 'NY-2', [])
  await circuitWith(db, 'NY-3', [{ available: 1 }])
  await recordImport(db, { source: 'sheet', metadata: {}, at })
  await circuitReport(db, 'NY-10', '2026-11-20T11:00:00.000Z')
  await circuitReport(db, 'NY-3', '2026-11-20T13:00:00.000Z')

  const user = await as('user')
  const response = await user.inject({ method: 'GET', url: '/api/coverage' })
  const coverage = Coverage.parse(response.json())
  expect(coverage.circuits).toEqual([
    {
      circuit: 'NY-2',
      congregations: 1,
      volunteers: 0,
      trained: 0,
      available: 0,
      report: 'missing',
      newestReport: null,
    },
    {
      circuit: 'NY-3',
      congregations: 1,
      volunteers: 1,
      trained: 1,
      available: 1,
      report: 'current',
      newestReport: { id: 'NY-3', filename: 'NY-3.pdf' },
    },
    {
      circuit: 'NY-10',
      congregations: 1,
      volunteers: 2,
      trained: 2,
      available: 1,
      report: 'stale',
      newestReport: { id: 'NY-10', filename: 'NY-10.pdf' },
    },
  ])
  expect(coverage.lastImport).toBe(at)
  expect(coverage.lastExport).toBeNull()
  expect(coverage.jobsByDay).toEqual([expect.objectContaining({ completed: 2, failed: 0 })])
  expect(coverage.availability.timeSlots).toEqual(['Morning', 'Evening'])
  expect(coverage.availability.counts[1]).toEqual([2, 2])
  expect(coverage.availability.counts[0]).toEqual([0, 0])
})

it('shows one circuit with its congregations, their newest reports and its availability', async () => {
  const app = await startTestApp()
  const { db, as } = app
  await circuitWith(db, 'NY-1', [{ available: 1 }, { available: 0 }])
  await circuitWith(db, 'NY-2', [{ available: 1 }])
  const west = { id: 'west', name: 'West', circuitId: 'NY-1', createdAt: at }
  await db.insertInto('congregations').values(west).execute()
  const circuit = 'NY-1'
  const old = { circuit, generatedAt: '2026-11-20T11:00:00.000Z' }
  await storedReport(app, { ...old, congregation: 'Central' })
  const newer = await storedReport(app, { congregation: 'Central', circuit, generatedAt: at })
  await storedReport(app, { ...old, congregation: 'West', frameDigest: 'other' })
  await recordImport(db, { source: 'sheet', metadata: {}, at })

  const user = await as('user')
  const response = await user.inject({ url: '/api/circuits/NY-1' })
  expect(getCircuit.answer.parse(response.json()).circuit).toEqual({
    circuit: 'NY-1',
    carts: [],
    congregations: 2,
    volunteers: 2,
    trained: 2,
    available: 1,
    report: 'missing',
    newestReport: null,
    congregationList: [
      {
        congregation: 'Central',
        // Another circuit has a congregation with this name, too.
        target: 'Central (NY-1)',
        volunteers: 2,
        trained: 2,
        available: 1,
        report: 'current',
        newestReport: { id: newer.id, filename: newer.filename },
      },
      {
        congregation: 'West',
        target: 'West',
        volunteers: 0,
        trained: 0,
        available: 0,
        report: 'stale',
        newestReport: { id: expect.any(String), filename: expect.any(String) },
      },
    ],
    availability: {
      timeSlots: ['Morning', 'Evening'],
      counts: expect.any(Array),
      onceTrained: expect.any(Array),
      isTrainingKnown: true,
    },
    lastImport: at,
    months: [],
  })
  expect(response.json().circuit.availability.counts[1]).toEqual([1, 1])
  const headers = { 'if-none-match': String(response.headers.etag) }
  expect((await user.inject({ url: '/api/circuits/NY-1', headers })).statusCode).toBe(304)
  expect((await user.inject({ url: '/api/circuits/NY-2', headers })).statusCode).toBe(200)
  const unknown = await user.inject({ url: '/api/circuits/NY%2F1' })
  expect([unknown.statusCode, unknown.json().message]).toEqual([404, 'Circuit not found'])
})

/** Polls as a browser does, with the tag of the last answer. */
async function startPolling() {
  const { db, as } = await startTestApp()
  let etag = ''
  const poll = async () => {
    const user = await as('user')
    const headers = { 'if-none-match': etag }
    const response = await user.inject({ method: 'GET', url: '/api/coverage', headers })
    etag = String(response.headers.etag)
    return response.statusCode === 304 ? 'same' : Coverage.parse(response.json())
  }
  return { db, poll }
}

it('answers 304 until something that the board shows has changed', async () => {
  const { db, poll } = await startPolling()
  await circuitWith(db, 'NY-1', [{ available: 1 }])
  expect(await poll()).toMatchObject({ circuits: [{ volunteers: 1, report: 'missing' }] })
  expect(await poll()).toBe('same')

  await recordExport(db, { source: 'Locust', rows: 1, isSampleData: false })
  expect(await poll()).toMatchObject({ lastExport: expect.any(String) })
  expect(await poll()).toBe('same')

  await circuitWith(db, 'NY-2', [{ available: 0 }, { available: 1 }])
  await recordImport(db, { source: 'sheet', metadata: {}, at })
  await raiseVersion(db, 'volunteers')
  expect(await poll()).toMatchObject({ lastImport: at, circuits: [{}, { volunteers: 2 }] })
  expect(await poll()).toBe('same')

  await circuitReport(db, 'NY-1', '2026-11-20T13:00:00.000Z')
  expect(await poll()).toMatchObject({
    circuits: [{ report: 'current' }, { report: 'missing' }],
    jobsByDay: [{ completed: 1 }],
  })
  expect(await poll()).toBe('same')
})

it('answers 304 while a job runs, and counts it once it has ended', async () => {
  const { db, poll } = await startPolling()
  const job = await runningJob(db)
  await poll()
  await reportProgress(db, job.id, 'runner', { progress: 50 })
  expect(await poll()).toBe('same')
  await completeJob(db, job.id, 'runner', null)
  expect(await poll()).toMatchObject({ jobsByDay: [{ completed: 1 }] })
})

it('does not count a cancelled job as failed', async () => {
  const { db, poll } = await startPolling()
  const ended = await runningJob(db)
  await insertJobs(db, [{ id: 'waits', type: 'import', dependsOn: ended.id, createdBy: null }])
  await cancelJob(db, ended.id, 'Ada')
  expect(await poll()).toMatchObject({ jobsByDay: [] })
})

it('leaves out jobs older than the days shown, even if nothing else has changed', async () => {
  const { db, poll } = await startPolling()
  const job = await runningJob(db)
  await completeJob(db, job.id, 'runner', null)
  expect(await poll()).toMatchObject({ jobsByDay: [{ completed: 1 }] })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 24 * 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await poll()).toMatchObject({ jobsByDay: [] })
})

it('answers one congregation with its figures, availability and cart locations', async () => {
  const { db, as } = await startTestApp()
  await circuitWith(db, 'NY/1', [{ available: 1 }, { available: 0 }])
  await circuitWith(db, 'NY-2', [{ available: 1 }])
  for (const name of ['Pier 10', 'Pier 4']) {
    await db.insertInto('cart_locations').values({ id: name, name, createdAt: at }).execute()
    await db
      .insertInto('volunteer_cart_assignments')
      .values({ id: name, volunteerId: 'NY/1-0', locationId: name, assignedAt: at })
      .execute()
  }
  const user = await as('user')
  const url = '/api/circuits/NY%2F1/congregations/Central'
  const response = await user.inject({ url })
  expect(response.json().congregation).toMatchObject({
    circuitName: 'NY/1',
    congregation: 'Central',
    target: 'Central (NY/1)',
    volunteers: 2,
    trained: 2,
    available: 1,
    report: 'missing',
    availability: { timeSlots: ['Morning', 'Evening'] },
    carts: [
      { name: 'Pier 4', volunteers: 1 },
      { name: 'Pier 10', volunteers: 1 },
    ],
  })
  // The look-up options use this name.
  const labeled = await user.inject({ url: `${url}%20(NY%2F1)` })
  expect(labeled.json()).toEqual(response.json())
  const headers = { 'if-none-match': response.headers.etag }
  expect((await user.inject({ url, headers })).statusCode).toBe(304)
  const unknown = await user.inject({ url: '/api/circuits/NY-2/congregations/Park' })
  expect([unknown.statusCode, unknown.json().message]).toEqual([404, 'Congregation not found'])
  const circuit = await user.inject({ url: '/api/circuits/NY%2F1' })
  expect(circuit.json().circuit.carts).toHaveLength(2)
})

it('answers the figures of each month of a place, latest first, and none while there are sample data', async () => {
  const { db, as } = await startTestApp()
  await circuitWith(db, 'NY-1', [{ available: 1 }])
  const counts = { volunteers: 9, trained: 8, available: 7 }
  for (const [id, circuit, congregation, month, trainedAndAvailable] of [
    ['1', 'NY-1', '', '2026-03', 6],
    ['2', 'NY-1', '', '2026-11', 5],
    ['3', 'NY-1', 'Central', '2026-11', 4],
    ['4', 'NY-2', '', '2026-11', 3],
    ['5', 'NY-2', 'Central', '2026-11', 2],
  ] as const) {
    const place = { id, circuit, congregation, month }
    await db
      .insertInto('month_figures')
      .values({ ...place, ...counts, trainedAndAvailable })
      .execute()
  }
  const user = await as('user')
  const ofCircuit = async () => (await user.inject({ url: '/api/circuits/NY-1' })).json().circuit
  expect((await ofCircuit()).months).toEqual([
    { month: '2026-11', ...counts, trainedAndAvailable: 5 },
    { month: '2026-03', ...counts, trainedAndAvailable: 6 },
  ])
  const { congregation } = (
    await user.inject({ url: '/api/circuits/NY-1/congregations/Central' })
  ).json()
  expect(congregation.months).toEqual([{ month: '2026-11', ...counts, trainedAndAvailable: 4 }])
  await recordImport(db, { source: 'sheet', metadata: { isSampleData: true }, at })
  expect((await ofCircuit()).months).toEqual([])
})
