import { randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { nowIso, toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { insertPeople } from '../../../test/people.ts'
import { storedReport } from '../../../test/reports.ts'

/** Returns the files of a zip, read from its central directory. */
function entriesOf({ rawPayload: zip }: LightMyRequestResponse): Record<string, string> {
  const entries: Record<string, string> = {}
  const signature = Buffer.from([0x50, 0x4b, 0x01, 0x02])
  for (let at = zip.indexOf(signature); at >= 0; at = zip.indexOf(signature, at + 1)) {
    const size = zip.readUInt32LE(at + 20)
    const nameLength = zip.readUInt16LE(at + 28)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString()
    entries[name] = inflateRawSync(zip.subarray(start, start + size)).toString()
  }
  return entries
}

/** Adds data about a person in each place that can hold some. */
async function fillPlaces(db: Db, id: string): Promise<void> {
  await db
    .insertInto('emergency_contacts')
    .values({
      id: 'contact',
      volunteerId: id,
      name: 'Bo <b>',
      phone: '555-0199',
      createdAt: nowIso(),
    })
    .execute()
  const rows = [
    { 'Locust ID': 'L-7', 'First Name': 'Zoë', 'Last Name': 'Ångström', Circuit: 'NY-1' },
    { 'Locust ID': 'L-8', 'First Name': 'Zoë', 'Last Name': 'Ångström-L-7', Circuit: 'NY-1' },
  ]
  await db
    .insertInto('raw_import_data')
    .values(
      rows.map((row, index) => ({ id: `r${index}`, rowIndex: index + 2, rawData: toJson(row) })),
    )
    .execute()
  await db
    .insertInto('imports')
    .values({
      id: 'import',
      number: 1,
      kind: 'import',
      state: 'completed',
      planJobId: 'job',
      createdAt: '2026-11-20T15:00:00.000Z',
      completedAt: '2026-11-20T15:00:00.000Z',
    })
    .execute()
  const fields = toJson([{ field: 'Mobile Phone', before: '555-0100', after: '555-0101' }])
  await db
    .insertInto('import_changes')
    .values({
      id: 10_000_001,
      importId: 'import',
      kind: 'moved',
      volunteerId: id,
      fields,
      name: 'Zoë Ångström',
      nameKey: 'zoë ångström',
      fromCircuit: 'NJ-2',
      toCircuit: 'NY-1',
      fromCongregation: 'Hill',
      toCongregation: 'Park',
    })
    .execute()
  await insertCall(db, id)
}

async function insertCall(db: Db, volunteerId: string): Promise<void> {
  await db
    .insertInto('call_lists')
    .values({
      id: 'list',
      kind: 'circuit',
      place: 'NY-1',
      day: '2026-11-21',
      timeSlot: 'Morning',
      createdBy: 'Ann Lee',
      createdAt: nowIso(),
    })
    .execute()
  await db
    .insertInto('call_outcomes')
    .values({
      id: randomUUID(),
      listId: 'list',
      volunteerId,
      personKey: 'key',
      outcome: 'later',
      firstName: 'Zoë',
      lastName: 'Ångström',
      phone: '555-0101',
      by: 'Ann Lee',
      at: nowIso(),
    })
    .execute()
}

test('holds what each table has about a person, and who opened the contacts or exported the data', async () => {
  const app = await startTestApp()
  const { db } = app
  const [id = '', other = ''] = await insertPeople(db, [
    { name: ['Zoë', 'Ångström'], phone: '555-0101', locustId: 'L-7', slots: ['Saturday:Morning'] },
    { name: ['Bo', 'Lee'] },
  ])
  await fillPlaces(db, id)
  const own = await storedReport(app, { circuit: 'NY-1' })
  const before = await storedReport(app, {
    circuit: 'NJ-2',
    congregation: 'Hill',
    filename: 'h.pdf',
  })
  await storedReport(app, { circuit: 'NJ-2', congregation: 'Other', filename: 'o.pdf' })

  const admin = await app.as('admin')
  await admin.inject({ url: `/api/volunteers/${id}/export.zip` })
  await admin.inject({ url: `/api/volunteers/${id}/emergency-contacts` })
  await admin.inject({ url: `/api/volunteers/${other}/emergency-contacts` })
  const response = await admin.inject({ url: `/api/volunteers/${id}/export.zip` })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-disposition']).not.toContain('ngstr')
  const entries = entriesOf(response)
  const held = JSON.parse(entries['data.json'] ?? '')
  expect(held).toMatchObject({
    volunteer: { locustId: 'L-7', mobilePhone: '555-0101', circuit: 'NY-1' },
    availability: [{ dayOfWeek: 'Saturday', timeSlot: 'Morning' }],
    emergencyContacts: [{ name: 'Bo <b>' }],
    sheetRows: [{ row: 2, values: { 'Locust ID': 'L-7' } }],
    changes: [{ kind: 'moved', fields: [{ before: '555-0100' }] }],
    calls: [{ place: 'NY-1', outcome: 'later', by: 'Ann Lee' }],
  })
  const reportIds = held.reports.map((report: { id: string }) => report.id)
  expect(reportIds.toSorted()).toEqual([own.id, before.id].toSorted())
  const by = `Ada Admin (${admin.user.username})`
  const at = expect.stringMatching(/^2/)
  expect(held.seen).toEqual([
    { at, by, what: 'Read emergency contacts' },
    { at, by, what: 'Exported what is held about a person' },
  ])
  const page = entries['index.html'] ?? ''
  expect(page).toContain('What SMPW Dashboard holds about Zoë Ångström')
  expect(page).toContain('Bo &lt;b&gt;')
  expect(page).toContain('Who saved a list or a report is in the audit log.')
  expect(page).not.toMatch(/<b>|<script|src=|href=/)
})

test('can be exported for somebody who has left as long as something is held, and for administrators only', async () => {
  const app = await startTestApp()
  const { db } = app
  const id = randomUUID()
  await insertCall(db, id)
  const admin = await app.as('admin')
  const response = await admin.inject({ url: `/api/volunteers/${id}/export.zip` })
  const held = JSON.parse(entriesOf(response)['data.json'] ?? '')
  expect(held).toMatchObject({ volunteer: null, calls: [{ firstName: 'Zoë' }] })
  await db.deleteFrom('call_outcomes').execute()
  const gone = await admin.inject({ url: `/api/volunteers/${id}/export.zip` })
  expect([gone.statusCode, gone.json().message]).toEqual([404, 'Volunteer not found'])
  const user = await app.as('user')
  expect((await user.inject({ url: `/api/volunteers/${id}/export.zip` })).statusCode).toBe(403)
})
