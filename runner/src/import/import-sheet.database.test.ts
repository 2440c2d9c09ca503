import { readLastImport } from '@dashboard/store/automation-status'
import { type Db, isPostgres } from '@dashboard/store/database'
import { cancelJob } from '@dashboard/store/jobs'
import { freshDatabase } from '@dashboard/store/test-database'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { importCsv, numberedRows, type Row, readEverything, sheetOf } from './import-fixtures.ts'

const full: Row = {
  'Locust ID': 'L1',
  'First Name': 'José',
  'Last Name': 'O’Neill, "Pepe"',
  'Mobile Phone': '+1 212 555 0100',
  'Email Address': 'jose@example.org',
  City: 'Hoboken',
  'Zip Code': '07030',
  Circuit: 'NJ 07, North',
  Congregation: '東京',
  Language: 'Japanese',
  'Congregation City': 'Jersey City',
  Zone: 'North',
  Tags: 'driver; new',
  Trained: 'yes',
  Available: 'no',
  Orientation: 'x',
  'Double Shifts': '1',
  'Max Shifts Per Week': '2',
  'Max Shifts Per Month': '8',
  'Availability Note': '=HYPERLINK("x")',
  Monday: 'Morning; 14:00-16:00',
  'Cart Locations': 'Pier 4 (Harbour); Main St',
  Appointments: 'Trainer (Cart)',
  'Emergency Contact Name': 'Bo',
  'Emergency Contact Phone': '555-0101',
  'Emergency Contact 2 Name': 'Cy',
  'Shirt Size': 'XL',
}

function volunteerNames(db: Db) {
  return db
    .selectFrom('volunteers')
    .select(['firstName', 'locustId'])
    .orderBy('firstName')
    .execute()
    .then((rows) => rows.map(({ firstName, locustId }) => `${firstName} ${locustId}`))
}

async function idsByName(db: Db): Promise<Record<string, string>> {
  const rows = await db.selectFrom('volunteers').select(['firstName', 'id']).execute()
  return Object.fromEntries(rows.map(({ firstName, id }) => [firstName, id]))
}

/** Makes the database itself refuse new rows in a table, until the answered function is called. */
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

/** A signal that is aborted when it is looked at for the n-th time. */
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

async function batches(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('raw_import_data')
    .select(['importBatch', db.fn.countAll<number>().as('count')])
    .groupBy('importBatch')
    .orderBy('importBatch')
    .execute()
  return rows.map(({ count }) => count)
}

describe('a first import', () => {
  test('makes the volunteer with everything that belongs to it', async () => {
    const db = await freshDatabase()
    const { outcome, log } = await importCsv(db, sheetOf([full]))
    expect(outcome).toEqual({ rowCount: 1, circuitsCount: 1 })
    expect(log.at(-1)).toBe(
      'Import finished: 1 rows read, 1 imported, 1 changed (1 new), 0 removed, 0 skipped.',
    )
    const found = await readEverything(db)
    expect(found.circuits).toMatchObject([{ name: 'NJ 07, North', congregations: 1 }])
    expect(found.congregations).toMatchObject([
      { name: '東京', language: 'Japanese', city: 'Jersey City' },
    ])
    expect(found.volunteers).toMatchObject([
      {
        locustId: 'L1',
        firstName: 'José',
        lastName: 'O’Neill, "Pepe"',
        mobilePhone: '+1 212 555 0100',
        zipCode: '07030',
        tags: 'driver, new',
        trained: 1,
        available: 0,
        orientation: 1,
        availabilityDoubleShifts: 1,
        availabilityMaxShiftsPerWeek: 2,
        availabilityMaxShiftsPerMonth: 8,
        availabilityNote: '=HYPERLINK("x")',
      },
    ])
    expect(found.availability_schedules).toHaveLength(2)
    expect(found.volunteer_cart_assignments).toHaveLength(2)
    expect(found.appointments).toMatchObject([{ title: 'Trainer', category: 'Cart' }])
    const contacts = await db
      .selectFrom('emergency_contacts')
      .select(['name', 'phone', 'isPrimary'])
      .orderBy('name')
      .execute()
    expect(contacts.map((contact) => ({ ...contact }))).toEqual([
      { name: 'Bo', phone: '555-0101', isPrimary: 1 },
      { name: 'Cy', phone: null, isPrimary: 0 },
    ])
    expect(await readLastImport(db)).toMatch(/^\d{4}-/)
  })

  test('keeps every row as it stands, unknown columns too', async () => {
    const db = await freshDatabase()
    await importCsv(db, `\uFEFFVolunteers\n\n${sheetOf([full, {}, { 'Last Name': '' }]).trim()}\n`)
    const rows = await db.selectFrom('raw_import_data').selectAll().orderBy('rowIndex').execute()
    expect(rows.map(({ rowIndex }) => rowIndex)).toEqual([4, 5, 6])
    expect(JSON.parse(rows[0]?.rawData ?? '')).toMatchObject({
      'Shirt Size': 'XL',
      'Mobile Phone': "'+1 212 555 0100",
    })
    expect(rows[0]).toMatchObject({ sheetName: 'Data_Import', processedAt: expect.any(String) })
  })

  test('one congregation name in two circuits is two congregations', async () => {
    const db = await freshDatabase()
    await importCsv(
      db,
      sheetOf([
        { 'Locust ID': 'a', Circuit: 'NY-1' },
        { 'Locust ID': 'b', Circuit: 'NY-2' },
        { 'Locust ID': 'c', Circuit: 'NY-2', Congregation: 'Hill' },
      ]),
    )
    const counts = await db
      .selectFrom('circuits')
      .select(['name', 'congregations'])
      .orderBy('name')
      .execute()
    expect(counts.map(({ name, congregations }) => [name, congregations])).toEqual([
      ['NY-1', 1],
      ['NY-2', 2],
    ])
  })

  test('3,000 blank rows at the end are nothing', async () => {
    const db = await freshDatabase()
    const csv = sheetOf(numberedRows(3)) + ',,,,\r\n'.repeat(3_000)
    expect((await importCsv(db, csv)).outcome.rowCount).toBe(3)
    expect(await batches(db)).toEqual([3])
  })
})

