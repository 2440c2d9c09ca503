import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import type { Flag } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'
import { countAvailability } from './availability.ts'

const at = '2026-11-20T12:00:00.000Z'

async function addPlaces(db: Db) {
  await db
    .insertInto('circuits')
    .values(['NY-1', 'NY-2'].map((id) => ({ id, name: id })))
    .execute()
  await db
    .insertInto('congregations')
    .values({ id: 'East', name: 'East', circuitId: 'NY-1', createdAt: at })
    .execute()
}

interface Person {
  id: string
  circuitId: string
  congregationId?: string
  available: Flag
  slots: (readonly [dayOfWeek: string, timeSlot: string, isAvailable?: Flag])[]
}

async function addPerson(db: Db, { slots, ...person }: Person) {
  const names = { firstName: 'Ann', lastName: 'Lee', createdAt: at, updatedAt: at }
  await db
    .insertInto('volunteers')
    .values({ ...person, ...names })
    .execute()
  const rows = slots.map(([dayOfWeek, timeSlot, isAvailable = 1], index) => {
    const id = `${person.id}-${index}`
    return { id, volunteerId: person.id, dayOfWeek, timeSlot, isAvailable, createdAt: at }
  })
  await db.insertInto('availability_schedules').values(rows).execute()
}

it('counts people who are available and have the slot, each once', async () => {
  const db = await freshDatabase()
  await addPlaces(db)
  const morning = ['Monday', 'Morning'] as const
  await addPerson(db, {
    id: 'serves',
    circuitId: 'NY-1',
    congregationId: 'East',
    available: 1,
    slots: [morning, morning, ['Sunday', 'Morning', 0], ['Someday', 'Morning']],
  })
  await addPerson(db, {
    id: 'rests',
    circuitId: 'NY-1',
    available: 0,
    slots: [morning, ['Monday', 'Evening']],
  })
  await addPerson(db, { id: 'other', circuitId: 'NY-2', available: 1, slots: [morning] })

  const mondays = async (scope?: Parameters<typeof countAvailability>[1]) => {
    const { timeSlots, counts } = await countAvailability(db, scope)
    expect(
      counts
        .slice(1)
        .flat()
        .every((count) => count === 0),
    ).toBe(true)
    return Object.fromEntries(timeSlots.map((slot, index) => [slot, counts[0]?.[index]]))
  }
  expect(await mondays()).toEqual({ Morning: 2, Evening: 0 })
  expect(await mondays({ circuitId: 'NY-1' })).toEqual({ Morning: 1, Evening: 0 })
  expect(await mondays({ congregationId: 'East' })).toEqual({ Morning: 1 })
  expect(await mondays({ circuitId: 'nobody' })).toEqual({})
})
