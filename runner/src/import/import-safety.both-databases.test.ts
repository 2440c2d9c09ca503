import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { cancelJob } from '@dashboard/store/jobs/finish-job'
import { freshDatabase } from '@dashboard/store/test/database'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  fullRow,
  importCsv,
  numberedRows,
  readBatchSizes,
  readEverything,
  sheetOf,
} from '../../test/imports.ts'
import { startWorld } from '../../test/reviews.ts'
import { addVolunteer } from '../../test/seeded-volunteers.ts'

/** Makes the database refuse new rows in a table, until the returned function is called. */
async function refuseInserts(db: Db, table: string): Promise<() => Promise<void>> {
  const run = async (text: string) => void (await sql.raw(text).execute(db))
  if (!isPostgres(db)) {
    await run(
      `create trigger refuse before insert on "${table}" begin select raise(abort, 'disk is full'); end`,
    )
    return () => run('drop trigger refuse')
  }
  await run(
    `create or replace function refuse() returns trigger language plpgsql as 'begin raise ''disk is full''; end'`,
  )
  await run(
    `create trigger refuse before insert on "${table}" for each row execute function refuse()`,
  )
  return () => run(`drop trigger refuse on "${table}"`)
}

/** Returns a signal that is aborted when it is checked for the n-th time. */
function abortingAt(look: number): AbortSignal {
  const controller = new AbortController()
  let looks = 0
  const { signal } = controller
  signal.throwIfAborted = () => {
    looks += 1
    if (looks === look) controller.abort(new Error('stopped'))
    AbortSignal.prototype.throwIfAborted.call(signal)
  }
  return signal
}

describe('removal guard', () => {
  test('refuses to remove more than half of the volunteers', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf(numberedRows(20)))
    const before = await readEverything(db)
    const run = importCsv(db, sheetOf(numberedRows(9)))
    await expect(run).rejects.toMatchObject({
      kind: 'guard',
      problem: 'guard',
      message: expect.stringMatching(
        /^The sheet would remove 11 of 20 volunteers, so nothing was changed\. .*an administrator can confirm it on the page of this import\.$/,
      ),
      details: expect.stringContaining('IMPORT_MAX_REMOVAL'),
    })
    expect(await readEverything(db)).toEqual(before)
    expect(await readBatchSizes(db)).toEqual([20])
  })

  test('allows removing half of them, and more with IMPORT_MAX_REMOVAL', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf(numberedRows(40)))
    expect((await importCsv(db, sheetOf(numberedRows(20)))).log.at(-1)).toContain('20 removed')
    await importCsv(db, sheetOf([{ 'Locust ID': 'other' }]), { maxRemoval: 1 })
    expect((await readEverything(db)).volunteers).toMatchObject([{ locustId: 'other' }])
  })

  test.each([
    ['5 of 9', 9, 4, true],
    ['4 of 7', 7, 3, false],
    ['4 of 8', 8, 4, false],
    ['2 of 3', 3, 1, false],
    ['3 of 4', 4, 1, false],
  ])('asks from 5 volunteers up: %s', async (share, before, after, isStopped) => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf(numberedRows(before)))
    const run = importCsv(db, sheetOf(numberedRows(after)))
    if (!isStopped) {
      expect((await run).outcome.totals).toMatchObject({ left: before - after })
      return
    }
    await expect(run).rejects.toMatchObject({
      kind: 'guard',
      message: expect.stringContaining(`The sheet would remove ${share} volunteers`),
    })
    expect((await readEverything(db)).volunteers).toHaveLength(before)
  })

  /** No congregation has so many that its own guard would ask. */
  const inTwoPlaces = (count: number) =>
    numberedRows(count).map((row, index) => ({ ...row, Congregation: index < 7 ? 'Hill' : 'Park' }))

  test.each([1, 4, 14])('asks before it removes everybody, even %i', async (count) => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf(inTwoPlaces(count)))
    const others = numberedRows(20).slice(count)
    await expect(importCsv(db, sheetOf(others))).rejects.toMatchObject({
      kind: 'guard',
      message: expect.stringContaining(`The sheet would remove ${count} of ${count} volunteers`),
    })
    expect((await readEverything(db)).volunteers).toHaveLength(count)
  })

  test.each([
    ['only titles', sheetOf(numberedRows(1)).split('\r\n')[0] ?? ''],
    ['only rows that are skipped', sheetOf([{ 'First Name': '' }, { Congregation: '' }])],
  ])('never lets a sheet with %s remove anybody, whatever is allowed', async (_, csv) => {
    for (const count of [14, 1]) {
      const db = await freshDatabase()
      await importCsv(db, sheetOf(inTwoPlaces(count)))
      const before = await readEverything(db)
      for (const maxRemoval of [0.5, 1]) {
        await expect(importCsv(db, csv, { maxRemoval })).rejects.toMatchObject({
          kind: 'guard',
          message: expect.stringContaining(
            `The sheet would remove ${count} of ${count} volunteers, so nothing was changed.`,
          ),
        })
      }
      expect(await readEverything(db)).toEqual(before)
    }
  })

  test('does not stop a sheet without people where there is nobody to remove', async () => {
    const db = await freshDatabase()
    const { outcome } = await importCsv(db, sheetOf([{ 'First Name': '' }]))
    expect(outcome.totals).toMatchObject({ left: 0, skipped: 1 })
  })
})

