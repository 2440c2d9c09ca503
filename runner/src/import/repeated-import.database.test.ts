import { freshDatabase } from '@dashboard/store/test/database'
import { describe, expect, test } from 'vitest'
import { fullRow, importCsv, type Row, sheetOf } from '../../test/imports.ts'
import { contentOf } from '../../test/reviews.ts'

describe('an import after another one', () => {
  test('changes nobody whose rows say the same in other cells', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf([fullRow]))
    const read = () => db.selectFrom('volunteers').selectAll().executeTakeFirstOrThrow()
    const before = await read()
    await importCsv(db, sheetOf([{ ...fullRow, 'Shirt Size': 'S' }]))
    expect(await read()).toEqual(before)
  })

  test('repeats the warnings of unchanged rows', async () => {
    const db = await freshDatabase()
    const odd: Row[] = [{ ...fullRow, Trained: 'perhaps' }, { 'Last Name': '' }]
    const said = (log: string[]) => log.filter((line) => line.startsWith('Row '))
    const first = said((await importCsv(db, sheetOf(odd))).log)
    expect(first).toHaveLength(2)
    expect(said((await importCsv(db, sheetOf(odd))).log)).toEqual(first)
    const more = said((await importCsv(db, sheetOf([...odd, { 'Locust ID': 'L9' }]))).log)
    expect(more).toEqual(first)
  })

  test('restores what somebody else has changed or deleted in the database', async () => {
    const db = await freshDatabase()
    const csv = sheetOf([fullRow, { 'Locust ID': 'L2' }])
    await importCsv(db, csv)
    const whole = await contentOf(db)
    for (const table of ['volunteers', 'circuits', 'congregations', 'cart_locations'] as const) {
      await db.deleteFrom(table).execute()
      await importCsv(db, csv)
      expect(await contentOf(db)).toEqual(whole)
    }
    await db.updateTable('volunteers').set({ zone: 'X' }).execute()
    await importCsv(db, csv)
    expect(await contentOf(db)).toEqual(whole)
  })
})
