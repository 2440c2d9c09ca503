import { randomUUID } from 'node:crypto'
import type { Db } from '@dashboard/store/database/open-database'
import { scopeOfUser } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import { openFiles } from '@dashboard/store/files/open-files'
import { insertJobs } from '@dashboard/store/jobs/insert-jobs'
import { isOutdated, readFrameDigest } from '@dashboard/store/reports/report-contents'
import { describe, expect, test } from 'vitest'
import { type Row, sheetOf } from '../../test/imports.ts'
import { type ImportWorld, startWorld } from '../../test/reviews.ts'
import { runJob } from '../run-job.ts'

const at = '2026-11-20T15:00:00.000Z'

async function importRows(world: ImportWorld, rows: readonly Row[]): Promise<void> {
  await world.setSheet(sheetOf(rows))
  await world.importNow()
}

/** The sheet of three people, with the places written in one of two ways. */
const sheet = (circuit: string, congregation: string, location: string): Row[] => [
  { 'First Name': 'Ana', Circuit: circuit, Congregation: congregation, 'Cart Locations': location },
  { 'First Name': 'Bea', Circuit: circuit, Congregation: 'East' },
  { 'First Name': 'Cid', Circuit: 'NY-2', Congregation: "St. Mary's" },
]
const before = sheet("O'Hare-1", "St. Mary's", "Gate D'Or")
const after = sheet('O’Hare 1', 'St. Mary’s', 'Gate D’Or')