describe('bad rows', () => {
  test('are skipped and told, and stop nobody else', async () => {
    const db = await freshDatabase()
    const { log, outcome } = await importCsv(
      db,
      sheetOf([
        { 'Locust ID': 'a', 'First Name': 'A' },
        { 'Locust ID': 'b', 'Last Name': ' ' },
        { 'Locust ID': 'a', 'First Name': 'Again' },
        { 'First Name': 'Zoe' },
        { 'First Name': 'ZOE' },
        { 'Locust ID': 'z', 'First Name': 'Zoe', Trained: 'perhaps' },
      ]),
    )
    expect(outcome.rowCount).toBe(3)
    expect(await volunteerNames(db)).toEqual(['A a', 'Zoe null', 'Zoe z'])
    expect(log.slice(1)).toEqual([
      "Row 3 skipped: 'Last Name' is blank.",
      "Row 4 skipped: its Locust ID 'a' is already in row 2.",
      'Row 6 skipped: the same name in the same congregation, without a Locust ID, is already in row 5.',
      `Row 7: 'Trained': "perhaps" is neither yes nor no and counts as no.`,
      'Import finished: 6 rows read, 3 imported, 3 changed (3 new), 0 removed, 3 skipped.',
    ])
  })

  test('are told one by one up to 200', async () => {
    const db = await freshDatabase()
    const { log } = await importCsv(db, sheetOf(Array.from({ length: 301 }, () => full)))
    expect(log.filter((line) => line.includes('skipped:'))).toHaveLength(200)
    expect(log).toContain('… and 100 more rows skipped.')
  })
})

describe('the same sheet again', () => {
  test('changes nothing, whatever the order of rows and columns', async () => {
    const db = await freshDatabase()
    const rows = [full, ...numberedRows(30).slice(1), { 'First Name': 'No id' }]
    await importCsv(db, sheetOf(rows))
    const before = await readEverything(db)
    for (const again of [rows, rows.toReversed()]) {
      const { log } = await importCsv(db, sheetOf(again))
      expect(log.at(-1)).toContain('0 changed (0 new), 0 removed')
      expect(await readEverything(db)).toEqual(before)
    }
  })

  test('keeps the newest three batches of raw rows', async () => {
    const db = await freshDatabase()
    for (const count of [1, 2, 3, 4, 5]) await importCsv(db, sheetOf(numberedRows(count)))
    expect(await batches(db)).toEqual([3, 4, 5])
  })
})

