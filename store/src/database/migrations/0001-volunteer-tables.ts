import { index, type Schema, table } from './table-parts.ts'

export async function createVolunteers(db: Schema): Promise<void> {
  await table(db, 'circuits')
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('congregations', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('lastUpdated', 'text')
    .execute()

  await table(db, 'congregations')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('circuitId', 'text', (column) =>
      column.notNull().references('circuits.id').onDelete('cascade'),
    )
    .addColumn('language', 'text')
    .addColumn('city', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addUniqueConstraint('congregations_name_in_circuit', ['circuitId', 'name'])
    .execute()
  await index(db, 'congregations', ['name'])

  await table(db, 'volunteers')
    .addColumn('locustId', 'text', (column) => column.unique())
    .addColumn('firstName', 'text', (column) => column.notNull())
    .addColumn('lastName', 'text', (column) => column.notNull())
    .addColumn('mobilePhone', 'text')
    .addColumn('emailAddress', 'text')
    .addColumn('city', 'text')
    .addColumn('zipCode', 'text')
    .addColumn('circuitId', 'text', (column) =>
      column.references('circuits.id').onDelete('cascade'),
    )
    .addColumn('congregationId', 'text', (column) =>
      column.references('congregations.id').onDelete('cascade'),
    )
    .addColumn('zone', 'text')
    .addColumn('tags', 'text')
    .addColumn('trained', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('available', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('orientation', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('availabilityDoubleShifts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('availabilityMaxShiftsPerWeek', 'integer')
    .addColumn('availabilityMaxShiftsPerMonth', 'integer')
    .addColumn('availabilityNote', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await index(db, 'volunteers', ['circuitId'])
  await index(db, 'volunteers', ['congregationId'])
}

export async function createVolunteerDetails(db: Schema): Promise<void> {
  await table(db, 'cart_locations')
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('category', 'text')
    .addColumn('description', 'text')
    .addColumn('active', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()

  await ofVolunteer(db, 'volunteer_cart_assignments')
    .addColumn('locationId', 'text', (column) =>
      column.notNull().references('cart_locations.id').onDelete('cascade'),
    )
    .addColumn('assignedAt', 'text', (column) => column.notNull())
    .addUniqueConstraint('volunteer_cart_assignments_once', ['volunteerId', 'locationId'])
    .execute()
  await index(db, 'volunteer_cart_assignments', ['locationId'])

  await ofVolunteer(db, 'appointments')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('category', 'text')
    .addColumn('assignedAt', 'text', (column) => column.notNull())
    .execute()
  await index(db, 'appointments', ['volunteerId'])

  await ofVolunteer(db, 'availability_schedules')
    .addColumn('dayOfWeek', 'text', (column) => column.notNull())
    .addColumn('timeSlot', 'text', (column) => column.notNull())
    .addColumn('isAvailable', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('notes', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await index(db, 'availability_schedules', ['volunteerId'])

  await ofVolunteer(db, 'emergency_contacts')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('phone', 'text')
    .addColumn('email', 'text')
    .addColumn('relationship', 'text')
    .addColumn('notes', 'text')
    .addColumn('isPrimary', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await index(db, 'emergency_contacts', ['volunteerId'])
}

/** Creates a table whose rows belong to a volunteer and are deleted with it. */
function ofVolunteer<T extends string>(db: Schema, name: T) {
  return table(db, name).addColumn('volunteerId', 'text', (column) =>
    column.notNull().references('volunteers.id').onDelete('cascade'),
  )
}
