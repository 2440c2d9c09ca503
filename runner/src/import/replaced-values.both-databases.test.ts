import { recordExport } from '@dashboard/store/automation-status'
import { uploadedSheetKey } from '@dashboard/store/columns/uploaded-sheets'
import { nowIso } from '@dashboard/store/database/column-values'
import { openFiles } from '@dashboard/store/files/open-files'
import { expect, test } from 'vitest'
import { startJob } from '../../test/job.ts'
import { readImport, startWorld } from '../../test/reviews.ts'
import { importSheet } from './import-sheet.ts'

const titles = [
  'Locust ID',
  'First Name',
  'Last Name',
  'Circuit',
  'Congregation',
  'Mobile Phone',
  'Email Address',
  'Emergency Contact Name',
  'Emergency Contact Phone',
] as const
type Row = Record<(typeof titles)[number], string>

/** Returns a sheet of people with a Locust ID each, the first of whom are changed. */
function sheetOf(people: number, changed = 0, change: (row: Row) => Partial<Row> = () => ({})) {
  const rows = Array.from({ length: people }, (_, index) => {
    const row: Row = {
      'Locust ID': `L${index}`,
      'First Name': `Ann ${index}`,
      'Last Name': 'Lee',
      Circuit: 'NY-1',
      Congregation: 'Park',
      'Mobile Phone': `212 555 ${1000 + index}`,
      'Email Address': `ann${index}@example.org`,
      'Emergency Contact Name': `Bo ${index}`,
      'Emergency Contact Phone': `646 555 ${1000 + index}`,
    }
    return index < changed ? { ...row, ...change(row) } : row
  })
  return [[...titles], ...rows.map((row) => titles.map((title) => row[title]))]
    .map((cells) => cells.join(','))
    .join('\n')
}

const otherPhone = (row: Row) => ({ 'Mobile Phone': `718${row['Mobile Phone'].slice(3)}` })

async function startWithSheet(people: number) {
  const world = await startWorld()
  const { db, settings, setSheet, importNow } = world
  await setSheet(sheetOf(people))
  await importNow()
  const user = { username: 'ann', usernameKey: 'ann', firstName: 'Ann', lastName: 'Lee' }
  const times = { createdAt: nowIso(), updatedAt: nowIso() }
  await db
    .insertInto('users')
    .values({ id: 'user', ...user, password: '', role: 'user', ...times })
    .execute()
  return {
    ...world,
    /** Imports an uploaded sheet. */
    async importUploaded(csv: string) {
      const { context, log, end } = await startJob(db, 'import', settings)
      const id = context.job.id
      const file = { name: 'uploaded.csv', sizeBytes: csv.length, createdAt: nowIso() }
      await (await openFiles(settings.storage)).write(
        uploadedSheetKey(id),
        Buffer.from(csv),
        'application/octet-stream',
      )
      await db
        .insertInto('uploaded_sheets')
        .values({ id, userId: 'user', jobId: id, ...file })
        .execute()
      try {
        const job = { ...context.job, targets: [file.name] }
        return { log, outcome: await importSheet({ ...context, job }) }
      } finally {
        await end()
      }
    },
  }
}

test.each([
  ['phone numbers', otherPhone],
  ['names', (row: Row) => ({ 'First Name': `Cy${row['First Name']}` })],
  ['e-mail addresses', (row: Row) => ({ 'Email Address': `x${row['Email Address']}` })],
  ['emergency contacts', (row: Row) => ({ 'Emergency Contact Phone': row['Mobile Phone'] })],
])('an uploaded sheet that replaces most %s waits for an administrator', async (words, change) => {
  const { db, importUploaded, apply } = await startWithSheet(10)
  await expect(importUploaded(sheetOf(10, 6, change))).rejects.toMatchObject({
    kind: 'guard',
    message: `The sheet would replace 6 of 10 ${words} with others, so nothing was changed. Check that it is the right sheet. If the values really have changed, an administrator can confirm it on the page of this import.`,
  })
  const { id } = await db
    .selectFrom('imports')
    .select('id')
    .where('state', '=', 'stopped')
    .executeTakeFirstOrThrow()
  const guard = JSON.parse((await readImport(db, id)).guard ?? '')
  expect(guard).toMatchObject({ replaced: [{ replaced: 6, values: 10 }], replacements: 6 })
  await expect(apply(id)).rejects.toMatchObject({ kind: 'guard' })
  const confirmed = JSON.stringify({ ...guard, confirmedBy: 'Ada Lovelace' })
  await db.updateTable('imports').set({ guard: confirmed }).where('id', '=', id).execute()
  const { outcome, log } = await apply(id)
  expect(outcome.totals).toMatchObject({ changed: 6 })
  expect(log).toContain('Ada Lovelace has confirmed that 6 values are replaced with others.')
})

test('a sync of the usual source continues, and its page says what was replaced', async () => {
  const { db, setSheet, importNow } = await startWithSheet(10)
  await setSheet(sheetOf(10, 10, otherPhone))
  const { outcome } = await importNow()
  expect(outcome.totals).toMatchObject({ changed: 10 })
  const { guard } = await db
    .selectFrom('imports')
    .select('guard')
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(guard ?? '')).toMatchObject({
    isStopped: false,
    replaced: [{ kind: 'phone', replaced: 10, values: 10 }],
    replacements: 0,
  })
  const notified = await db
    .selectFrom('notices')
    .select(['kind', 'isForAdmins'])
    .where('kind', '=', 'values-replaced')
    .execute()
  expect(notified).toEqual([{ kind: 'values-replaced', isForAdmins: 1 }])
})

test.each([
  ['of which half change', 10, 5, otherPhone],
  ['of fewer than ten people', 9, 9, otherPhone],
  [
    'written otherwise',
    10,
    10,
    (row: Row) => ({
      'First Name': row['First Name'].toUpperCase().replace('A', 'Ä'),
      'Mobile Phone':
        `+1 (${row['Mobile Phone'].slice(0, 3)}) ${row['Mobile Phone'].slice(4)}`.replace(
          ' 1',
          '-1',
        ),
      'Email Address': row['Email Address'].toUpperCase(),
      'Emergency Contact Name': `${row['Emergency Contact Name'].replace('o', 'ó')}.`,
    }),
  ],
])('an uploaded sheet with values %s is imported', async (_what, people, changed, change) => {
  const { importUploaded } = await startWithSheet(people)
  const { outcome } = await importUploaded(sheetOf(people, changed, change))
  expect(outcome.totals).toMatchObject({ changed })
})

test('those who leave do not count among the values', async () => {
  const { importUploaded } = await startWithSheet(20)
  await expect(importUploaded(sheetOf(11, 6, otherPhone))).rejects.toMatchObject({
    message: expect.stringContaining('replace 6 of 11 phone numbers with others'),
  })
})

test('an uploaded sheet never turns volunteers into sample data, which the guard does not protect', async () => {
  const { db, setSheet, importNow, importUploaded } = await startWithSheet(0)
  const ofSampleForm = (row: Row) => ({
    'Locust ID': `L0000${row['Locust ID'].slice(1)}`,
    'Email Address': '',
  })
  const people = sheetOf(10, 10, ofSampleForm)
  await setSheet(people)
  await importNow()
  await recordExport(db, { source: 'sample data', rows: 10, isSampleData: true })
  await importUploaded(people.replace('Ann 0', 'Anna 0'))
  const others = sheetOf(10, 10, (row) => ({
    ...ofSampleForm(row),
    ...otherPhone(row),
    'Email Address': 'ann@example.com',
  }))
  await expect(importUploaded(others)).rejects.toMatchObject({ kind: 'guard' })
})
