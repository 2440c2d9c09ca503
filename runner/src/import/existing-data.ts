import type { Db } from '@dashboard/store/database'
import type {
  AppointmentsTable,
  AvailabilitySchedulesTable,
  CartLocationsTable,
  CircuitsTable,
  CongregationsTable,
  EmergencyContactsTable,
  VolunteerCartAssignmentsTable,
  VolunteersTable,
} from '@dashboard/store/schema'
import type { Selectable } from 'kysely'

export type CircuitRow = Selectable<CircuitsTable>
export type CongregationRow = Selectable<CongregationsTable>
export type VolunteerRow = Selectable<VolunteersTable>
export type LocationRow = Selectable<CartLocationsTable>
export type AssignmentRow = Selectable<VolunteerCartAssignmentsTable>
export type AppointmentRow = Selectable<AppointmentsTable>
export type ScheduleRow = Selectable<AvailabilitySchedulesTable>
export type ContactRow = Selectable<EmergencyContactsTable>

/** All that an import may change. */
export interface ExistingData {
  circuits: CircuitRow[]
  congregations: CongregationRow[]
  volunteers: VolunteerRow[]
  locations: LocationRow[]
  assignments: AssignmentRow[]
  appointments: AppointmentRow[]
  schedules: ScheduleRow[]
  contacts: ContactRow[]
}

export async function readExisting(db: Db): Promise<ExistingData> {
  return {
    circuits: await db.selectFrom('circuits').selectAll().execute(),
    congregations: await db.selectFrom('congregations').selectAll().execute(),
    volunteers: await db.selectFrom('volunteers').selectAll().execute(),
    locations: await db.selectFrom('cart_locations').selectAll().execute(),
    assignments: await db.selectFrom('volunteer_cart_assignments').selectAll().execute(),
    appointments: await db.selectFrom('appointments').selectAll().execute(),
    schedules: await db.selectFrom('availability_schedules').selectAll().execute(),
    contacts: await db.selectFrom('emergency_contacts').selectAll().execute(),
  }
}
