import type { Db } from '@dashboard/store/database/open-database'
import { freshDatabase } from '@dashboard/store/test/database'
import { describe, expect, test } from 'vitest'
import { importCsv, type Row, readEverything, sheetOf } from '../../test/imports.ts'

const names = ['Ana', 'Bea', 'Cid', 'Dea']

/** A sheet of people of other names, in their order, with these Locust IDs. */
function peopleWith(...ids: readonly string[]): Row[] {
  return ids.map((id, index) => ({
    'Locust ID': id,
    'First Name': names[index] ?? '',
    'Mobile Phone': `212-555-010${index}`,
  }))
}

async function volunteersOf(db: Db) {
  const rows = await db
    .selectFrom('volunteers')
    .select(['id', 'firstName', 'locustId'])
    .orderBy('firstName')
    .execute()
  return rows.map((row) => ({ ...row }))
}

const long = ['1000000000000123', '1000000000000124']

describe('Locust IDs that a spreadsheet program has written as numbers', () => {
  test('are those of the people of the same name, and nobody leaves', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf(peopleWith('00101', '00102', ...long)))
    const before = await volunteersOf(db)
    for (const ids of [
      ['101', '102', '1E+15', '1E+15'],
      ['101.0', '0102.00', ...long],
      ['00101', '00102', ...long],
    ]) {
      const sheet = sheetOf(peopleWith(...ids))
      const { outcome } = await importCsv(db, sheet)
      expect(outcome.totals).toMatchObject({ new: 0, left: 0, skipped: 0 })
      const after = await volunteersOf(db)
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
      expect((await importCsv(db, sheet)).outcome.totals).toMatchObject({ unchanged: 4 })
      expect(await volunteersOf(db)).toEqual(after)
    }
    expect(await volunteersOf(db)).toEqual(before)
  })

  test('are theirs even after they have moved', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf(peopleWith('00101', '00102')))
    const before = await volunteersOf(db)
    const rows = peopleWith('101', '102').map((row) => ({
      ...row,
      'Mobile Phone': '',
      Congregation: 'Hill',
    }))
    const { outcome } = await importCsv(db, sheetOf(rows))
    expect(outcome.totals).toMatchObject({ moved: 2, new: 0, left: 0 })
    expect((await volunteersOf(db)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })

  test('belong to others under another name, and a row with exactly the stored ID is that person', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf(peopleWith('00101', '00102')))
    const [ana] = await volunteersOf(db)
    const rows = [
      { 'Locust ID': '102', 'First Name': 'Zoe' },
      { 'Locust ID': '101', 'First Name': 'Ana', 'Last Name': 'Other' },
      ...peopleWith('00101', '00102'),
    ]
    const { outcome } = await importCsv(db, sheetOf(rows))
    expect(outcome.totals).toMatchObject({ new: 2, left: 0, unchanged: 2 })
    expect(await volunteersOf(db)).toContainEqual(ana)
  })

  test('make one person of two rows of a name, unless both are stored', async () => {
    const db = await freshDatabase()
    const twice = [...peopleWith('00101'), ...peopleWith('101')]
    const { log } = await importCsv(db, sheetOf(twice))
    expect(log).toContain(
      'Row 3 skipped: its Locust ID is already in row 2, so this later row is left out.',
    )
    expect(await volunteersOf(db)).toHaveLength(1)

    await importCsv(db, sheetOf([...peopleWith('00101'), ...peopleWith('X9')]))
    await db
      .updateTable('volunteers')
      .set({ locustId: '101' })
      .where('locustId', '=', 'X9')
      .execute()
    const before = await readEverything(db)
    expect((await importCsv(db, sheetOf(twice))).outcome.totals).toMatchObject({ unchanged: 2 })
    expect(await readEverything(db)).toEqual(before)
  })

  test.each(['1.23457E+11', '1,23457E+11', '1E+15', '1.2e15'])(
    'are dropped where their digits are lost (%s), and each row is named',
    async (shortened) => {
      const db = await freshDatabase()
      const { log, outcome } = await importCsv(
        db,
        sheetOf(peopleWith(shortened, shortened, shortened)),
      )
      expect(outcome.totals).toMatchObject({ new: 3, skipped: 0 })
      expect((await volunteersOf(db)).map(({ locustId }) => locustId)).toEqual([null, null, null])
      for (const row of [2, 3, 4]) {
        expect(log).toContain(
          `Row ${row}: 'Locust ID' is a number that a spreadsheet program has shortened, such as 1.23E+11, and is not used as an ID; make the column text and enter the IDs again.`,
        )
      }
    },
  )

  test('are kept where they only look like shortened numbers', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf(peopleWith('1E5', 'CH1E+5', '12E')))
    expect((await volunteersOf(db)).map(({ locustId }) => locustId)).toEqual([
      '1E5',
      'CH1E+5',
      '12E',
    ])
  })
})

test('a sheet with other IDs for the same names is stopped with a sentence that says so', async () => {
  const db = await freshDatabase()
  const ids = ['A1', 'A2', 'A3', 'A4']
  await importCsv(db, sheetOf(peopleWith(...ids)))
  const sentence = 'The Locust IDs of the sheet look different from those of the last import.'
  await expect(
    importCsv(db, sheetOf(peopleWith(...ids.map((id) => `B${id}`)))),
  ).rejects.toMatchObject({
    message: expect.stringContaining(
      `The sheet would remove 4 of 4 volunteers, so nothing was changed. ${sentence} `,
    ),
  })
  const others = ids.map((id, index) => ({ 'Locust ID': `B${id}`, 'First Name': `Other${index}` }))
  await expect(importCsv(db, sheetOf(others))).rejects.toMatchObject({
    message: expect.not.stringContaining(sentence),
  })
})
