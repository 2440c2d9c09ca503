import { randomUUID } from 'node:crypto'
import type { Db } from '@dashboard/store/database/open-database'
import type { Database } from '@dashboard/store/database/schema'
import type { Insertable } from 'kysely'

/** Inserts rows for tests that read from the database. */

const at = '2026-11-20T15:00:00.000Z'

export async function addCircuit(db: Db, name: string, congregations: string[]): Promise<string> {
  const circuitId = randomUUID()
  await db
    .insertInto('circuits')
    .values({ id: circuitId, name, congregations: congregations.length, lastUpdated: at })
    .execute()
  for (const congregation of congregations) {
    await db
      .insertInto('congregations')
      .values({
        id: `${name}/${congregation}`,
        name: congregation,
        circuitId,
        language: 'Spanish',
        city: 'Newark',
        createdAt: at,
      })
      .execute()
  }
  return circuitId
}

/** Adds a volunteer; `congregationId` is the `circuit/congregation` that `addCircuit` added. */
export async function addVolunteer(
  db: Db,
  values: Partial<Insertable<Database['volunteers']>> & { circuitId: string },
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('volunteers')
    .values({
      firstName: 'Maria',
      lastName: 'Lopez',
      congregationId: null,
      createdAt: at,
      updatedAt: at,
      ...values,
      id,
    })
    .execute()
  return id
}

export async function addDetails(db: Db, volunteerId: string): Promise<void> {
  const row = () => ({ id: randomUUID(), volunteerId, createdAt: at })
  await db
    .insertInto('availability_schedules')
    .values([
      { ...row(), dayOfWeek: 'Monday', timeSlot: 'Morning', isAvailable: 1 },
      { ...row(), dayOfWeek: 'Tuesday', timeSlot: 'Morning', isAvailable: 0 },
    ])
    .execute()
  await db
    .insertInto('emergency_contacts')
    .values([
      { ...row(), name: 'Ana', phone: '555', isPrimary: 0 },
      { ...row(), name: 'Zoe', relationship: 'mother', isPrimary: 1 },
    ])
    .execute()
  const locationId = randomUUID()
  await db
    .insertInto('cart_locations')
    .values({ id: locationId, name: 'Penn Station', createdAt: at })
    .execute()
  await db
    .insertInto('volunteer_cart_assignments')
    .values({ id: randomUUID(), volunteerId, locationId, assignedAt: at })
    .execute()
}