describe('the guard of a congregation', () => {
  const inPlaces = (hill: number, park: number) =>
    numberedRows(hill + park).map((row, index) => ({
      ...row,
      'Locust ID': index < hill ? `H${index}` : `P${index - hill}`,
      Congregation: index < hill ? 'Hill' : 'Park',
    }))

  test('applies from 10 volunteers up, even if few of all would be removed', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf(inPlaces(10, 60)))
    await expect(importCsv(db, sheetOf(inPlaces(4, 60)))).rejects.toMatchObject({
      kind: 'guard',
      message: expect.stringMatching(
        /^The sheet would remove 6 of 10 volunteers of Hill \(NY-1\), so nothing was changed\./,
      ),
    })
    expect((await importCsv(db, sheetOf(inPlaces(5, 60)))).log.at(-1)).toContain('5 removed')
    expect((await importCsv(db, sheetOf(inPlaces(0, 60)))).log.at(-1)).toContain('5 removed')
  })

  test('does not count those who move elsewhere', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf(inPlaces(12, 60)))
    const moved = inPlaces(12, 60).map((row) => ({ ...row, Congregation: 'Park' }))
    expect((await importCsv(db, sheetOf(moved))).outcome.totals).toMatchObject({
      moved: 12,
      left: 0,
    })
  })
})

describe('all or nothing', () => {
  const changed = [...numberedRows(5).slice(2), { ...fullRow, 'Locust ID': 'new' }]

  async function filled(): Promise<Db> {
    const db = await freshDatabase()
    await importCsv(db, sheetOf([fullRow, ...numberedRows(5).slice(1)]))
    return db
  }

  test('a bad sheet changes nothing', async () => {
    const db = await filled()
    const before = await readEverything(db)
    await expect(importCsv(db, 'First Name,Last Name,Circuit\nA,B,C\n')).rejects.toThrow(
      "The sheet has no column 'Congregation'.",
    )
    await expect(importCsv(db, 'A,B\n')).rejects.toThrow('The sheet has no header row')
    await expect(importCsv(db, '')).rejects.toMatchObject({ problem: 'no-file' })
    expect(await readEverything(db)).toEqual(before)
    expect(await readBatchSizes(db)).toEqual([5])
  })

  test.each([
    'circuits',
    'volunteers',
    'emergency_contacts',
    'raw_import_data',
    'automation_status',
  ])('a failure while writing %s undoes everything', async (table) => {
    const db = await filled()
    const before = await readEverything(db)
    const allow = await refuseInserts(db, table)
    await expect(importCsv(db, sheetOf(changed))).rejects.toThrow('disk is full')
    await allow()
    expect(await readEverything(db)).toEqual(before)
    expect(await readBatchSizes(db)).toEqual([5])
  })

  test('rows that a killed import has left are removed by the next one', async () => {
    const db = await filled()
    const left = { id: 'left', rowIndex: 2, rawData: '{}', importBatch: '2999 killed' }
    await db.insertInto('raw_import_data').values(left).execute()
    await importCsv(db, sheetOf(changed))
    expect(await readBatchSizes(db)).toEqual([4])
  })

  test('a first import that fails leaves no raw rows', async () => {
    const db = await freshDatabase()
    const allow = await refuseInserts(db, 'automation_status')
    await expect(importCsv(db, sheetOf(changed))).rejects.toThrow('disk is full')
    await allow()
    expect(await readBatchSizes(db)).toEqual([])
  })

  test('a cancelled job writes nothing, even when the cancel is found only at the end', async () => {
    const db = await filled()
    const before = await readEverything(db)
    const run = importCsv(db, sheetOf(changed), {
      beforeStart: async ({ id }) => void (await cancelJob(db, id, 'Ann Lee')),
    })
    await expect(run).rejects.toThrow('The job was cancelled')
    expect(await readEverything(db)).toEqual(before)
  })

  test('an import stopped at any moment succeeds when retried', async () => {
    const db = await filled()
    const before = await readEverything(db)
    let stopped = 0
    for (let look = 1; ; look++) {
      const signal = abortingAt(look)
      const done = await importCsv(db, sheetOf(changed), { signal }).then(
        () => true,
        () => false,
      )
      if (done) break
      stopped = look
      expect(await readEverything(db)).toEqual(before)
    }
    // At least one check per table, so some are within the transaction.
    expect(stopped).toBeGreaterThan(8)
    expect((await readEverything(db)).volunteers).toHaveLength(4)
    expect((await importCsv(db, sheetOf(changed))).log.at(-1)).toContain('; 0 volunteers changed')
  })
})

test.each([
  ['circuit', { Circuit: 'NY-9', Congregation: 'East' }],
  ['congregation', { Circuit: 'NY-1', Congregation: 'East' }],
])('a %s that has somebody again by the time it would be deleted is kept', async (_kind, place) => {
  const { db, setSheet, importNow, review, apply } = await startWorld({ maxRemoval: 1 })
  const ann = { 'First Name': 'Ann', 'Last Name': 'Lee', Circuit: 'NY-1', Congregation: 'Central' }
  const bo = { 'First Name': 'Bo', 'Last Name': 'Ray', ...place }
  await setSheet(sheetOf([ann, bo]))
  await importNow()
  await setSheet(sheetOf([ann]))
  const plan = await review()
  const east = await db
    .selectFrom('congregations')
    .select(['id', 'circuitId'])
    .where('name', '=', 'East')
    .executeTakeFirstOrThrow()
  await addVolunteer(db, { circuitId: east.circuitId, congregationId: east.id })
  const before = await readEverything(db)
  await expect(apply(plan)).rejects.toThrow(/^Review again/)
  expect(await readEverything(db)).toEqual(before)
})
