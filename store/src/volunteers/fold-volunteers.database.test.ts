import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { readVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import { foldVersion } from './fold-text.ts'
import { foldVolunteers } from './fold-volunteers.ts'

async function insertVolunteers(db: Db, count: number) {
  const at = '2026-11-20T12:00:00.000Z'
  await db.insertInto('circuits').values({ id: 'c', name: 'NY-10' }).execute()
  await db
    .insertInto('congregations')
    .values({ id: 'g', name: 'Восток', circuitId: 'c', createdAt: at })
    .execute()
  const volunteers = Array.from({ length: count }, (_, index) => ({
    id: `v${String(index).padStart(4, '0')}`,
    firstName: 'Zoë',
    lastName: `Müller ${index}`,
    circuitId: 'c',
    congregationId: 'g',
    mobilePhone: '+1 212 555 0100',
    emailAddress: 'zoe@Example.org',
    createdAt: at,
    updatedAt: at,
  }))
  for (let start = 0; start < count; start += 500) {
    await db
      .insertInto('volunteers')
      .values(volunteers.slice(start, start + 500))
      .execute()
  }
}

const readRows = (db: Db) => db.selectFrom('volunteer_search').selectAll().execute()

it('folds all volunteers that are not folded yet, and raises the version', async () => {
  const db = await freshDatabase()
  await insertVolunteers(db, 1_001)
  expect(await foldVolunteers(db)).toBe(1_001)
  expect((await readRows(db)).find(({ volunteerId }) => volunteerId === 'v0007')).toEqual({
    volunteerId: 'v0007',
    names: ' muller 7 zoe',
    others: ' zoe@example.org восток ny 10',
    sounds: ' vostok ',
    digits: '12125550100',
    nameKey: 'muller 000000007\tzoe',
    foldVersion,
  })
  const version = await readVersion(db, 'volunteers')
  expect(version).not.toBe('0')
  expect(await foldVolunteers(db)).toBe(0)
  expect(await readVersion(db, 'volunteers')).toBe(version)
})

it('folds again what another version has folded', async () => {
  const db = await freshDatabase()
  await insertVolunteers(db, 3)
  await foldVolunteers(db)
  const before = await readRows(db)
  await db
    .updateTable('volunteer_search')
    .set({ foldVersion: foldVersion - 1, names: 'old' })
    .where('volunteerId', '!=', 'v0001')
    .execute()
  expect(await foldVolunteers(db)).toBe(2)
  expect(await readRows(db)).toEqual(expect.arrayContaining(before))
})
