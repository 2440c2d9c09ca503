import { describe, expect, it } from 'vitest'
import {
  existingPlaces,
  knownVolunteer,
  madeAt,
  sheetVolunteer,
  volunteerRow,
} from '../../../test/volunteers.ts'
import type { Detail, ExistingPlaces, VolunteerRow } from '../matching/existing-data.ts'
import type { SheetVolunteer } from '../reading/row-mapping.ts'
import { type DetailKind, detailKinds } from './detail-kinds.ts'
import { planImport } from './plan-import.ts'
import { PlacesPlanner } from './plan-places.ts'
import { planVolunteers } from './plan-volunteers.ts'

const at = '2026-11-20T15:00:00.000Z'

/** Ann in NY-1, Park, and Bo in NY-2, Hill, both in the database and in the sheet. */
const rows = [
  volunteerRow('ann'),
  volunteerRow('bo', { firstName: 'Bo', circuitId: 'c2', congregationId: 'g2' }),
]
const ann = sheetVolunteer({ locustId: 'ann' })
const bo = sheetVolunteer({
  locustId: 'bo',
  firstName: 'Bo',
  circuit: 'NY-2',
  congregation: 'Hill',
})

type Details = Partial<Record<DetailKind['table'], Detail[]>>

interface There extends ExistingPlaces {
  volunteers: VolunteerRow[]
}

const there = (over: Partial<There> = {}): There => ({
  volunteers: rows,
  ...existingPlaces(),
  ...over,
})

/**
 * Returns the plan for a sheet; `about` gives the id of the volunteer that each row matches, by default the Locust ID.
 */
function plan(
  sheet: SheetVolunteer[],
  existing: There = there(),
  details: Details = {},
  about = sheet.map(({ locustId }) => locustId),
) {
  const planner = new PlacesPlanner(existing, at)
  const byId = new Map(existing.volunteers.map((row) => [row.id, row]))
  const wanted = sheet.map((volunteer, index) => ({
    volunteer,
    place: planner.take(volunteer),
    id: byId.get(about[index] ?? '')?.id,
  }))
  const remaining = new Set(wanted.map(({ id }) => id))
  const before = {
    rows: byId,
    details: detailKinds.map(({ table }) =>
      (details[table] ?? []).filter(({ volunteerId }) => remaining.has(volunteerId)),
    ),
  }
  const changes = planVolunteers(wanted, before, { ...planner, wasEmpty: false }, at)
  const removed = existing.volunteers
    .filter(({ id }) => !remaining.has(id))
    .map(({ id, circuitId }) => knownVolunteer(id, { circuitId }))
  const totals = { ...changes, imported: sheet.length, removed, places: planner.finish() }
  const whole = planImport(existing, totals, at)
  return { ...changes, ...whole }
}

const noChanges = {
  new: 0,
  moved: 0,
  changed: 0,
  left: 0,
  unchanged: 0,
  newCircuits: 0,
  leftCircuits: 0,
  newCongregations: 0,
  leftCongregations: 0,
}

const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id)

