import { describe, expect, it } from 'vitest'
import type { SheetVolunteer } from '../1-read/row-mapping.ts'
import type { ExistingData, ExistingDetail, VolunteerRow } from '../2-match/existing-data.ts'
import { existingData, madeAt, sheetVolunteer, volunteerRow } from '../test-volunteers.ts'
import { type DetailKind, detailKinds } from './detail-kinds.ts'
import { planDetails } from './plan-details.ts'
import { planImport } from './plan-import.ts'
import { planPeople } from './plan-people.ts'

const at = '2026-11-20T15:00:00.000Z'

/** Ann in NY-1, Park, and Bo in NY-2, Hill: in the database and in the sheet. */
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

type Details = Partial<Record<DetailKind['table'], ExistingDetail[]>>

async function plan(
  sheet: SheetVolunteer[],
  existing: ExistingData = existingData({ volunteers: rows }),
  details: Details = {},
) {
  const people = planPeople(existing, sheet, at)
  const changes = []
  for (const kind of detailKinds) {
    async function* listed() {
      yield* details[kind.table] ?? []
    }
    changes.push(await planDetails(kind, listed(), people, at))
  }
  return planImport(existing, people, changes, at)
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
  it('of what is there changes nothing', async () => {
    const { counts, circuits, volunteers, removedVolunteerIds } = await plan([ann, bo])
    expect(counts).toEqual({ ...noChanges, unchanged: 2 })
    expect([circuits, volunteers, removedVolunteerIds]).toEqual([[], [], []])
  })

  it('adds, updates and removes, and touches the circuits of these', async () => {
    const changed = { ...ann, zone: 'North' }
    const cy = sheetVolunteer({ locustId: 'cy', firstName: 'Cy' })
    const { counts, circuits, volunteers, removedVolunteerIds } = await plan([changed, cy])
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
        ...{ locustId: 'cy', firstName: 'Cy', createdAt: at, updatedAt: at },
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
    ['doubleShifts', true, 'availabilityDoubleShifts', 1],
    ['maxShiftsPerWeek', 2, 'availabilityMaxShiftsPerWeek', 2],
    ['maxShiftsPerMonth', 8, 'availabilityMaxShiftsPerMonth', 8],
    ['availabilityNote', 'No', 'availabilityNote', 'No'],
  ])('writes a volunteer whose %s has changed', async (field, value, column, stored) => {
    const { volunteers } = await plan([{ ...ann, [field]: value }, bo])
    expect(volunteers).toEqual([{ ...rows[0], [column]: stored, updatedAt: at }])
  })

  it('touches the circuit that somebody leaves and the one that is joined', async () => {
    const { circuits, volunteers } = await plan([
      ann,
      bo,
      { ...ann, locustId: 'cy', firstName: 'Cy' },
    ])
    expect(ids(circuits)).toEqual(['c1'])
    const existing = existingData({
      volunteers: [...rows, { ...volunteerRow('cy'), ...volunteers[0] }],
    })
    const moved = { ...bo, locustId: 'cy', firstName: 'Cy' }
    expect(ids((await plan([ann, bo, moved], existing)).circuits)).toEqual(['c1', 'c2'])
  })

  it('counts who moves once, and the places that come and go', async () => {
    const elsewhere = { ...bo, circuit: 'NY-3', congregation: 'Lake', zone: 'North' }
    const next = sheetVolunteer({ locustId: 'ann', congregation: 'Square' })
    const { counts } = await plan([next, elsewhere])
    expect(counts).toEqual({
      ...noChanges,
      moved: 2,
      newCircuits: 1,
      leftCircuits: 1,
      newCongregations: 2,
      leftCongregations: 2,
    })
  })

  it('touches the circuit of who is removed, and no other', async () => {
    const existing = existingData({ volunteers: [...rows, volunteerRow('cy')] })
    const { circuits, counts } = await plan([ann, bo], existing)
    expect([ids(circuits), counts.left]).toEqual([['c1'], 1])
  })

  it('touches the circuit of a congregation that changes, comes or goes', async () => {
    const dutch = await plan([{ ...ann, language: 'Dutch' }, bo])
    expect([ids(dutch.circuits), dutch.volunteers]).toEqual([['c1'], []])

    const existing = existingData({ volunteers: rows })
    const gone = { ...existing.congregations[0], id: 'g9', name: 'Gone', circuitId: 'c2' }
    const more = { ...existing, congregations: [...existing.congregations, gone] } as ExistingData
    expect(ids((await plan([ann, bo], more)).circuits)).toEqual(['c2'])
  })

  it('corrects the number of congregations of a circuit', async () => {
    const existing = existingData({ volunteers: rows })
    const [first, ...others] = existing.circuits
    const circuits = [{ ...first, congregations: 7 }, ...others] as ExistingData['circuits']
    expect((await plan([ann, bo], { ...existing, circuits })).circuits).toEqual([
      { id: 'c1', name: 'NY-1', congregations: 1, lastUpdated: at },
    ])
  })

  it('matches a volunteer without a place by no place', async () => {
    const nowhere = volunteerRow('x', { locustId: null, circuitId: null, congregationId: null })
    const { counts } = await plan([ann, bo], existingData({ volunteers: [...rows, nowhere] }))
    expect(counts).toEqual({ ...noChanges, left: 1, unchanged: 2 })
  })
})

describe('details', () => {
  const monday = { dayOfWeek: 'Monday', timeSlot: 'Morning' }
  const table = 'availability_schedules'

  async function changesOf(sheet: SheetVolunteer[], existing: ExistingDetail[]) {
    const result = await plan(sheet, undefined, { [table]: existing })
    const changes = result.details.find(({ kind }) => kind.table === table)
    return { ...result, changes }
  }
  const existingDetail = (id: string, volunteerId: string): ExistingDetail => ({
    id,
    volunteerId,
    values: monday,
  })

  it('that are the same stay, and their volunteer is not written', async () => {
    const { changes, volunteers } = await changesOf(
      [{ ...ann, availability: [monday] }, bo],
      [existingDetail('d1', 'ann')],
    )
    expect(changes).toMatchObject({ added: [], removedIds: [], volunteerIds: [] })
    expect(volunteers).toEqual([])
  })

  it('that are new or gone make their volunteer changed', async () => {
    const { changes, volunteers, counts } = await changesOf(
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

  it('that are there twice remain once', async () => {
    const { changes } = await changesOf(
      [{ ...ann, availability: [monday] }, bo],
      [existingDetail('d1', 'ann'), existingDetail('d2', 'ann')],
    )
    expect(changes).toMatchObject({ added: [], removedIds: ['d2'], volunteerIds: ['ann'] })
  })

  it('of a volunteer who is removed go with the volunteer', async () => {
    const { changes } = await changesOf([ann], [existingDetail('d2', 'bo')])
    expect(changes).toMatchObject({ added: [], removedIds: [], volunteerIds: [] })
  })
})

it('rows that are there keep when they were made', async () => {
  const { volunteers } = await plan([{ ...ann, zone: 'North' }, bo])
  expect(volunteers[0]).toMatchObject({ createdAt: madeAt, updatedAt: at })
})
