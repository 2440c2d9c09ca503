import type { Generated } from 'kysely'
import type { Flag, IsoText } from './column-values.ts'

/** What belongs to a volunteer and goes with it. */

export interface VolunteerCartAssignmentsTable {
  id: string
  volunteerId: string
  locationId: string
  assignedAt: IsoText
}

export interface AppointmentsTable {
  id: string
  volunteerId: string
  title: string
  category: string | null
  assignedAt: IsoText
}

export interface AvailabilitySchedulesTable {
  id: string
  volunteerId: string
  dayOfWeek: string
  timeSlot: string
  isAvailable: Generated<Flag>
  notes: string | null
  createdAt: IsoText
}

export interface EmergencyContactsTable {
  id: string
  volunteerId: string
  name: string
  phone: string | null
  email: string | null
  relationship: string | null
  notes: string | null
  isPrimary: Generated<Flag>
  createdAt: IsoText
}