describe('an import', () => {
  it('of the existing data changes nothing', () => {
    const { counts, circuits, volunteers, removedVolunteerIds } = plan([ann, bo])
    expect(counts).toEqual({ ...noChanges, unchanged: 2 })
    expect([circuits, volunteers, removedVolunteerIds]).toEqual([[], [], []])
  })

  it('adds, updates and removes, and touches the circuits of these', () => {
    const changed = { ...ann, zone: 'North' }
    const cy = sheetVolunteer({ locustId: 'cy', firstName: 'Cy' })
    const { counts, circuits, volunteers, removedVolunteerIds } = plan([changed, cy])
    expect(counts).toEqual({
      ...noChanges,
      new: 1,
      changed: 1,
      left: 1,
      leftCircuits: 1,
      leftCongregations: 1,
    })
    expect(removedVolunteerIds).toEqual(['bo'])
    expect(circuits).toEqual([{ id: 'c1', name: 'NY-1', congregations: 1, lastUpdated: at }])
    expect(volunteers).toEqual([
      { ...rows[0], zone: 'North', updatedAt: at },
      volunteerRow(volunteers[1]?.id ?? '', {
        locustId: 'cy',
        firstName: 'Cy',
        createdAt: at,
        updatedAt: at,
      }),
    ])
  })

  it.each<[keyof SheetVolunteer, unknown, keyof VolunteerRow, unknown]>([
    ['locustId', null, 'locustId', null],
    ['firstName', 'Anna', 'firstName', 'Anna'],
    ['lastName', 'Ray', 'lastName', 'Ray'],
    ['mobilePhone', '555', 'mobilePhone', '555'],
    ['emailAddress', 'a@b.c', 'emailAddress', 'a@b.c'],
    ['city', 'Newark', 'city', 'Newark'],
    ['zipCode', '07030', 'zipCode', '07030'],
    ['zone', 'North', 'zone', 'North'],
    ['tags', 'driver', 'tags', 'driver'],
    ['trained', true, 'trained', 1],
    ['available', true, 'available', 1],
    ['orientation', true, 'orientation', 1],
    ['availabilityDoubleShifts', true, 'availabilityDoubleShifts', 1],
    ['availabilityMaxShiftsPerWeek', 2, 'availabilityMaxShiftsPerWeek', 2],
    ['availabilityMaxShiftsPerMonth', 8, 'availabilityMaxShiftsPerMonth', 8],
    ['availabilityNote', 'No', 'availabilityNote', 'No'],
  ])('writes a volunteer whose %s has changed', (field, value, column, stored) => {
    const { volunteers } = plan([{ ...ann, [field]: value }, bo], there(), {}, ['ann', 'bo'])
    expect(volunteers).toEqual([{ ...rows[0], [column]: stored, updatedAt: at }])
  })

  it('touches the circuit that somebody leaves and the one that they join', () => {
    const { circuits, volunteers } = plan([ann, bo, { ...ann, locustId: 'cy', firstName: 'Cy' }])
    expect(ids(circuits)).toEqual(['c1'])
    const existing = there({
      volunteers: [...rows, { ...volunteerRow('cy'), ...volunteers[0] }],
    })
    const moved = { ...bo, locustId: 'cy', firstName: 'Cy' }
    expect(ids(plan([ann, bo, moved], existing).circuits)).toEqual(['c1', 'c2'])
  })

  it('counts a volunteer who moves once, and the places that are new and removed', () => {
    const elsewhere = { ...bo, circuit: 'NY-3', congregation: 'Lake', zone: 'North' }
    const next = sheetVolunteer({ locustId: 'ann', congregation: 'Square' })
    expect(plan([next, elsewhere]).counts).toEqual({
      ...noChanges,
      moved: 2,
      newCircuits: 1,
      leftCircuits: 1,
      newCongregations: 2,
      leftCongregations: 2,
    })
  })

  it('touches the circuit of a volunteer who is removed, and no other', () => {
    const existing = there({ volunteers: [...rows, volunteerRow('cy')] })
    const { circuits, counts } = plan([ann, bo], existing)
    expect([ids(circuits), counts.left]).toEqual([['c1'], 1])
  })

  it('touches the circuit of a congregation that is added, changed or removed', () => {
    const dutch = plan([{ ...ann, language: 'Dutch' }, bo])
    expect([ids(dutch.circuits), dutch.volunteers]).toEqual([['c1'], []])

    const existing = there()
    const gone = { ...existing.congregations[0], id: 'g9', name: 'Gone', circuitId: 'c2' }
    const more = { ...existing, congregations: [...existing.congregations, gone] } as There
    expect(ids(plan([ann, bo], more).circuits)).toEqual(['c2'])
  })

  it('corrects the number of congregations of a circuit', () => {
    const existing = there()
    const [first, ...others] = existing.circuits
    const circuits = [{ ...first, congregations: 7 }, ...others] as There['circuits']
    expect(plan([ann, bo], { ...existing, circuits }).circuits).toEqual([
      { id: 'c1', name: 'NY-1', congregations: 1, lastUpdated: at },
    ])
  })

  it('matches a volunteer without a place by no place', () => {
    const nowhere = volunteerRow('x', { locustId: null, circuitId: null, congregationId: null })
    const { counts } = plan([ann, bo], there({ volunteers: [...rows, nowhere] }))
    expect(counts).toEqual({ ...noChanges, left: 1, unchanged: 2 })
  })
})

describe('details', () => {
  const monday = { dayOfWeek: 'Monday', timeSlot: 'Morning' }
  const table = 'availability_schedules'

  function changesOf(sheet: SheetVolunteer[], existing: Detail[]) {
    const result = plan(sheet, undefined, { [table]: existing })
    const changes = result.details.find(({ kind }) => kind.table === table)
    return { ...result, changes }
  }
  const existingDetail = (id: string, volunteerId: string): Detail => ({
    id,
    volunteerId,
    ...monday,
  })

  it('that are the same stay, and their volunteer is not written', () => {
    const { changes, volunteers } = changesOf(
      [{ ...ann, availability: [monday] }, bo],
      [existingDetail('d1', 'ann')],
    )
    expect(changes).toMatchObject({ added: [], removedIds: [], volunteerIds: [] })
    expect(volunteers).toEqual([])
  })

  it('that are new or gone mark their volunteer as changed', () => {
    const { changes, volunteers, counts } = changesOf(
      [{ ...ann, availability: [monday, monday] }, bo],
      [existingDetail('d2', 'bo')],
    )
    expect(changes?.added).toHaveLength(1)
    expect(changes?.removedIds).toEqual(['d2'])
    expect(changes?.volunteerIds).toEqual(['ann', 'bo'])
    expect(ids(volunteers)).toEqual(['ann', 'bo'])
    expect(volunteers[0]).toEqual({ ...rows[0], updatedAt: at })
    expect(counts).toEqual({ ...noChanges, changed: 2 })
  })

  it('that occur twice are stored once', () => {
    const { changes } = changesOf(
      [{ ...ann, availability: [monday] }, bo],
      [existingDetail('d1', 'ann'), existingDetail('d2', 'ann')],
    )
    expect(changes).toMatchObject({ added: [], removedIds: ['d2'], volunteerIds: ['ann'] })
  })

  it('of a volunteer who is removed are removed too', () => {
    const { changes } = changesOf([ann], [existingDetail('d2', 'bo')])
    expect(changes).toMatchObject({ added: [], removedIds: [], volunteerIds: [] })
  })
})

it('existing rows keep the time at which they were created', () => {
  const { volunteers } = plan([{ ...ann, zone: 'North' }, bo])
  expect(volunteers[0]).toMatchObject({ createdAt: madeAt, updatedAt: at })
})
