import type { Db } from '@dashboard/store/database/open-database'
import { freshDatabase } from '@dashboard/store/database/test-database'
import { expect, it } from 'vitest'
import { detailKinds } from '../3-plan/detail-kinds.ts'
import { volunteerRow } from '../test-volunteers.ts'
import { readDetails, readExisting } from './existing-data.ts'

/** Rows are read in pages of 5,000. */
const pageSize = 5_000
const at = '2026-11-20T10:00:00.000Z'

async function addVolunteers(db: Db, count: number) {
  const ids = Array.from({ length: count }, (_, index) => `v${String(index).padStart(6, '0')}`)
  for (let start = 0; start < count; start += 500) {
    const rows = ids
      .slice(start, start + 500)
      .map((id) => volunteerRow(id, { circuitId: null, congregationId: null }))
    await db.insertInto('volunteers').values(rows).execute()
  }
  return ids
}

it.each([0, 1, pageSize, pageSize + 1])('reads %i volunteers, each once', async (count) => {
  const db = await freshDatabase()
  const ids = await addVolunteers(db, count)
  const { volunteers, circuits, congregations, locations } = await readExisting(db)
  expect(volunteers.map(({ id }) => id)).toEqual(ids)
  expect([circuits, congregations, locations]).toEqual([[], [], []])
})

it('reads places, and the details of one kind by their volunteers', async () => {
  const db = await freshDatabase()
  const [id = ''] = await addVolunteers(db, 1)
  await db
    .insertInto('circuits')
    .values({ id: 'c1', name: 'NY-1', congregations: 1, lastUpdated: at })
    .execute()
  await db
    .insertInto('congregations')
    .values({ id: 'g1', name: 'Park', circuitId: 'c1', createdAt: at })
    .execute()
  await db.insertInto('cart_locations').values({ id: 'l1', name: 'Pier', createdAt: at }).execute()
  const existing = await readExisting(db)
  expect(existing.circuits).toMatchObject([{ id: 'c1', name: 'NY-1' }])
  expect(existing.congregations).toMatchObject([{ id: 'g1', circuitId: 'c1' }])
  expect(existing.locations).toMatchObject([{ id: 'l1', name: 'Pier' }])

  const schedule = { id: 'd1', volunteerId: id, dayOfWeek: 'Monday', timeSlot: 'Morning' }
  await db
    .insertInto('availability_schedules')
    .values({ ...schedule, createdAt: at })
    .execute()
  for (const kind of detailKinds) {
    const details = await Array.fromAsync(readDetails(db, kind))
    const isFilled = kind.table === 'availability_schedules'
    expect(details).toMatchObject(isFilled ? [{ id: 'd1', volunteerId: id }] : [])
  }
})
