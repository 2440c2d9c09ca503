import { readdir, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImportWarning } from '@dashboard/contract/imports'
import { fromJson } from '@dashboard/store/database/column-values'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { openDiskFiles } from '@dashboard/store/files/disk-files'
import { pruneHistory } from '@dashboard/store/imports/prune-history'
import { shownTime } from '@dashboard/store/test/shown-times'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { fullRow, numberedRows, type Row, readBatchSizes, sheetOf } from '../../test/imports.ts'
import { contentOf, listCompleted, readChanges, startWorld } from '../../test/reviews.ts'

/** Returns the bytes of the file on SQLite, used or free; on other databases, the number of rows. */
async function sizeOf(db: Db): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select (select page_count from pragma_page_count) * (select page_size from pragma_page_size) as size
  `.execute(db)
  return rows[0]?.size ?? 0
}

describe('the history of imports', () => {
  test('stores what imports changed, and the rows of the newest', async () => {
    const world = await startWorld()
    const { db, setSheet, importNow, settings } = world
    const imports = join((settings.storage as { path: string }).path, 'imports')
    for (const count of [1, 2, 3, 4, 5, 6]) {
      await setSheet(sheetOf(numberedRows(count)))
      await importNow()
    }
    const prune = () => pruneHistory(db, openDiskFiles(dirname(imports)), { imports: 3, since: '' })
    await prune()
    const rows = await listCompleted(db)
    expect(rows.map(({ hasDetails, rowsKey }) => [hasDetails, rowsKey !== null])).toEqual([
      ...[
        [1, true],
        [1, true],
        [1, true],
      ],
      ...[
        [1, false],
        [1, false],
        [1, false],
      ],
    ])
    const stored = await Promise.all(rows.map(({ id }) => readChanges(db, id)))
    expect(stored.map((changes) => changes.length)).toEqual([1, 1, 1, 1, 1, 1])
    expect(rows.every(({ totals }) => totals !== null)).toBe(true)
    await expect(world.review(rows[4]?.id)).rejects.toThrow('no longer kept')
    // Files that nothing names stay for an hour, since an import may be about to name them.
    const filesOf = () => readdir(imports)
    expect(await filesOf()).toHaveLength(6)
    const longAgo = new Date('2026-01-01')
    for (const name of await filesOf()) await utimes(join(imports, name), longAgo, longAgo)
    await importNow()
    await prune()
    // The import of the same rows uses the same file.
    expect(await filesOf()).toHaveLength(2)
  })

  test('says to which import a review would go back, in the time of the installation', async () => {
    const { db, setSheet, importNow, goBack } = await startWorld()
    for (const count of [1, 2]) {
      await setSheet(sheetOf(numberedRows(count)))
      await importNow()
    }
    const [, first] = await listCompleted(db)
    if (!first) throw new Error('No import was recorded')
    const completedAt = '2026-11-25T18:05:00.000Z'
    await db.updateTable('imports').set({ completedAt }).where('id', '=', first.id).execute()
    const { log } = await goBack(first.id)
    expect(log[0]).toBe(
      `Reviewing what going back to the import of ${shownTime('2026-11-25 13:05')} would change.`,
    )
  })

  test('stores equal rows once, and since when each row has been skipped', async () => {
    const { db, setSheet, importNow } = await startWorld()
    const rows = [...numberedRows(3), { 'Last Name': '', 'Locust ID': 'X' }]
    await setSheet(sheetOf(rows))
    await importNow()
    await importNow()
    await setSheet(sheetOf([...numberedRows(2), { 'Last Name': '', 'Locust ID': 'X' }]))
    await importNow()
    const [third, second, first] = await listCompleted(db)
    expect(second?.rowsKey).toBe(first?.rowsKey)
    expect(third?.rowsKey).not.toBe(second?.rowsKey)
    const rejects = await db.selectFrom('import_rejects').selectAll().orderBy('id').execute()
    expect(rejects.map(({ rowIndex }) => rowIndex)).toEqual([5, 5, 4])
    // The row has another place now, but has been skipped since the first import.
    expect(new Set(rejects.map(({ firstSeenAt }) => firstSeenAt)).size).toBe(1)
  })

  test('counts warnings by column and word, and repeats no number', async () => {
    const { db, setSheet, importNow } = await startWorld()
    await setSheet(
      sheetOf([
        { 'Locust ID': 'a', Trained: 'perhaps', 'Mobile Phone': '12', Monday: 'Whenever' },
        { 'Locust ID': 'b', Trained: 'soon', 'Mobile Phone': '212 555 0100', Tues: 'Morning' },
        { 'Locust ID': 'c', 'Mobile Phone': '5.55E+09' },
      ]),
    )
    await importNow()
    const [row] = await listCompleted(db)
    const warnings = fromJson<ImportWarning[]>(row?.warnings ?? '[]')
    expect(warnings.map(({ kind, column, rows }) => [kind, column, rows])).toEqual([
      ['phone', 'Mobile Phone', 1],
      ['flag', 'Trained', 1],
      ['slot', 'Monday', 1],
      ['flag', 'Trained', 1],
      ['day', 'Tues', 1],
      ['phone', 'Mobile Phone', 1],
      ['missing', 'Available', 3],
      ['missing', 'Orientation', 3],
    ])
    expect(JSON.stringify(warnings)).toContain("has 'soon', which is neither yes nor no")
    expect(JSON.stringify(warnings)).not.toContain('212 555')
  })

  test('of many syncs takes less than a sixth of the database', async () => {
    const { db, setSheet, importNow } = await startWorld()
    const rows = numberedRows(600).map(
      (row, index): Row => ({
        ...fullRow,
        ...row,
        Congregation: `Congregation ${index % 12}`,
      }),
    )
    await setSheet(sheetOf(rows))
    await importNow()
    // Only SQLite's file has a size to measure; so many imports would be slow on PostgreSQL, where the rows are the
    // same.
    const syncs = isPostgres(db) ? 2 : 40
    const before = isPostgres(db) ? 0 : await sizeOf(db)
    for (let sync = 1; sync <= syncs; sync++) {
      for (const index of [0, 1]) {
        const row = rows[(sync * 37 + index * 101) % rows.length]
        if (row) row.City = `City of ${sync}`
      }
      rows.splice((sync * 13) % rows.length, 1, { ...fullRow, 'Locust ID': `new ${sync}` })
      await setSheet(sheetOf(rows))
      await importNow()
    }
    expect(await readBatchSizes(db)).toEqual([600])
    const { count } = await db
      .selectFrom('import_changes')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBeLessThan(isPostgres(db) ? 620 : 760)
    if (!isPostgres(db)) expect(await sizeOf(db)).toBeLessThan((before * 7) / 6)
  })
})

describe('a volunteer who moves without a Locust ID', () => {
  const ann = { 'Mobile Phone': '(212) 555-0100', 'Email Address': 'ann@example.org' }

  async function moved(before: object[], after: object[]) {
    const { db, setSheet, importNow } = await startWorld({ maxRemoval: 1 })
    await setSheet(sheetOf(before.map((row) => ({ ...row }))))
    await importNow()
    const [first] = await db.selectFrom('volunteers').select('id').execute()
    await setSheet(sheetOf(after.map((row) => ({ ...row }))))
    await importNow()
    const [last] = await listCompleted(db)
    const changes = await readChanges(db, last?.id ?? '')
    return {
      kinds: changes.map(({ kind, isDoubtful }) => `${kind}${isDoubtful ? '?' : ''}`).sort(),
      isSame: changes.some(
        ({ kind, volunteerId }) => kind === 'moved' && volunteerId === first?.id,
      ),
      content: await contentOf(db),
    }
  }

  test.each([
    ['phone number', { 'Mobile Phone': '+1 212 555 0100' }],
    ['e-mail address', { 'Email Address': 'Ann@Example.org' }],
  ])('is one move with the same %s', async (_, contact) => {
    const { kinds, isSame } = await moved([ann], [{ ...contact, Congregation: 'Hill' }])
    expect([kinds, isSame]).toEqual([['moved'], true])
  })

  test('is two people, marked as doubtful, without a contact to compare', async () => {
    const { kinds } = await moved([ann], [{ Congregation: 'Hill' }])
    expect(kinds).toEqual(['left?', 'new?'])
  })

  test('is two people where there are two who could have moved', async () => {
    const two = [ann, { ...ann, Congregation: 'Lake' }]
    const { kinds } = await moved(two, [{ ...ann, Congregation: 'Hill' }])
    expect(kinds).toEqual(['left?', 'left?', 'new?'])
  })

  test('is matched with neither of two rows that could be the same person', async () => {
    const rows = ['Hill', 'Lake'].map((Congregation) => ({ ...ann, Congregation }))
    const { kinds } = await moved([ann], rows)
    expect(kinds).toEqual(['left?', 'new?', 'new?'])
  })

  test('is another person with another phone number', async () => {
    const other = { 'Mobile Phone': '212 555 0199', Congregation: 'Hill' }
    expect((await moved([ann], [other])).kinds).toEqual(['left', 'new'])
    const others = { ...ann, 'Locust ID': 'L2', Congregation: 'Hill' }
    expect((await moved([{ ...ann, 'Locust ID': 'L1' }], [others])).kinds).toEqual(['left', 'new'])
  })
})
