import { uploadedSheetKey } from '@dashboard/store/columns/uploaded-sheets'
import type { Db } from '@dashboard/store/database/open-database'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { type ForeignSheet, foreignSheets } from '../../test/foreign-sheets.ts'
import { listsOfOthers } from '../../test/lists-of-others.ts'
import { saveMatch, startWorld } from '../../test/uploaded-sheets.ts'
import { importSheet } from '../import/import-sheet.ts'
import { reviewSheet } from '../import/review-sheet.ts'

function encode({ rows, file = {} }: ForeignSheet): Buffer {
  const { separator = ',', lineEnd = '\n', encoding = 'utf8', bom = false } = file
  const cell = (text: string) => (/[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const text = rows.map((row) => row.map(cell).join(separator)).join(lineEnd) + lineEnd
  if (encoding === 'windows-1251') return encodeCyrillic(text)
  return Buffer.from((bom ? '\uFEFF' : '') + text, encoding)
}

function encodeCyrillic(text: string): Buffer {
  const bytes = [...text].map((letter) => {
    const code = letter.codePointAt(0) ?? 0
    if (letter === 'ё') return 0xb8
    return code < 0x80 ? code : code - 0x410 + 0xc0
  })
  return Buffer.from(bytes)
}

async function readPeople(db: Db) {
  const rows = await db
    .selectFrom('volunteers')
    .innerJoin('circuits', 'circuits.id', 'volunteers.circuitId')
    .innerJoin('congregations', 'congregations.id', 'volunteers.congregationId')
    .select([
      'volunteers.id',
      'firstName',
      'lastName',
      'mobilePhone',
      'emailAddress',
      'available',
      'circuits.name as circuit',
      'congregations.name as congregation',
    ])
    .orderBy('circuits.name')
    .execute()
  const slots = await db
    .selectFrom('availability_schedules')
    .select(['volunteerId', 'dayOfWeek', 'timeSlot'])
    .orderBy('timeSlot')
    .execute()
  return rows.map(({ id, ...row }) => ({
    ...row,
    slots: slots
      .filter(({ volunteerId }) => volunteerId === id)
      .map((slot) => `${slot.dayOfWeek} ${slot.timeSlot}`),
  }))
}

it.each(foreignSheets)('imports an uploaded sheet: $name', async (sheet) => {
  const { db, files, upload, describe, run } = await startWorld()
  const id = await upload(encode(sheet), 'roster.csv')
  const head = await describe(id)
  expect(head).toMatchObject({ sheetNames: [], sheetName: '' })
  await saveMatch(db, head, sheet.choices)
  const { log } = await run('import', id, importSheet)
  expect(log).toContain("The columns are read as matched in 'Roster'.")
  const [first, second] = await readPeople(db)
  const [ana = ['Ana María', 'Gómez'], luis = ['Luis', 'Ortega Ruiz']] = sheet.names ?? []
  expect(first).toEqual({
    firstName: ana[0],
    lastName: ana[1],
    mobilePhone: '+1 212 555 0101',
    emailAddress: 'ana@example.org',
    available: 1,
    circuit: 'NY-5',
    congregation: 'Central',
    slots: ['Saturday Afternoon', 'Saturday Morning'],
  })
  expect(second).toMatchObject({ firstName: luis[0], lastName: luis[1], available: 0, slots: [] })
  // The file contains contacts, so it is deleted with its import.
  expect(await files.sizeOf(uploadedSheetKey(id))).toBeUndefined()
  expect(await db.selectFrom('uploaded_sheets').select('id').execute()).toEqual([])
  const [entry] = await db.selectFrom('imports').select(['source', 'uploadedName']).execute()
  expect(entry).toEqual({
    source: "the file roster.csv, its columns read as matched in 'Roster'",
    uploadedName: 'roster.csv',
  })
})

it('skips titles that are repeated further down, and says so', async () => {
  const { db, upload, describe, run } = await startWorld()
  const sheet = foreignSheets.find(({ name }) => name === 'whole names with a comma')
  const [titles = [], ...rows] = sheet?.rows ?? []
  const id = await upload(encode({ name: '', rows: [titles, ...rows, titles] }), 'roster.csv')
  await saveMatch(db, await describe(id))
  const { log } = await run('import', id, importSheet)
  expect(log).toContain('Row 4 skipped: it repeats the titles of the columns.')
  expect(await readPeople(db)).toHaveLength(2)
})

it('asks which sheet of a workbook, and reviews and imports the one that was chosen', async () => {
  const { db, upload, describe, run, apply } = await startWorld()
  const [sheet] = foreignSheets
  const cells = (rows: readonly string[][]) =>
    rows.map((row) => row.map((value) => ({ value, type: String })))
  const workbook = writeWorkbook([
    { data: cells([['Read me']]), sheet: 'Notes' },
    { data: cells(sheet?.rows ?? []), sheet: 'People' },
  ])
  const bytes = await workbook.toBuffer()
  const id = await upload(bytes, 'roster.xlsx', { sheetName: 'People' })
  expect(await describe(id)).toMatchObject({
    sheetNames: ['Notes', 'People'],
    sheetName: null,
    columns: [],
  })
  await saveMatch(db, await describe(id, 'People'))
  const { outcome } = await run('review', id, reviewSheet)
  expect(await readPeople(db)).toEqual([])
  // The file is already deleted; the reviewed rows are imported anyway.
  await apply(outcome.importId)
  expect(await readPeople(db)).toHaveLength(2)
})

it('marks hidden sheets of a workbook, and reads one only when it is chosen', async () => {
  const { db, upload, describe, run } = await startWorld()
  const sheet = (name: string) =>
    [
      ['First Name', 'Last Name', 'Circuit', 'Congregation'],
      [name, 'Diaz', 'NY-5', 'Central'],
    ].map((row) => row.map((value) => ({ value, type: String })))
  const written = await writeWorkbook([
    { data: sheet('Old'), sheet: 'Last year' },
    { data: sheet('Ana'), sheet: 'People' },
  ]).toBuffer()
  const parts = unzipSync(written)
  const workbook = strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array())
  parts['xl/workbook.xml'] = strToU8(workbook.replace('<sheet ', '<sheet state="veryHidden" '))
  const id = await upload(zipSync(parts), 'roster.xlsx')
  expect(await describe(id)).toMatchObject({
    sheetNames: ['Last year', 'People'],
    hiddenSheets: ['Last year'],
    sheetName: 'People',
    fits: true,
  })
  expect(await describe(id, 'Last year')).toMatchObject({ sheetName: 'Last year', fits: true })
  await run('import', id, importSheet)
  expect(await readPeople(db)).toMatchObject([{ firstName: 'Ana' }])
})

it('reads hidden rows like the others, and says how many and which they are', async () => {
  const { db, upload, describe, run } = await startWorld()
  const rows = ['First Name', 'Ana', 'Hugo', 'Fred'].map((name) =>
    [name, name === 'First Name' ? 'Last Name' : 'Diaz', 'Circuit', 'Congregation'].map(
      (value) => ({ value, type: String }),
    ),
  )
  const parts = unzipSync(await writeWorkbook([{ data: rows, sheet: 'People' }]).toBuffer())
  const path = 'xl/worksheets/sheet1.xml'
  const sheet = strFromU8(parts[path] ?? new Uint8Array())
  parts[path] = strToU8(sheet.replace(/<row r="[34]"/g, '$& hidden="1"'))
  const id = await upload(zipSync(parts), 'roster.xlsx')
  expect(await describe(id)).toMatchObject({ hiddenRows: 2, fits: true })
  const { log } = await run('import', id, importSheet)
  expect(await readPeople(db)).toHaveLength(3)
  expect(log).toContain(
    '2 rows of the sheet are hidden, and are read like the others. Their numbers: 3, 4.',
  )
})

it('needs no match for our own titles', async () => {
  const { upload, describe, run, db } = await startWorld()
  const text = 'First Name,Last Name,Circuit,Congregation\nAna,Gómez,NY-5,Central\n'
  const id = await upload(Buffer.from(text), 'ours.csv')
  expect(await describe(id)).toMatchObject({ fits: true, headerRow: 1 })
  const { log } = await run('import', id, importSheet)
  expect(log.filter((line) => line.includes('matched'))).toEqual([])
  expect(await readPeople(db)).toMatchObject([{ firstName: 'Ana', circuit: 'NY-5' }])
})

it('says what to do about a file that is not a sheet, and retains it for another try', async () => {
  const { upload, describe, run, files } = await startWorld()
  const id = await upload(Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old.xls')
  await expect(describe(id)).rejects.toThrow('Save it as .xlsx without a password, then try again.')
  await expect(run('import', id, importSheet)).rejects.toThrow('Save it as .xlsx')
  expect(await files.sizeOf(uploadedSheetKey(id))).toBe(8)
})

it('asks for the file again when it is no longer stored', async () => {
  const { upload, files, run } = await startWorld()
  const id = await upload(Buffer.from('x'), 'gone.csv')
  await files.delete(uploadedSheetKey(id))
  await expect(run('import', id, importSheet)).rejects.toThrow(
    'The file gone.csv is no longer kept. Choose it again on the Sync page.',
  )
})

/** Uploads a CSV file, saves the proposed match, and imports it. */
async function importUploaded(text: string, choices: Record<string, string> = {}) {
  const { db, upload, describe, run } = await startWorld()
  const id = await upload(Buffer.from(text), 'uploaded.csv')
  const head = await describe(id)
  if (!head.fits) await saveMatch(db, head, choices)
  const { log } = await run('import', id, importSheet)
  return { db, head, log, people: await readPeople(db) }
}

it.each(listsOfOthers)('reads what others publish: $name', async (list) => {
  const { db, upload, describe, run } = await startWorld()
  const { text, encoding, choices } = list
  const bytes = encoding === 'windows-1251' ? encodeCyrillic(text) : Buffer.from(text)
  const id = await upload(bytes, 'uploaded.csv')
  await saveMatch(db, await describe(id), choices)
  await run('import', id, importSheet)
  const people = (await readPeople(db)).map(
    ({ firstName, lastName, mobilePhone, emailAddress, slots }) =>
      [firstName, lastName, mobilePhone, emailAddress, slots.sort().join(', ')] as const,
  )
  expect(people.sort()).toEqual([...list.people].sort())
})

it('reads two columns of one title, each by its position', async () => {
  const { people, head } = await importUploaded(
    `Name,Phone,Circuit,Congregation,Emergency contact,Phone
Anna Novak,212-555-0101,NY-1,Central,Peter Novak,212-555-0199
`,
  )
  expect(people).toMatchObject([{ mobilePhone: '212-555-0101' }])
  expect(head.columns.map(({ samples }) => samples[0])).toEqual([
    'Anna Novak',
    '212-555-0101',
    'NY-1',
    'Central',
    'Peter Novak',
    '212-555-0199',
  ])
})

it('reads a column without a title by its position', async () => {
  const text = `,Phone,Circuit,Congregation,,
Anna Novak,212-555-0101,NY-1,Central,,note a
Ben Ortiz,212-555-0102,NY-1,Central,,
`
  const { db, upload, describe, run } = await startWorld()
  const id = await upload(Buffer.from(text), 'uploaded.csv')
  const head = await describe(id)
  expect(head.columns.map(({ title }) => title)).toEqual([
    '',
    'Phone',
    'Circuit',
    'Congregation',
    '',
    '',
  ])
  const [first] = head.proposal?.columns ?? []
  if (first) first.use = 'Full Name'
  await saveMatch(db, head)
  await run('import', id, importSheet)
  expect(
    (await readPeople(db)).map(({ firstName, lastName }) => `${firstName} ${lastName}`),
  ).toEqual(['Anna Novak', 'Ben Ortiz'])
})

it('makes no time slot of the word no, and names dates in columns of slots', async () => {
  const no = await importUploaded(
    `Name,Circuit,Congregation,Mon,Tue,Wed,Thu,Fri,Sat,Sun
A One,NY-1,Central,N/A,OFF,unavailable,Not available,never,no mornings,?
`,
  )
  expect(no.people[0]?.slots).toEqual([])
  expect(no.head.proposal?.words).toEqual([{ kind: 'slot', word: 'no mornings', meaning: '' }])
  const dates = await importUploaded(
    `First Name,Last Name,Circuit,Congregation,Monday,Tuesday,Wednesday,Friday
B Two,Two,NY-1,Central,12-Sep,3-Jan,10/12/2026,Shift 2
`,
  )
  expect(dates.people[0]?.slots).toEqual(['Friday Shift 2'])
  for (const date of [
    "'Monday' has '12-Sep'",
    "'Tuesday' has '3-Jan'",
    "'Wednesday' has '10/12/2026'",
  ])
    expect(dates.log.join('\n')).toContain(date)
})

it('reads the words of all languages below our own titles', async () => {
  const { db, head, log, people } = await importUploaded(
    `First Name,Last Name,Circuit,Congregation,Trained,Available,Saturday
Ana,Uno,MX-1,Centro,Sí,T,MORNING
Bea,Dos,MX-2,Centro,WAHR,On,"Morning, Afternoon"
Cid,Tres,MX-3,Centro,✓,да,x
`,
  )
  expect(head.fits).toBe(true)
  expect(log.filter((line) => line.startsWith('Row '))).toEqual([])
  expect(people.map(({ available, slots }) => [available, slots])).toEqual([
    [1, ['Saturday Morning']],
    [1, ['Saturday Afternoon', 'Saturday Morning']],
    [1, ['Saturday Afternoon', 'Saturday Evening', 'Saturday Morning']],
  ])
  const rows = await db.selectFrom('volunteers').select('trained').execute()
  expect(rows.map(({ trained }) => trained)).toEqual([1, 1, 1])
})

it.each([
  ['First Name,Last Name,Circuit,Congregation,Available', 'Available'],
  ['Nombre,Apellidos,Circuito,Congregación,Activo', 'Activo'],
])('reads neither X nor O as yes where both occur, below %s', async (titles, column) => {
  const { head, log, people } = await importUploaded(
    `${titles}
Ana,Uno,MX-1,Centro,X
Bea,Dos,MX-2,Centro,O
`,
  )
  if (!head.fits) {
    const open = ['X', 'O'].map((word) => ({ kind: 'flag', word, meaning: '' }))
    expect(head.proposal?.words).toEqual(open)
  }
  expect(people.map(({ available }) => available)).toEqual([0, 0])
  for (const [row, word] of [
    [2, 'X'],
    [3, 'O'],
  ])
    expect(log).toContain(
      `Row ${row}: '${column}' has '${word}', which is neither yes nor no and counts as no.`,
    )
})

it('makes no slot of days beside an unknown word, even once the proposal is kept', async () => {
  const { log, people } = await importUploaded(
    `Name,Cell,Circuit,Congregation,Availability
A Works,917-555-0101,NY-1,Central,Works Mon-Fri
B Vacation,917-555-0102,NY-2,Central,vacation until Monday
C Other,917-555-0103,NY-3,Central,every other Tuesday
D Busy,917-555-0104,NY-4,Central,"busy Mon, Tue"
E First,917-555-0105,NY-5,Central,1st and 3rd Saturday
F Ask,917-555-0106,NY-6,Central,ask on Monday
G Plain,917-555-0107,NY-7,Central,Wed AM
H School,917-555-0108,NY-8,Central,school on weekdays
`,
  )
  const expected = people.map(({ lastName }) => (lastName === 'Plain' ? ['Wednesday Morning'] : []))
  expect(people.map(({ slots }) => slots)).toEqual(expected)
  for (const row of [2, 3, 4, 5, 6, 7, 9])
    expect(log.join('\n')).toContain(`Row ${row}: 'Availability' has `)
})

it.each([
  'Name,Circuit,Congregation,Monday,,Tuesday,',
  'First Name,Last Name,Circuit,Congregation,Monday,,Tuesday,',
])(
  'reads times below a day that is merged over start and end as from the first to the second, below %s',
  async (titles) => {
    const rows = `Anna Novak,NY-1,Central,11:00,14:00,,
Ben Ortiz,NY-2,East,,,10:00,16:00
Carla Diaz,NY-3,East,9:00,,,
Dora Esch,NY-4,East,9:00,#N/A,#REF!,12:00
Elsa Fink,NY-5,East,x,,PM,
Finn Gray,NY-6,East,,14:00,AM; #REF!,
`
    const isOurs = titles.startsWith('First')
    const { people, log, head } = await importUploaded(
      `${titles}\n${isOurs ? rows.replaceAll(/^(\w+) /gm, '$1,') : rows}`,
    )
    expect(head.fits).toBe(isOurs)
    expect(people.map(({ slots }) => slots)).toEqual([
      ['Monday 11:00-14:00'],
      ['Tuesday 10:00-16:00'],
      [],
      [],
      ['Monday Afternoon', 'Tuesday Afternoon', 'Monday Evening', 'Monday Morning'],
      ['Tuesday Morning'],
    ])
    for (const named of [
      "Row 4: 'Monday' has '9:00-?', which leaves open when",
      "Row 5: 'Monday' ",
      "Row 5: 'Tuesday' ",
      "Row 7: 'Monday' has '?-14:00', which leaves open when",
      "Row 7: 'Tuesday' has '#REF!', which is a spreadsheet error",
    ])
      expect(log.join('\n')).toContain(named)
    expect(log.join('\n')).not.toContain('Column ')
  },
)

it('makes no slot of numbers below days, and names them', async () => {
  const { log, people } = await importUploaded(
    `Name,Congregation,Circuit,Monday,Tuesday,Wednesday
Anna Novak,Central,NY-1,3,0,0.375
Ben Ortiz,East,NY-2,5,1,2
`,
  )
  expect(people.map(({ slots }) => slots)).toEqual([
    ['Wednesday 9:00'],
    ['Tuesday Afternoon', 'Tuesday Evening', 'Tuesday Morning'],
  ])
  for (const named of [
    "Row 2: 'Monday' has '3'",
    "Row 3: 'Monday' has '5'",
    "Row 3: 'Wednesday' has '2'",
  ])
    expect(log.join('\n')).toContain(named)
})

it('names a word of a list of days that makes no slot, and reads the rest of the row', async () => {
  const { people, log } = await importUploaded(
    `Name,Circuit,Congregation,Availability
C Three,NY-1,Central,Weekends
L Twelve,NY-2,Central,Not Monday
N Fourteen,NY-3,Central,"Monday: Morning, Afternoon; Friday: Evening"
`,
  )
  expect(people.map(({ slots }) => slots)).toEqual([
    [
      'Saturday Afternoon',
      'Sunday Afternoon',
      'Saturday Evening',
      'Sunday Evening',
      'Saturday Morning',
      'Sunday Morning',
    ],
    [],
    ['Monday Afternoon', 'Friday Evening', 'Monday Morning'],
  ])
  expect(log).toContain(
    "Row 3: 'Availability' has 'Not Monday', which says when somebody cannot serve, not when they can, and makes no time slot.",
  )
})

it('reads an error of the spreadsheet program as a blank cell, counts it and names it', async () => {
  const { people, log } = await importUploaded(
    `First Name,Last Name,Circuit,Congregation,Mobile Phone
Anna,Novak,#N/A,Central,#REF!
Ben,#VALUE!,NY-1,#NAME?,212-555-0102
Carla,Diaz,NY-1,Central,#REF!
`,
  )
  expect(people).toMatchObject([{ firstName: 'Carla', mobilePhone: null }])
  expect(log).toContain("Row 2 skipped: 'Circuit' is blank, because of the spreadsheet error #N/A.")
  expect(log).toContain(
    "Row 3 skipped: 'Last Name' and 'Congregation' are blank, because of the spreadsheet error #VALUE! and #NAME?.",
  )
  expect(log).toContain("Row 4: 'Mobile Phone' has the error #REF! and is read as blank.")
})

it('reads a form with a grid of days, and a yes with something after it', async () => {
  const form = await importUploaded(
    `Timestamp,Your name,Cell phone,Circuit,Congregation,When can you serve? [Monday],When can you serve? [Saturday]
10/3/2026 9:14:22,Anna Novak,212-555-0101,NY-1,Central,"Morning, Afternoon",Evening
`,
  )
  expect(form.people).toMatchObject([
    { firstName: 'Anna', slots: ['Monday Afternoon', 'Saturday Evening', 'Monday Morning'] },
  ])
  const trained = await importUploaded(
    `Name,Circuit,Congregation,Trained,Available
Carla Diaz,NY-2,Central,Yes (2022),yes - weekends
Eve Fox,NY-3,Central,done 5/1,Y
`,
  )
  const rows = await trained.db.selectFrom('volunteers').select(['trained', 'available']).execute()
  expect(rows).toEqual([1, 2].map(() => ({ trained: 1, available: 1 })))
})

it.each([
  ['First Name,Last Name', 'Trained,Orientation'],
  ['Nombre,Apellidos', 'Capacitado,Orientación'],
])(
  'does not read a date as yes, and names it, below %s,Circuit,Congregation,%s',
  async (names, flags) => {
    const { db, log } = await importUploaded(
      `${names},Circuit,Congregation,${flags}
Anna,Novak,NY-1,Central,3/14/2021,2020-05-01
Ben,Ortiz,NY-2,Central,yes,1 May 2020
`,
    )
    const rows = await db.selectFrom('volunteers').select(['trained', 'orientation']).execute()
    expect(rows).toEqual([
      { trained: 0, orientation: 0 },
      { trained: 1, orientation: 0 },
    ])
    for (const date of ['3/14/2021', '2020-05-01', '1 May 2020'])
      expect(log.join('\n')).toContain(
        `has '${date}', which is neither yes nor no and counts as no`,
      )
  },
)

it('asks once what dates mean in all columns of yes and no', async () => {
  const sheet = `Nombre,Apellidos,Circuito,Congregación,Capacitado
Anna,Novak,NY-1,Central,3/14/2021
Ben,Ortiz,NY-2,Central,2020-05-01
Eve,Fox,NY-3,Central,no
`
  const { db, upload, describe, run } = await startWorld()
  const id = await upload(Buffer.from(sheet), 'roster.csv')
  const head = await describe(id)
  expect(head.proposal?.words).toEqual([{ kind: 'flag', word: 'a date', meaning: '' }])
  expect(head.wordCounts).toEqual([2])
  const { proposal } = head
  const words = proposal?.words.map((word) => ({ ...word, meaning: 'yes' })) ?? []
  await saveMatch(db, { ...head, proposal: proposal && { ...proposal, words } })
  const { log } = await run('import', id, importSheet)
  expect(log.filter((line) => line.startsWith('Row '))).toEqual([])
  const rows = await db.selectFrom('volunteers').select('trained').orderBy('firstName').execute()
  expect(rows.map(({ trained }) => trained)).toEqual([1, 1, 0])
})

it('reads titles over two rows below the names of groups', async () => {
  const { people } = await importUploaded(
    `Volunteer,,,Emergency contact,,Monday,,Tuesday,
Name,Circuit,Congregation,Name,Phone,AM,PM,AM,PM
Anna Novak,NY-1,Central,Bo Novak,212-555-0199,x,,,x
Ben Ortiz,NY-2,Central,Al Ortiz,212-555-0198,,x,x,
`,
  )
  expect(people).toMatchObject([
    { firstName: 'Anna', mobilePhone: null, slots: ['Tuesday Afternoon', 'Monday Morning'] },
    { firstName: 'Ben', mobilePhone: null, slots: ['Monday Afternoon', 'Tuesday Morning'] },
  ])
})

it('reads titles over two rows', async () => {
  const { people } = await importUploaded(
    `Name,Circuit,Congregation,Monday,,Tuesday,
,,,AM,PM,AM,PM
Anna Novak,NY-1,Central,x,,,x
Ben Ortiz,NY-2,Central,,x,x,
`,
  )
  expect(people.map(({ slots }) => slots)).toEqual([
    ['Tuesday Afternoon', 'Monday Morning'],
    ['Monday Afternoon', 'Tuesday Morning'],
  ])
})

it('reads days above the other titles, and a day that is repeated below its title', async () => {
  const above = await importUploaded(
    `,,,Monday,,Tuesday,,
Name,Circuit,Congregation,AM,PM,AM,PM,Notes
Anna Novak,NY-1,Central,x,,,x,none yet
`,
  )
  expect(above.people.map(({ slots }) => slots)).toEqual([['Tuesday Afternoon', 'Monday Morning']])
  const repeated = await importUploaded(
    `Name,Circuit,Congregation,Monday,Tuesday
Anna Novak,NY-1,Central,Monday,
`,
  )
  expect(repeated.people.map(({ slots }) => slots)).toEqual([
    ['Monday Afternoon', 'Monday Evening', 'Monday Morning'],
  ])
})

it('says that nobody is available without a column for it, or takes everybody with a day', async () => {
  const text = `Name,Circuit,Congregation,Saturday
Anna Novak,NY-1,Central,Morning
Ben Ortiz,NY-2,Central,
`
  const { people, log } = await importUploaded(text)
  expect(people.map(({ available }) => available)).toEqual([0, 0])
  expect(log).toContain('The sheet does not say who is available, so everybody is entered as no.')
  const { db, upload, describe, run } = await startWorld()
  const id = await upload(Buffer.from(text), 'uploaded.csv')
  const head = await describe(id)
  if (head.proposal) head.proposal.availableByDays = true
  await saveMatch(db, head)
  await run('import', id, importSheet)
  expect((await readPeople(db)).map(({ available }) => available)).toEqual([1, 0])
})

it('counts the later of two answers to a form, and stores when each was given', async () => {
  const { people, db, log } = await importUploaded(
    `Marca temporal,Nombre completo,Circuito,Congregación,Celular,Sábado
1/11/2026 9:00:00,Pia Dos,NY-1,Central,212-555-0101,mañana
20/11/2026 21:15:00,Pia Dos,NY-1,Central,212-555-0101,tarde
`,
  )
  expect(people).toMatchObject([{ firstName: 'Pia', slots: ['Saturday Afternoon'] }])
  expect(log).toContain(
    'Row 2 skipped: the same person answered again in row 3, and that answer counts.',
  )
  // Whoever goes back to this import gets the same answer.
  const [row] = await db.selectFrom('raw_import_data').select('rawData').execute()
  expect(row?.rawData).toContain('"Marca temporal":"1/11/2026 9:00:00"')
})

it('uses another telephone where the mobile one is blank and a column is chosen for that', async () => {
  const { people } = await importUploaded(
    `Name,Phone,Mobile,Circuit,Congregation
Anna Novak,212-555-0101,917-555-0101,NY-1,Central
Ben Ortiz,212-555-0102,,NY-2,Central
`,
    { Phone: 'Other Phone' },
  )
  expect(people.map(({ mobilePhone }) => mobilePhone)).toEqual(['917-555-0101', '212-555-0102'])
})

it('distinguishes two people of one name by telephone and e-mail, also on the next import', async () => {
  const titles = 'First Name,Last Name,Circuit,Congregation,Mobile Phone,Email Address'
  const one = 'Maria,Garcia,NY-1,Central,212-555-0101,maria.a@example.org'
  const two = 'Maria,Garcia,NY-1,Central,212-555-0102,maria.b@example.org'
  const { db, upload, run } = await startWorld()
  const importRows = async (name: string, ...rows: string[]) => {
    const { log } = await run(
      'import',
      await upload(Buffer.from([titles, ...rows].join('\n')), name),
      importSheet,
    )
    const people = await db
      .selectFrom('volunteers')
      .select(['id', 'mobilePhone', 'emailAddress'])
      .execute()
    return {
      log,
      idOf: (phone: string) => people.find(({ mobilePhone }) => mobilePhone === phone)?.id,
      people,
    }
  }
  const before = await importRows('first.csv', one, two)
  expect(before.people).toHaveLength(2)
  const after = await importRows('second.csv', two, one.replace('0101', '0109'))
  expect(after.people).toHaveLength(2)
  expect(after.idOf('212-555-0102')).toBe(before.idOf('212-555-0102'))
  expect(after.idOf('212-555-0109')).toBe(before.idOf('212-555-0101'))
  const again = await importRows('third.csv', two, two)
  expect(again.log).toContain(
    'Row 3 skipped: the same name in the same congregation, without a Locust ID, is already in row 2, so this later row is left out.',
  )
})

const polish = Buffer.concat([
  Buffer.from('First Name,Last Name,Circuit,Congregation\nAnna,'),
  Buffer.from([0xa3]),
  Buffer.from('uk,PL-1,Central\n'),
])

it('asks for the encoding of a file where it is uncertain, even with our titles', async () => {
  const { upload, describe } = await startWorld()
  const id = await upload(polish, 'polish.csv')
  const { fits, text } = await describe(id)
  expect(fits).toBe(true)
  expect(text).toMatchObject({ isSure: false, separator: ',' })
  expect(text?.encodings).toContainEqual({ encoding: 'windows-1250', names: ['Łuk'] })
  const chosen = await describe(id, undefined, { encoding: 'windows-1250' })
  expect(chosen.text).toMatchObject({ encoding: 'windows-1250', isSure: true })
  expect(chosen.text?.encodings[0]?.names).toEqual(['Łuk'])
})

it.each(['import', 'review'] as const)(
  'reads with the encoding and separator that somebody has chosen: %s',
  async (type) => {
    const { db, upload, describe, run, apply } = await startWorld()
    const text = polish.toString('latin1').replaceAll(',', '|').replace('Anna', 'Anna, Maria')
    const reading = { encoding: 'windows-1250', separator: '|' } as const
    const id = await upload(Buffer.from(text, 'latin1'), 'polish.csv', reading)
    expect((await describe(id, undefined, reading)).text?.separator).toBe('|')
    if (type === 'import') await run(type, id, importSheet)
    else await apply((await run(type, id, reviewSheet)).outcome.importId)
    expect(await readPeople(db)).toMatchObject([{ firstName: 'Anna, Maria', lastName: 'Łuk' }])
  },
)

it('reads the same file again when another encoding is chosen', async () => {
  const { db, upload, run } = await startWorld()
  await run('import', await upload(polish, 'a.csv', { encoding: 'windows-1252' }), importSheet)
  expect(await readPeople(db)).toMatchObject([{ lastName: '£uk' }])
  for (const table of ['uploaded_sheets', 'volunteers'] as const)
    await db.deleteFrom(table).execute()
  const again = await upload(polish, 'a.csv', { encoding: 'windows-1250' })
  const { log } = await run('import', again, importSheet)
  expect(log).toContain('The file a.csv is read as windows-1250.')
  expect(await readPeople(db)).toMatchObject([{ lastName: 'Łuk' }])
})

it('imports a file of uncertain encoding by the likeliest one if nobody chooses, and says so', async () => {
  const { upload, run } = await startWorld()
  const { log } = await run('import', await upload(polish, 'a.csv'), importSheet)
  expect(log.join('\n')).toMatch(
    /The file a\.csv is read as [\w-]+, which may be wrong: check the names\./,
  )
})

it('names the row with a single odd byte in a file of UTF-8, and garbles nothing else', async () => {
  const { db, upload, describe, run } = await startWorld()
  const bytes = Buffer.concat([
    Buffer.from('First Name,Last Name,Circuit,Congregation\nJosé,Muñoz,MX-1,Peñón\nAnna,'),
    Buffer.from([0xe9]),
    Buffer.from('x,MX-2,Peñón\nZoë,Ibáñez,MX-3,Peñón\n'),
  ])
  const id = await upload(bytes, 'stray.csv')
  expect((await describe(id)).text).toMatchObject({ encoding: 'utf-8', isSure: true })
  const { log } = await run('import', id, importSheet)
  expect(
    (await readPeople(db)).map(({ firstName, lastName }) => `${firstName} ${lastName}`),
  ).toEqual(['José Muñoz', 'Anna \uFFFDx', 'Zoë Ibáñez'])
  expect(log).toContain("Row 3: 'Last Name' has a character that could not be read.")
})

it.each([
  ['Mark X on days you are NOT available', false],
  ['Volunteers of the city', true],
])('asks about the days of a sheet with our titles below %s', async (note, fits) => {
  const { upload, describe } = await startWorld()
  const text = `${note}\nFirst Name,Last Name,Circuit,Congregation,Monday\nAnn,Lee,NY-1,Park,x\n`
  const head = await describe(await upload(Buffer.from(text), 'days.csv'))
  expect(head.fits).toBe(fits)
})
