import { readIsSampleData, recordExport } from '@dashboard/store/automation-status'
import { freshDatabase } from '@dashboard/store/test/database'
import { describe, expect, test } from 'vitest'
import { importCsv, numberedRows, type Row, sheetOf } from '../../test/imports.ts'

/** Tests the counts of an import and whether it reports sample volunteers, also for rows that have not changed. */

const noChanges = {
  new: 0,
  moved: 0,
  changed: 0,
  left: 0,
  newCircuits: 0,
  leftCircuits: 0,
  newCongregations: 0,
  leftCongregations: 0,
}

/** More rows than are read or compared at a time. */
const many = numberedRows(1_100).map((row, index) => ({ ...row, Circuit: `NY-${index % 2}` }))

describe('the totals of an import', () => {
  test('of an unchanged sheet are that everybody is unchanged', async () => {
    const db = await freshDatabase()
    const rows = [...many, { 'Last Name': '' }]
    const all = { rows: 1_101, skipped: 1 }
    const first = await importCsv(db, sheetOf(rows))
    const places = { newCircuits: 2, newCongregations: 2 }
    expect(first.outcome.totals).toEqual({
      ...noChanges,
      ...all,
      ...places,
      new: 1_100,
      unchanged: 0,
    })
    for (const again of [rows, rows.toReversed()]) {
      const { outcome } = await importCsv(db, sheetOf(again))
      expect(outcome.totals).toEqual({ ...noChanges, ...all, unchanged: 1_100 })
    }
  })

  test('count who is new, has moved, has changed and has left among many who stay the same', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf(many))
    const [a, b, c, , , ...others] = many
    const next: Row[] = [
      { ...a, Circuit: 'NY-7' },
      { ...b, Congregation: 'Hill', City: 'Albany' },
      { ...c, City: 'Albany' },
      { 'Locust ID': 'new', Circuit: 'NY-0' },
      ...others,
      { 'Last Name': '' },
    ]
    const { outcome } = await importCsv(db, sheetOf(next))
    expect(outcome.totals).toEqual({
      ...noChanges,
      rows: 1_100,
      new: 1,
      moved: 2,
      changed: 1,
      left: 2,
      unchanged: 1_095,
      skipped: 1,
      newCircuits: 1,
      newCongregations: 2,
    })
  })

  test('add up where more have changed than are compared at a time', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf(many))
    const next = many.map((row, index) =>
      index % 4 < 2 ? { ...row, Congregation: 'Hill' } : { ...row, City: 'Albany' },
    )
    const { outcome } = await importCsv(db, sheetOf(next))
    expect(outcome.totals).toMatchObject({ moved: 550, changed: 550, unchanged: 0 })
  })
})

describe('whether the volunteers are sample data', () => {
  const sample: Row[] = ['L00001', 'L00002', 'L00003'].map((id) => ({
    'Locust ID': id,
    'Email Address': `${id}@example.org`,
  }))
  const real: Row = { 'Locust ID': 'L00004', 'Email Address': 'ann@example.com' }

  async function afterExport(isSampleData: boolean) {
    const db = await freshDatabase()
    await recordExport(db, { source: 'some source', rows: 3, isSampleData })
    const isSampleAfter = async (rows: readonly Row[]) => {
      await importCsv(db, sheetOf(rows))
      return readIsSampleData(db)
    }
    return { db, isSampleAfter }
  }

  test('is the same for an unchanged sheet', async () => {
    const { isSampleAfter } = await afterExport(true)
    for (const rows of [sample, sample, sample.toReversed()]) {
      expect(await isSampleAfter(rows)).toBe(true)
    }
    const mixed = [real, ...sample]
    for (const rows of [mixed, mixed, mixed.toReversed()]) {
      expect(await isSampleAfter(rows)).toBe(false)
    }
    expect(await isSampleAfter(sample)).toBe(true)
  })

  test('follows the last export, also for an unchanged file', async () => {
    const { db, isSampleAfter } = await afterExport(false)
    expect(await isSampleAfter(sample)).toBe(false)
    await recordExport(db, { source: 'some source', rows: 3, isSampleData: true })
    expect(await isSampleAfter(sample)).toBe(true)
  })

  test('decides whether the guard applies to a sheet of real people', async () => {
    const samples = sheetOf(peopleOf(30, 'example.org'))
    const half = sheetOf(peopleOf(12, 'example.org'))
    const real = sheetOf(peopleOf(12, 'example.com'))
    const db = await freshDatabase()
    await recordExport(db, { source: 'some source', rows: 30, isSampleData: true })
    await importCsv(db, samples)
    // Samples that are missing are no replacement, and neither is a sheet without anybody.
    await expect(importCsv(db, half)).rejects.toMatchObject({ kind: 'guard' })
    await expect(importCsv(db, sheetOf([{ 'Last Name': '' }]))).rejects.toThrow()
    const { outcome } = await importCsv(db, real)
    expect(outcome.totals).toMatchObject({ left: 18 })
    const { guard } = await db
      .selectFrom('imports')
      .select('guard')
      .where('state', '=', 'completed')
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(guard ?? '')).toMatchObject({ isStopped: false, replacesSampleData: true })
    await expect(importCsv(db, sheetOf(peopleOf(3, 'example.com')))).rejects.toMatchObject({
      kind: 'guard',
    })
  })

  test('is not stated for a sheet without volunteers', async () => {
    const { isSampleAfter } = await afterExport(true)
    expect(await isSampleAfter([{ 'Last Name': '' }])).toBe(false)
  })
})

function peopleOf(count: number, host: string): Row[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `L${String(index).padStart(5, '0')}`
    return { 'Locust ID': id, 'Last Name': `Lee ${index}`, 'Email Address': `${id}@${host}` }
  })
}
