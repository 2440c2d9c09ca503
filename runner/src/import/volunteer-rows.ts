import { randomUUID } from 'node:crypto'
import { toFlag } from '@dashboard/store/column-values'
import type {
  AppointmentRow,
  AssignmentRow,
  ContactRow,
  ScheduleRow,
  VolunteerRow,
} from './existing-data.ts'
import { congregationKey, type PlacesPlan } from './plan-places.ts'
import type { SheetVolunteer } from './row-mapping.ts'

/** The row that a sheet volunteer comes to; `before` is the one there is. */
export function volunteerRow(
  volunteer: SheetVolunteer,
  id: string,
  places: PlacesPlan,
  before: VolunteerRow | undefined,
  at: string,
): VolunteerRow {
  return {
    id,
    locustId: volunteer.locustId,
    firstName: volunteer.firstName,
    lastName: volunteer.lastName,
    mobilePhone: volunteer.mobilePhone,
    emailAddress: volunteer.emailAddress,
    city: volunteer.city,
    zipCode: volunteer.zipCode,
    circuitId: places.circuitIds.get(volunteer.circuit) ?? null,
    congregationId: places.congregationIds.get(congregationKey(volunteer)) ?? null,
    zone: volunteer.zone,
    tags: volunteer.tags,
    trained: toFlag(volunteer.trained),
    available: toFlag(volunteer.available),
    orientation: toFlag(volunteer.orientation),
    availabilityDoubleShifts: toFlag(volunteer.doubleShifts),
    availabilityMaxShiftsPerWeek: volunteer.maxShiftsPerWeek,
    availabilityMaxShiftsPerMonth: volunteer.maxShiftsPerMonth,
    availabilityNote: volunteer.availabilityNote,
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  }
}

/** What hangs on the volunteers, as rows; those that are there already are sorted out later. */
export function wantedDetails(
  wanted: readonly { volunteer: SheetVolunteer; row: VolunteerRow }[],
  { locationIds }: PlacesPlan,
  at: string,
) {
  const assignments: AssignmentRow[] = []
  const appointments: AppointmentRow[] = []
  const schedules: ScheduleRow[] = []
  const contacts: ContactRow[] = []
  for (const { volunteer, row } of wanted) {
    const volunteerId = row.id
    const own = () => ({ id: randomUUID(), volunteerId })
    for (const { name } of volunteer.cartLocations) {
      assignments.push({ ...own(), locationId: locationIds.get(name) ?? '', assignedAt: at })
    }
    for (const { name, category } of volunteer.appointments) {
      appointments.push({ ...own(), title: name, category, assignedAt: at })
    }
    for (const { dayOfWeek, timeSlot } of volunteer.availability) {
      const slot = { dayOfWeek, timeSlot, isAvailable: toFlag(true), notes: null }
      schedules.push({ ...own(), ...slot, createdAt: at })
    }
    for (const contact of volunteer.contacts) {
      contacts.push({ ...own(), ...contact, isPrimary: toFlag(contact.isPrimary), createdAt: at })
    }
  }
  return { assignments, appointments, schedules, contacts }
}
