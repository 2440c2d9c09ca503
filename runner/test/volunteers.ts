import { columnsOf, type VolunteerValues } from '@dashboard/contract/sheet-columns'
import { toStoredValues } from '@dashboard/store/volunteers/volunteer-values'
import {
  type ExistingPlaces,
  type KnownVolunteer,
  spellingOf,
  type VolunteerRow,
} from '../src/import/matching/existing-data.ts'
import type { SheetVolunteer } from '../src/import/reading/row-mapping.ts'

/** Volunteers and rows in memory, for tests of the plan. */

/** When the existing rows were created. */
export const madeAt = '2026-01-01T00:00:00.000Z'

/** What a sheet says that has only the columns of the names, without the names. */
export const emptyValues = Object.fromEntries(
  columnsOf('volunteer').map(({ field, reads }) => [field, reads === 'flag' ? false : null]),
) as unknown as VolunteerValues

export function sheetVolunteer(over: Partial<SheetVolunteer> = {}): SheetVolunteer {
  return {
    ...emptyValues,
    firstName: 'Ann',
    lastName: 'Lee',
    circuit: 'NY-1',
    congregation: 'Park',
    language: null,
    congregationCity: null,
    availability: [],
    cartLocations: [],
    appointments: [],
    contacts: [],
    ...over,
  }
}

export function volunteerRow(id: string, over: Partial<VolunteerRow> = {}): VolunteerRow {
  return {
    ...toStoredValues(emptyValues),
    id,
    locustId: id,
    firstName: 'Ann',
    lastName: 'Lee',
    circuitId: 'c1',
    congregationId: 'g1',
    createdAt: madeAt,
    updatedAt: madeAt,
    ...over,
  }
}

/** Returns the fields that an import holds in memory for an existing volunteer. */
export function knownVolunteer(id: string, over: Partial<KnownVolunteer> = {}): KnownVolunteer {
  const defaults = {
    circuitId: 'c1',
    congregationId: 'g1',
    spelling: spellingOf({ firstName: 'Ann', lastName: 'Lee' }),
    isMatched: false,
  }
  return { id, locustId: id, ...defaults, ...over }
}

/** Returns the circuit NY-1 with the congregation Park, and NY-2 with Hill. */
export function existingPlaces(over: Partial<ExistingPlaces> = {}): ExistingPlaces {
  const place = { language: null, city: null, createdAt: madeAt }
  return {
    circuits: [
      { id: 'c1', name: 'NY-1', congregations: 1, lastUpdated: madeAt },
      { id: 'c2', name: 'NY-2', congregations: 1, lastUpdated: madeAt },
    ],
    congregations: [
      { id: 'g1', name: 'Park', circuitId: 'c1', ...place },
      { id: 'g2', name: 'Hill', circuitId: 'c2', ...place },
    ],
    locations: [],
    ...over,
  }
}