/** Adds a user who is limited to these circuits; returns what they may see. */
async function addLimitedUser(db: Db, circuits: readonly string[]) {
  const id = randomUUID()
  const user = { role: 'user' as const, circuits: JSON.stringify(circuits) }
  await db
    .insertInto('users')
    .values({
      id,
      ...user,
      username: id,
      usernameKey: id,
      firstName: 'Lea',
      lastName: 'Ray',
      password: '',
      createdAt: at,
      updatedAt: at,
    })
    .execute()
  return async () => {
    const row = await db
      .selectFrom('users')
      .select(['role', 'circuits'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { id, circuits: row.circuits, visible: within(db, scopeOfUser(row)) }
  }
}

describe('a place that a sheet spells differently', () => {
  test('stays in the limits of users, who see the same people, reports, jobs, calls and history', async () => {
    const world = await startWorld()
    const { db } = world
    await importRows(world, before)
    const readUser = await addLimitedUser(db, ["O'Hare-1"])
    const readOther = await addLimitedUser(db, ['NY-2'])
    await makeReports(world)
    await addCalls(db)
    const seen = async (read: typeof readUser) => {
      const { visible } = await read()
      const counts: Record<string, number> = {}
      for (const table of [
        ...(['circuits', 'congregations', 'volunteers', 'reports', 'job_circuits'] as const),
        ...(['call_lists', 'call_outcomes'] as const),
      ]) {
        counts[table] = (await visible.selectFrom(table).selectAll().execute()).length
      }
      const jobs = visible.selectFrom('jobs').selectAll().where('type', '!=', 'import')
      const first = visible.selectFrom('import_changes').selectAll().where('kind', '=', 'new')
      return {
        ...counts,
        jobs: (await jobs.execute()).length,
        first: (await first.execute()).length,
      }
    }
    const seenBefore = [await seen(readUser), await seen(readOther)]
    expect(seenBefore[0]).toMatchObject({
      volunteers: 2,
      reports: 2,
      jobs: 2,
      call_outcomes: 1,
      first: 2,
    })
    await importRows(world, after)
    expect((await readUser()).circuits).toBe('["O’Hare 1"]')
    const seenAfter = [await seen(readUser), await seen(readOther)]
    expect(seenAfter).toEqual(seenBefore)
  })

  test('keeps its reports, which are out of date, and its call lists', async () => {
    const world = await startWorld()
    const { db } = world
    await importRows(world, before)
    await makeReports(world)
    await addCalls(db)
    await importRows(world, after)
    const reports = await db
      .selectFrom('reports')
      .select(['place', 'circuitId', 'congregation'])
      .select(isOutdated(await readFrameDigest(db, world.settings)).as('isOutdated'))
      .orderBy('place')
      .execute()
    expect(reports.map((row) => ({ ...row, isOutdated: Boolean(row.isOutdated) }))).toEqual([
      { place: 'O’Hare 1\n', circuitId: 'O’Hare 1', congregation: null, isOutdated: true },
      {
        place: 'O’Hare 1\nSt. Mary’s',
        circuitId: 'O’Hare 1',
        congregation: 'St. Mary’s',
        isOutdated: true,
      },
    ])
    const contents = await db.selectFrom('report_contents').select(['place', 'circuit']).execute()
    expect(contents.map(({ circuit }) => circuit)).toEqual(['O’Hare 1', 'O’Hare 1'])
    const lists = await db.selectFrom('call_lists').select('place').orderBy('place').execute()
    expect(lists.map(({ place }) => place)).toEqual(['Gate D’Or', 'O’Hare 1'])
    const [outcome] = await db.selectFrom('call_outcomes').selectAll().execute()
    expect(outcome).toMatchObject({ circuit: 'O’Hare 1', congregation: 'St. Mary’s' })
    // The next reports are newer versions of the same.
    await makeReports(world)
    const current = await db
      .selectFrom('reports')
      .select(['place', 'isCurrent'])
      .orderBy('isCurrent')
      .execute()
    expect(current.map(({ isCurrent }) => isCurrent)).toEqual([0, 0, 1, 1])
  })

  test('gets its report from a job that was queued under its former name', async () => {
    const world = await startWorld()
    await importRows(world, before)
    await importRows(world, after)
    await makeReports(world)
    const rows = await world.db.selectFrom('reports').select('circuitId').execute()
    expect(rows.map(({ circuitId }) => circuitId)).toEqual(['O’Hare 1', 'O’Hare 1'])
  })

  test('stays in schedules and saved filters, and one of another circuit is left alone', async () => {
    const world = await startWorld()
    const { db } = world
    await importRows(world, before)
    const { id: userId } = await (await addLimitedUser(db, []))()
    const schedule = { days: '[1]', time: '06:00', isActive: 1 as const }
    for (const [id, reportsAfter] of Object.entries({
      a: ["O'Hare-1", 'NY-2'],
      b: 'outdated',
    })) {
      const times = { createdAt: at, updatedAt: at }
      const made = { id, ...schedule, reportsAfter: JSON.stringify(reportsAfter), ...times }
      await db.insertInto('schedules').values(made).execute()
    }
    const filters = (circuit: string, congregation: string, location: string) =>
      new URLSearchParams([
        ['q', "St. Mary's"],
        ['circuit', circuit],
        ['congregation', congregation],
        ['congregation', 'East'],
        ['location', location],
      ]).toString()
    for (const [id, query] of Object.entries({
      a: filters("O'Hare-1", "St. Mary's (O'Hare-1)", "Gate D'Or"),
      b: filters('NY-2', "St. Mary's", 'Quay'),
    })) {
      const made = { id, userId, name: id, filters: query, createdAt: at }
      await db.insertInto('saved_filters').values(made).execute()
    }
    await importRows(world, after)
    const schedules = await db
      .selectFrom('schedules')
      .select('reportsAfter')
      .orderBy('id')
      .execute()
    expect(schedules.map(({ reportsAfter }) => JSON.parse(reportsAfter))).toEqual([
      ['O’Hare 1', 'NY-2'],
      'outdated',
    ])
    const saved = await db.selectFrom('saved_filters').select('filters').orderBy('id').execute()
    expect(saved.map((row) => row.filters)).toEqual([
      filters('O’Hare 1', 'St. Mary’s (O’Hare 1)', 'Gate D’Or'),
      filters('NY-2', "St. Mary's", 'Quay'),
    ])
  })

  test('is in a limit again when it comes back in another spelling', async () => {
    const world = await startWorld({ maxRemoval: 1 })
    await importRows(world, before)
    const readUser = await addLimitedUser(world.db, ["O'Hare-1"])
    await importRows(world, before.slice(2))
    expect((await readUser()).circuits).toBe(`["O'Hare-1"]`)
    await importRows(world, after)
    expect((await readUser()).circuits).toBe('["O’Hare 1"]')
  })
})

/** Makes reports of the circuit and of a congregation, by the names of the first sheet. */
async function makeReports({ db, settings }: ImportWorld): Promise<void> {
  const files = await openFiles(settings.storage)
  for (const [type, target] of [
    ['circuit-report', "O'Hare-1"],
    ['congregation-report', "St. Mary's (O'Hare-1)"],
  ] as const) {
    const id = randomUUID()
    const createdBy = { id: null, fullName: 'Jane Doe' }
    await insertJobs(db, [{ id, type, targets: [target], circuits: ["O'Hare-1"], createdBy }])
    const signal = new AbortController().signal
    expect(await runJob(id, { db, files, settings, shutdown: signal })).toBe('completed')
  }
}

/** Adds a list for the circuit, with the end of a call to Zoe, who has left since, and one for the cart location. */
async function addCalls(db: Db): Promise<void> {
  const list = { day: '2026-11-28', timeSlot: 'Morning', createdBy: 'Jane Doe', createdAt: at }
  const lists = [
    { id: 'c', kind: 'circuit' as const, place: "O'Hare-1", ...list },
    { id: 'l', kind: 'location' as const, place: "Gate D'Or", ...list },
  ]
  await db.insertInto('call_lists').values(lists).execute()
  const call = { outcome: 'yes' as const, by: 'Jane Doe', at, personKey: 'somebody' }
  const person = {
    firstName: 'Zoe',
    lastName: 'Lee',
    circuit: "O'Hare-1",
    congregation: "St. Mary's",
  }
  await db
    .insertInto('call_outcomes')
    .values({ id: 'o', listId: 'c', volunteerId: 'gone', ...person, ...call })
    .execute()
}