describe('a changed sheet', () => {
  test('changes only who has changed, and only their circuit', async () => {
    const db = await freshDatabase()
    const rows = [full, { 'Locust ID': 'L2', 'First Name': 'Two' }]
    await importCsv(db, sheetOf(rows))
    const before = await readEverything(db)
    await importCsv(db, sheetOf([{ ...full, Monday: 'Morning; Evening' }, rows[1] ?? {}]))
    const after = await readEverything(db)
    const [changed] = after.volunteers as { firstName: string; updatedAt: string; id: string }[]
    expect(after.volunteers).toHaveLength(2)
    const sameAs = (name: string) => (row: unknown) =>
      (row as { firstName?: string; name?: string }).firstName === name ||
      (row as { name?: string }).name === name
    expect(after.volunteers?.find(sameAs('Two'))).toEqual(before.volunteers?.find(sameAs('Two')))
    expect(after.circuits?.find(sameAs('NY-1'))).toEqual(before.circuits?.find(sameAs('NY-1')))
    expect(after.circuits?.find(sameAs('NJ 07, North'))).not.toEqual(
      before.circuits?.find(sameAs('NJ 07, North')),
    )
    expect(after.volunteers?.find(sameAs('José'))).toEqual({
      ...(before.volunteers?.find(sameAs('José')) as object),
      updatedAt: expect.any(String),
    })
    expect(changed?.updatedAt).toBeDefined()
    const slots = await db.selectFrom('availability_schedules').select(['timeSlot', 'id']).execute()
    expect(slots.map(({ timeSlot }) => timeSlot).sort()).toEqual(['Evening', 'Morning'])
    const kept = before.availability_schedules as { id: string; timeSlot: string }[]
    expect(slots.find(({ timeSlot }) => timeSlot === 'Morning')?.id).toBe(
      kept.find(({ timeSlot }) => timeSlot === 'Morning')?.id,
    )
    expect(after.emergency_contacts).toEqual(before.emergency_contacts)
  })

  test('what it no longer has goes, with all that depends on it', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf([full, { 'Locust ID': 'L2', 'First Name': 'Two' }]))
    await importCsv(db, sheetOf([{ 'Locust ID': 'L2', 'First Name': 'Two' }]))
    const after = await readEverything(db)
    expect(after.circuits).toMatchObject([{ name: 'NY-1', congregations: 1 }])
    expect(after.congregations).toHaveLength(1)
    expect(after.volunteers).toHaveLength(1)
    expect(after.emergency_contacts).toEqual([])
    expect(after.availability_schedules).toEqual([])
    expect(after.volunteer_cart_assignments).toEqual([])
  })

  test('who moves to another circuit and congregation stays the same person', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf([full]))
    const before = await idsByName(db)
    await importCsv(db, sheetOf([{ ...full, Circuit: 'NY-9', Congregation: 'Hill' }]))
    expect(await idsByName(db)).toEqual(before)
    const after = await readEverything(db)
    expect(after.circuits).toMatchObject([{ name: 'NY-9', congregations: 1 }])
    expect(after.emergency_contacts).toHaveLength(2)
  })

  test('a Locust ID that is added, or taken away, leaves the person the same', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf([{ 'First Name': 'Ann' }]))
    const before = await idsByName(db)
    await importCsv(db, sheetOf([{ 'First Name': 'ANN', 'Locust ID': 'L7' }]))
    expect(await idsByName(db)).toEqual({ ANN: before.Ann })
    await importCsv(db, sheetOf([{ 'First Name': 'Ann' }]))
    expect(await idsByName(db)).toEqual(before)
  })

  test('a new Locust ID is a new person, even of the same name', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf([{ 'Locust ID': 'L1' }]))
    const before = await idsByName(db)
    await importCsv(db, sheetOf([{ 'Locust ID': 'L2' }]))
    expect((await idsByName(db)).Ann).not.toBe(before.Ann)
  })
})

describe('removal guard', () => {
  test('more than half of 20 or more are not removed', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf(numberedRows(20)))
    const before = await readEverything(db)
    const run = importCsv(db, sheetOf(numberedRows(9)))
    await expect(run).rejects.toMatchObject({
      kind: 'unreadable-sheet',
      problem: 'removes-too-much',
      message: expect.stringMatching(
        /^The sheet would remove 11 of 20 volunteers, so nothing was changed\. .*IMPORT_MAX_REMOVAL/,
      ),
    })
    expect(await readEverything(db)).toEqual(before)
    expect(await batches(db)).toEqual([20])
  })

  test('half of them, or more where that is allowed, or most of a few, may go', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf(numberedRows(40)))
    expect((await importCsv(db, sheetOf(numberedRows(20)))).log.at(-1)).toContain('20 removed')
    await importCsv(db, sheetOf(numberedRows(1)), { maxRemoval: 1 })
    await importCsv(db, sheetOf(numberedRows(19)))
    await importCsv(db, sheetOf([{ 'Locust ID': 'other' }]))
    expect(await volunteerNames(db)).toEqual(['Ann other'])
  })
})

describe('all or nothing', () => {
  const changed = [...numberedRows(5).slice(2), { ...full, 'Locust ID': 'new' }]

  async function filled(): Promise<Db> {
    const db = await freshDatabase()
    await importCsv(db, sheetOf([full, ...numberedRows(5).slice(1)]))
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
    expect(await batches(db)).toEqual([5])
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
    expect(await batches(db)).toEqual([5])
  })

  test('a cancelled job writes nothing, even when it notices only at the end', async () => {
    const db = await filled()
    const before = await readEverything(db)
    const run = importCsv(db, sheetOf(changed), {
      beforeStart: async ({ id }) => void (await cancelJob(db, id, 'Ann Lee')),
    })
    await expect(run).rejects.toThrow('The job was cancelled')
    expect(await readEverything(db)).toEqual(before)
  })

  test('stopped at any moment, and tried again', async () => {
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
    // Once for each table at least, so within the transaction too.
    expect(stopped).toBeGreaterThan(8)
    expect((await readEverything(db)).volunteers).toHaveLength(4)
    expect((await importCsv(db, sheetOf(changed))).log.at(-1)).toContain('0 changed')
  })
})
