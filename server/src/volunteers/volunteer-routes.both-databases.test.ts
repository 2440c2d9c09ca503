import { randomUUID } from 'node:crypto'
import { nowIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { expect, it } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { insertPeople } from '../../test/people.ts'
import { addChange, storedImport, storedReview } from '../../test/stored-imports.ts'

async function insertContact(db: Db, volunteerId: string, name: string, isPrimary: 0 | 1) {
  await db
    .insertInto('emergency_contacts')
    .values({
      id: randomUUID(),
      volunteerId,
      name,
      phone: '555-0199',
      isPrimary,
      createdAt: nowIso(),
    })
    .execute()
}

async function onePerson() {
  const { db, as } = await startTestApp()
  const [id = ''] = await insertPeople(db, [
    {
      name: ['Ann', 'Lee'],
      language: 'Greek',
      trained: true,
      slots: ['Sunday:Morning', 'Monday:Evening', 'Monday:Morning', 'Monday:Morning'],
      locations: ['Pier 4', 'Main St'],
    },
  ])
  return { db, id, user: await as('user') }
}

it('answers one volunteer in full, with the week in order and emergency contacts only counted', async () => {
  const { db, id, user } = await onePerson()
  await insertContact(db, id, 'Bo', 1)
  const response = await user.inject({ method: 'GET', url: `/api/volunteers/${id}` })
  expect(response.json().volunteer).toMatchObject({
    id,
    firstName: 'Ann',
    lastName: 'Lee',
    circuit: 'NY-1',
    congregation: 'Park',
    language: 'Greek',
    trained: true,
    available: false,
    mobilePhone: null,
    availability: [
      { dayOfWeek: 'Monday', timeSlot: 'Morning' },
      { dayOfWeek: 'Monday', timeSlot: 'Evening' },
      { dayOfWeek: 'Sunday', timeSlot: 'Morning' },
    ],
    cartLocations: [
      { name: 'Main St', category: null },
      { name: 'Pier 4', category: null },
    ],
    appointments: [],
    emergencyContacts: 1,
    history: [],
  })
  expect(response.body).not.toContain('555-0199')
})

it('answers what the completed imports have changed, newest first', async () => {
  const { db, id, user } = await onePerson()
  const first = await storedImport(db)
  await addChange(db, first, 1, { volunteerId: id, kind: 'new', fromCircuit: null })
  const second = await storedImport(db)
  const fields = [{ field: 'Mobile', before: '555-0100', after: null }]
  await addChange(db, second, 1, {
    volunteerId: id,
    kind: 'moved',
    fields: JSON.stringify(fields),
    fromCircuit: 'NY-2',
  })
  await addChange(db, second, 2, { volunteerId: 'somebody else' })
  const review = await storedReview(db)
  await addChange(db, review, 1, { volunteerId: id })
  const response = await user.inject({ method: 'GET', url: `/api/volunteers/${id}` })
  const { history } = response.json().volunteer
  expect(history).toMatchObject([
    {
      importId: second,
      kind: 'moved',
      fields: [{ field: 'Circuit', before: 'NY-2', after: 'NY-1' }, ...fields],
    },
    { importId: first, kind: 'new', fields: [] },
  ])
})

it('answers emergency contacts, the primary one first, and records each look in the audit log', async () => {
  const { db, id, user } = await onePerson()
  await insertContact(db, id, 'Second', 0)
  await insertContact(db, id, 'First', 1)
  const response = await user.inject({
    method: 'GET',
    url: `/api/volunteers/${id}/emergency-contacts`,
  })
  const { emergencyContacts } = response.json()
  expect(emergencyContacts.map(({ name }: { name: string }) => name)).toEqual(['First', 'Second'])
  const entries = await db.selectFrom('audit_log').select(['action', 'subject']).execute()
  expect(entries).toEqual([
    { action: 'volunteer.emergency-contacts.read', subject: `volunteer:${id}` },
  ])
})

it('answers 404 for somebody who does not exist, without an entry', async () => {
  const { db, as } = await startTestApp()
  const user = await as('user')
  for (const path of ['nobody', 'nobody/emergency-contacts']) {
    const response = await user.inject({ method: 'GET', url: `/api/volunteers/${path}` })
    expect([response.statusCode, response.json().message]).toEqual([404, 'Volunteer not found'])
  }
  expect(await db.selectFrom('audit_log').selectAll().execute()).toEqual([])
})

it('saves filters under names, separately for each user', async () => {
  const { as } = await startTestApp()
  const ann = await as('user')
  const bo = await as('user')
  const save = (name: string, filters: string) =>
    ann.inject({ method: 'POST', url: '/api/saved-filters', payload: { name, filters } })
  expect((await save('Greek 10', 'language=Greek')).statusCode).toBe(201)
  await save('Greek 2', 'trained=true')
  const replaced = await save('Greek 10', 'language=Greek&trained=true')
  const list = async (user: typeof ann) =>
    (await user.inject({ method: 'GET', url: '/api/saved-filters' })).json().savedFilters
  expect(await list(ann)).toEqual([
    expect.objectContaining({ name: 'Greek 2' }),
    expect.objectContaining({ name: 'Greek 10', filters: 'language=Greek&trained=true' }),
  ])
  expect(await list(bo)).toEqual([])
  const url = `/api/saved-filters/${replaced.json().savedFilters.id}`
  expect((await bo.inject({ method: 'DELETE', url })).statusCode).toBe(404)
  expect((await ann.inject({ method: 'DELETE', url })).statusCode).toBe(200)
  expect(await list(ann)).toHaveLength(1)
})
