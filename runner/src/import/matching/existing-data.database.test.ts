import type { Db } from '@dashboard/store/database/open-database'
import { freshDatabase } from '@dashboard/store/test/database'
import { nameKey, personKey } from '@dashboard/store/volunteers/person-key'
import { expect, it } from 'vitest'
import { volunteerRow } from '../../../test/volunteers.ts'
import { detailKinds } from '../planning/detail-kinds.ts'
import { readDetails, readKnownVolunteers, readPlaces, readVolunteerRows } from './existing-data.ts'

/** Rows are read in pages of 2,000. */
const pageSize = 2_000
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
  const { known } = await readKnownVolunteers(db, { circuits: [], congregations: [] })
  expect(known.map(({ id }) => id)).toEqual(ids)
  const rows = await readVolunteerRows(db, ids.slice(0, 2))
  expect([...rows.keys()].sort()).toEqual(ids.slice(0, 2))
})

it('reads places, namesakes, and the details of one kind by their volunteers', async () => {
  const db = await freshDatabase()
  await db
    .insertInto('circuits')
    .values({ id: 'c1', name: 'NY-1', congregations: 1, lastUpdated: at })
    .execute()
  await db
    .insertInto('congregations')
    .values({ id: 'g1', name: 'Park', circuitId: 'c1', createdAt: at })
    .execute()
  await db.insertInto('cart_locations').values({ id: 'l1', name: 'Pier', createdAt: at }).execute()
  const ann = volunteerRow('a')
  const bo = volunteerRow('b', { locustId: null })
  await db.insertInto('volunteers').values([ann, bo]).execute()
  const existing = await readPlaces(db)
  expect(existing.circuits).toMatchObject([{ id: 'c1', name: 'NY-1' }])
  expect(existing.congregations).toMatchObject([{ id: 'g1', circuitId: 'c1' }])
  expect(existing.locations).toMatchObject([{ id: 'l1', name: 'Pier' }])

  const { known, namesakes } = await readKnownVolunteers(db, existing)
  const { here, anywhere } = namesakes
  const key = personKey({ ...ann, circuit: 'NY-1', congregation: 'Park' })
  expect([...here]).toEqual([[key, known]])
  expect([...anywhere]).toEqual([[nameKey(ann), known]])

  const schedule = { id: 'd1', volunteerId: 'a', dayOfWeek: 'Monday', timeSlot: 'Morning' }
  const others = { ...schedule, id: 'd2', volunteerId: 'b' }
  const rows = [schedule, others].map((row) => ({ ...row, createdAt: at }))
  await db.insertInto('availability_schedules').values(rows).execute()
  for (const kind of detailKinds) {
    const details = await readDetails(db, kind, ['a'])
    const isFilled = kind.table === 'availability_schedules'
    expect(details).toMatchObject(isFilled ? [{ id: 'd1', volunteerId: 'a' }] : [])
    expect(await readDetails(db, kind, [])).toEqual([])
  }
})
