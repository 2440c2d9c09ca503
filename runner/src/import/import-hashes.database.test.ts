import type { Db } from '@dashboard/store/database/open-database'
import { freshDatabase } from '@dashboard/store/test/database'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anySheet } from '../../test/any-sheet.ts'
import { fullRow, importCsv, type Row, sheetOf } from '../../test/imports.ts'
import { contentOf } from '../../test/reviews.ts'
import { rowHash } from './planning/plan-volunteers.ts'

/** Rows recognized as unchanged are neither mapped nor compared; the result must be the same as if they were. */

/** Leaves the data as an import by an older version does. */
async function forgetHashes(db: Db): Promise<void> {
  await db.updateTable('volunteers').set({ rowHash: null }).execute()
  await db.deleteFrom('preferences').where('name', '=', 'imported-sheet').execute()
}

async function emptyTables(db: Db): Promise<void> {
  for (const table of ['circuits', 'cart_locations', 'raw_import_data', 'preferences'] as const) {
    await db.deleteFrom(table).execute()
  }
}

describe('an import after another one', () => {
  test('maps and compares again what another version of the mapping has imported', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf([fullRow]))
    const { updatedAt, rowHash: current } = await readVolunteer(db)
    // The older version's values of the row, and the hash that it stored.
    const older = { zone: 'of another version', rowHash: rowHash('{}', updatedAt, false, 0) }
    await db.updateTable('volunteers').set(older).execute()
    const { log, outcome } = await importCsv(db, sheetOf([fullRow]))
    expect(log.at(-1)).toContain('1 changed (0 new)')
    expect(outcome.totals).toMatchObject({ changed: 1, moved: 0, unchanged: 0 })
    const after = await readVolunteer(db)
    expect([after.zone, after.rowHash === older.rowHash]).toEqual(['North', false])
    expect(current).not.toBe(after.rowHash)
  })

  test('stores the hash of a row that gives the same values, and preserves the time of the last change', async () => {
    const db = await freshDatabase()
    await importCsv(db, sheetOf([fullRow]))
    const before = await readVolunteer(db)
    await importCsv(db, sheetOf([{ ...fullRow, 'Shirt Size': 'S' }]))
    const after = await readVolunteer(db)
    expect(after).toEqual({ ...before, rowHash: after.rowHash })
    expect(after.rowHash).not.toBe(before.rowHash)
  })

  test('repeats the warnings of unchanged rows, and those of an unchanged file', async () => {
    const db = await freshDatabase()
    const odd: Row[] = [{ ...fullRow, Trained: 'perhaps' }, { 'Last Name': '' }]
    const said = (log: string[]) => log.filter((line) => line.startsWith('Row '))
    const first = said((await importCsv(db, sheetOf(odd))).log)
    expect(first).toHaveLength(2)
    expect(said((await importCsv(db, sheetOf(odd))).log)).toEqual(first)
    const more = said((await importCsv(db, sheetOf([...odd, { 'Locust ID': 'L9' }]))).log)
    expect(more).toEqual(first)
  })

  test('restores what somebody else has deleted from the database', async () => {
    const db = await freshDatabase()
    const csv = sheetOf([fullRow, { 'Locust ID': 'L2' }])
    await importCsv(db, csv)
    const whole = await contentOf(db)
    for (const table of ['volunteers', 'circuits', 'congregations', 'cart_locations'] as const) {
      await db.deleteFrom(table).execute()
      await importCsv(db, csv)
      expect(await contentOf(db)).toEqual(whole)
    }
    await db.updateTable('volunteers').set({ zone: 'X', updatedAt: '2026-01-01' }).execute()
    await importCsv(db, sheetOf([{ 'Locust ID': 'L2' }, fullRow]))
    expect(await contentOf(db)).toEqual(whole)
  })

  test('does the same with the hashes as without them', async () => {
    const db = await freshDatabase()
    await fc.assert(
      fc.asyncProperty(anySheet, anySheet, fc.boolean(), async (first, second, isMixed) => {
        // Most rows of a sheet equal those of the previous sheet, in any order.
        const next = isMixed ? [...second.slice(0, 3), ...first.toReversed()] : second
        const runs = []
        for (const prepare of [async () => {}, forgetHashes]) {
          await emptyTables(db)
          await importCsv(db, sheetOf(first))
          await prepare(db)
          const { log, outcome } = await importCsv(db, sheetOf(next))
          runs.push({ log: log.slice(1), outcome, content: await contentOf(db) })
        }
        expect(runs[0]).toEqual(runs[1])
      }),
      { numRuns: 10 },
    )
  })
})

function readVolunteer(db: Db) {
  return db.selectFrom('volunteers').selectAll().executeTakeFirstOrThrow()
}
