import { freshDatabase } from '@dashboard/store/test/database'
import { expect, it } from 'vitest'
import { addCircuit, addDetails, addVolunteer } from '../../../test/seeded-volunteers.ts'
import { congregationFinder, readCircuitReport, readCongregationReport } from './report-queries.ts'

it('reads a circuit with its congregations in order and volunteers by last name', async () => {
  const db = await freshDatabase()
  const circuitId = await addCircuit(db, 'NY-10', ['East 10', 'East 2'])
  const other = await addCircuit(db, 'NY-2', ['East 2'])
  const congregationId = 'NY-10/East 2'
  await addVolunteer(db, { circuitId, congregationId, lastName: 'Zuniga', trained: 1 })
  const id = await addVolunteer(db, { circuitId, congregationId, lastName: 'Álvarez' })
  await addVolunteer(db, { circuitId, lastName: 'Nobody' })
  await addVolunteer(db, { circuitId: other, congregationId: 'NY-2/East 2' })
  await addDetails(db, id)

  const content = await readCircuitReport(db, 'NY-10')
  expect(content?.congregations.map(({ name }) => name)).toEqual(['East 2', 'East 10', null])
  const [east, , without] = content?.congregations ?? []
  expect(east).toMatchObject({ language: 'Spanish', city: 'Newark' })
  expect(east?.volunteers.map(({ lastName }) => lastName)).toEqual(['Álvarez', 'Zuniga'])
  expect(east?.volunteers.map(({ trained }) => trained)).toEqual([false, true])
  expect(east?.volunteers[0]).toMatchObject({
    availability: [{ day: 'Monday', timeSlot: 'Morning' }],
    cartLocations: ['Penn Station'],
    emergencyContacts: [],
  })
  expect(content?.isTrainingKnown).toBe(true)
  expect(without?.volunteers).toHaveLength(1)
})

it("orders volunteers by the alphabet of their congregation's language", async () => {
  const db = await freshDatabase()
  const circuitId = await addCircuit(db, 'NY-10', ['East'])
  for (const lastName of ['Ñandú', 'Olmo', 'Nuria']) {
    await addVolunteer(db, { circuitId, congregationId: 'NY-10/East', lastName })
  }
  const east = await readCongregationReport(db, 'NY-10/East')
  const circuit = await readCircuitReport(db, 'NY-10')
  for (const congregation of [east?.congregation, circuit?.congregations[0]]) {
    const lastNames = congregation?.volunteers.map(({ lastName }) => lastName)
    expect(lastNames).toEqual(['Nuria', 'Ñandú', 'Olmo'])
  }
})

it('reads a congregation with emergency contacts, the primary one first', async () => {
  const db = await freshDatabase()
  const circuitId = await addCircuit(db, 'NY-10', ['East'])
  const id = await addVolunteer(db, { circuitId, congregationId: 'NY-10/East', available: 1 })
  await addDetails(db, id)

  const content = await readCongregationReport(db, 'NY-10/East')
  expect(content?.isTrainingKnown).toBe(false)
  expect(content).toMatchObject({ circuit: 'NY-10', congregation: { name: 'East' } })
  expect(content?.congregation.volunteers[0]?.emergencyContacts).toEqual([
    { name: 'Zoe', relationship: 'mother', phone: null, email: null, notes: null },
    { name: 'Ana', relationship: null, phone: '555', email: null, notes: null },
  ])
})

it('returns nothing for an unknown circuit or congregation', async () => {
  const db = await freshDatabase()
  expect(await readCircuitReport(db, 'NY-10')).toBeUndefined()
  expect(await readCongregationReport(db, 'NY-10/East')).toBeUndefined()
})

it('finds congregations by label, also by one that an import has changed since', async () => {
  const db = await freshDatabase()
  await addCircuit(db, 'NY-1', ['Central', 'East'])
  await addCircuit(db, 'NY-2', ['Central'])
  const find = await congregationFinder(db)
  expect(find('Central (NY-2)')).toBe('NY-2/Central')
  expect(find('East')).toBe('NY-1/East')
  expect(find('East (NY-1)')).toBe('NY-1/East')
  expect(find('Central')).toBeUndefined()
})
