import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import type { Db } from './open-database.ts'
import { upsertRows } from './write-rows.ts'

const { signal } = new AbortController()
const row = (id: string) => ({
  id,
  name: `name of ${id}`,
  category: `category of ${id}`,
  description: null,
  active: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
})
/** Returns the same row with its columns in the opposite order. */
const reversed = (id: string) => Object.fromEntries(Object.entries(row(id)).reverse())

async function readRows(db: Db) {
  const rows = await db.selectFrom('cart_locations').selectAll().orderBy('id').execute()
  return rows.map((each) => ({ ...each }))
}

describe('upsertRows', () => {
  it('writes each value in the column of its name, whatever the order', async () => {
    const db = await freshDatabase()
    await upsertRows(db, 'cart_locations', [row('a'), reversed('b'), row('c')], { signal })
    await upsertRows(db, 'cart_locations', [reversed('d'), row('e')], { signal })
    const columns = Object.keys(reversed('f'))
    await upsertRows(db, 'cart_locations', [row('f')], { columns, signal })
    expect(await readRows(db)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map(row))
  })

  it('changes rows whose id exists only when asked to', async () => {
    const db = await freshDatabase()
    await upsertRows(db, 'cart_locations', [row('a')], { signal })
    const renamed = { ...row('a'), name: 'another name' }
    await expect(upsertRows(db, 'cart_locations', [renamed], { signal })).rejects.toThrow(/unique/i)
    await upsertRows(db, 'cart_locations', [renamed, row('b')], { replaceBy: 'id', signal })
    expect(await readRows(db)).toEqual([renamed, row('b')])
  })

  it('writes any number of rows, in full statements and a last one', async () => {
    const db = await freshDatabase()
    const rows = Array.from({ length: 2_345 }, (_, index) => row(String(index).padStart(5, '0')))
    await upsertRows(db, 'cart_locations', rows, { signal })
    expect(await readRows(db)).toEqual(rows)
    await upsertRows(db, 'cart_locations', [], { signal })
    expect(await readRows(db)).toHaveLength(2_345)
  })
})
