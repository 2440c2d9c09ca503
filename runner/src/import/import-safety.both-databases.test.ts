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
  test('refuses to remove more than half of 20 or more volunteers', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf(numberedRows(20)))
    const before = await readEverything(db)
    const run = importCsv(db, sheetOf(numberedRows(9)))
    await expect(run).rejects.toMatchObject({
      kind: 'guard',
      problem: 'guard',
      message: expect.stringMatching(
        /^The sheet would remove 11 of 20 volunteers, so nothing was changed\. .*ask an administrator\.$/,
      ),
      details: expect.stringContaining('IMPORT_MAX_REMOVAL'),
    })
    expect(await readEverything(db)).toEqual(before)
    expect(await readBatchSizes(db)).toEqual([20])
  })

  test('allows removing half of them, more with IMPORT_MAX_REMOVAL, and most of fewer than 20', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf(numberedRows(40)))
    expect((await importCsv(db, sheetOf(numberedRows(20)))).log.at(-1)).toContain('20 removed')
    await importCsv(db, sheetOf(numberedRows(1)), { maxRemoval: 1 })
    const scattered = numberedRows(19).map((row, index) => ({
      ...row,
      Congregation: index < 9 ? 'Hill' : `Park ${index}`,
    }))
    await importCsv(db, sheetOf(scattered))
    await importCsv(db, sheetOf([{ 'Locust ID': 'other' }]))
    expect((await readEverything(db)).volunteers).toMatchObject([{ locustId: 'other' }])
  })
})

describe('the guard of a congregation', () => {
  const inPlaces = (hill: number, park: number) =>
    numberedRows(hill + park).map((row, index) => ({
      ...row,
      'Locust ID': index < hill ? `H${index}` : `P${index - hill}`,
      Congregation: index < hill ? 'Hill' : 'Park',
    }))

  test('holds from 10 volunteers up, though few of all would go', async () => {
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

  test('lets those go who move elsewhere', async () => {
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
    expect((await importCsv(db, sheetOf(changed))).log.at(-1)).toContain('0 changed')
  })
})
