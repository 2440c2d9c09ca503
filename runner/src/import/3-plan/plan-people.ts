import { randomUUIDv7 } from 'node:crypto'
import { toFlag } from '@dashboard/store/database/column-values'
import type { SheetVolunteer } from '../1-read/row-mapping.ts'
import type { ExistingData, VolunteerRow } from '../2-match/existing-data.ts'
import { type KnownVolunteer, matchVolunteers } from '../2-match/match-volunteers.ts'
import { congregationKey, type PlacesPlan, planPlaces } from './plan-places.ts'

/** Which volunteers the sheet keeps, adds and removes. */
export interface PeoplePlan {
  places: PlacesPlan
  /** Every volunteer of the sheet with its row after the import. */
  wanted: { volunteer: SheetVolunteer; row: VolunteerRow; before: VolunteerRow | undefined }[]
  keptIds: ReadonlySet<string>
  removed: VolunteerRow[]
}

/** Matches the sheet with the existing volunteers and makes a row of each in the sheet. */
export function planPeople(
  existing: ExistingData,
  sheet: readonly SheetVolunteer[],
  at: string,
): PeoplePlan {
  const places = planPlaces(existing, sheet, at)
  const rows = new Map(existing.volunteers.map((row) => [row.id, row]))
  const matches = matchVolunteers(knownVolunteers(existing), sheet)
  const wanted = sheet.map((volunteer, index) => {
    const before = rows.get(matches[index] ?? '')
    return { volunteer, row: volunteerRow(volunteer, places, before, at), before }
  })
  const keptIds = new Set(wanted.map(({ row }) => row.id))
  return {
    places,
    wanted,
    keptIds,
    removed: existing.volunteers.filter(({ id }) => !keptIds.has(id)),
  }
}

function knownVolunteers({ circuits, congregations, volunteers }: ExistingData): KnownVolunteer[] {
  const circuitNames = new Map(circuits.map(({ id, name }) => [id, name]))
  const congregationNames = new Map(congregations.map(({ id, name }) => [id, name]))
  return volunteers.map(({ id, locustId, firstName, lastName, circuitId, congregationId }) => ({
    id,
    locustId,
    firstName,
    lastName,
    circuit: circuitNames.get(circuitId ?? '') ?? '',
    congregation: congregationNames.get(congregationId ?? '') ?? '',
  }))
}

function volunteerRow(
  volunteer: SheetVolunteer,
  places: PlacesPlan,
  before: VolunteerRow | undefined,
  at: string,
): VolunteerRow {
  return {
    id: before?.id ?? randomUUIDv7(),
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
