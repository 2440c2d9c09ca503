import type { ListedVolunteer } from '@dashboard/contract/volunteers'
import { recordImport } from '@dashboard/store/automation-status'
import { withoutTable } from '@dashboard/store/test/database'
import { shownTime } from '@dashboard/store/test/shown-times'
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { expect, it } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { insertPeople, manyScripts, type TestPerson } from '../../../test/people.ts'
import { activeUser } from '../../../test/users.ts'

type Table = (string | null)[][]

async function startExports(people: readonly TestPerson[]) {
  const app = await startTestApp()
  await insertPeople(app.db, people)
  const user = await app.as('user')
  const get = (path: string) => user.inject({ method: 'GET', url: `/api/${path}` })
  const readCsv = async (query: string): Promise<Table> => {
    const { body } = await get(`volunteers.csv?${query}`)
    expect(body.startsWith('\uFEFF')).toBe(true)
    return Papa.parse<string[]>(body.slice(1).trimEnd()).data
  }
  const readXlsx = async (query: string): Promise<Table> =>
    readSheet((await get(`volunteers.xlsx?${query}`)).rawPayload) as Promise<Table>
  return { app, get, readCsv, readXlsx }
}

/** Splits a file into the rows of people, between the titles and the empty line, and the facts after these. */
function split([titles, ...lines]: Table) {
  const isEmpty = (cells: Table[number]) => cells.every((cell) => cell === null || cell === '')
  const end = lines.findIndex(isEmpty)
  const text = (cells: Table[number]) => cells.map((cell) => cell ?? '')
  return {
    titles,
    people: lines.slice(0, end).map(text),
    facts: Object.fromEntries(lines.slice(end + 1).map((cells) => cells.slice(0, 2))),
  }
}

const yesOrNo = (flag: boolean) => (flag ? 'Yes' : 'No')

function cellsOf(row: ListedVolunteer): string[] {
  const { lastName, firstName, circuit, congregation, language, mobilePhone, emailAddress } = row
  const { trained, available, orientation, availabilityDoubleShifts } = row
  const texts = [lastName, firstName, circuit, congregation, language, mobilePhone, emailAddress]
  const flags = [trained, available, orientation, availabilityDoubleShifts]
  return [...texts.map((text) => text ?? ''), ...flags.map(yesOrNo)]
}

const crowd = Array.from({ length: 1_203 }, (_, index): TestPerson => {
  const name = manyScripts[index % manyScripts.length]?.name ?? ['', '']
  return { name: [name[0], `${name[1]} ${index}`], trained: index % 3 === 0, phone: `555-${index}` }
})

it('writes the whole list into both files, in its order', async () => {
  const { get, readCsv, readXlsx } = await startExports(crowd)
  for (const query of ['', 'trained=true&sort=-firstName']) {
    const first = (await get(`volunteers?${query}&limit=1000`)).json()
    const listed: ListedVolunteer[] = first.volunteers
    if (first.nextCursor) {
      const next = await get(`volunteers?${query}&limit=1000&cursor=${first.nextCursor}`)
      listed.push(...next.json().volunteers)
    }
    const expected = listed.map(cellsOf)
    expect(expected).toHaveLength(query === '' ? 1_203 : 401)
    expect(split(await readCsv(query)).people).toEqual(expected)
    expect(split(await readXlsx(query)).people).toEqual(expected)
  }
})

it('has the columns of the list', async () => {
  const { readCsv, readXlsx } = await startExports([{ name: ['Ann', 'Lee'] }])
  for (const read of [readCsv, readXlsx]) {
    expect(split(await read('')).titles).toEqual([
      ...['Last name', 'First name', 'Circuit', 'Congregation', 'Language'],
      ...['Mobile Phone', 'Email Address'],
      ...['Trained', 'Available', 'Orientation', 'Double Shifts'],
    ])
  }
})

it('states the filters, the day of the data, and who made the file', async () => {
  const { app, readCsv, readXlsx } = await startExports([
    { name: ['Ann', 'Lee'], circuit: 'NY-1', trained: true },
    { name: ['Bo', 'Li'], circuit: 'NY-2', trained: true },
  ])
  expect(split(await readCsv('')).facts).toMatchObject({
    Filters: 'None',
    'Data of': 'Nothing imported yet',
    Volunteers: '2',
  })
  await recordImport(app.db, { source: 'test', metadata: {}, at: '2026-11-20T15:08:00.000Z' })
  for (const read of [readCsv, readXlsx]) {
    const { titles, people, facts } = split(await read('q=lee&circuit=NY-1&trained=true'))
    expect(titles?.at(-1)).toBe('Found by sound')
    expect(people).toEqual([expect.arrayContaining(['Lee', 'Ann', 'NY-1'])])
    expect(facts).toEqual({
      Volunteers: '1',
      Filters: 'Search: lee; Circuit: NY-1; Trained: yes',
      'Data of': shownTime('2026-11-20 10:08'),
      Exported: expect.stringMatching(/ ET, by .+ \(.+\)$/),
    })
  }
})

it('names what has to be corrected where the filter is for that', async () => {
  const { readCsv } = await startExports([
    { name: ['Ann', 'Lee'] },
    { name: ['Bo', 'Li'], phone: '12', email: 'bo@example.org' },
    { name: ['Cy', 'Lo'], phone: '212 555 0100', email: 'cy@example.org' },
  ])
  const { titles, people, facts } = split(await readCsv('mark=no-email&mark=doubtful-phone'))
  expect(titles?.at(-1)).toBe('To correct')
  expect(people.map((cells) => [cells[0], cells.at(-1)])).toEqual([
    ['Lee', 'No phone number; No e-mail'],
    ['Li', 'Doubtful phone number'],
  ])
  expect(facts).toMatchObject({ Filters: 'To correct: no e-mail or doubtful phone number' })
})

it('protects cells from being run, and is an attachment that nothing caches', async () => {
  const { get, readCsv, readXlsx } = await startExports([
    { name: ['=1+1', '@Lee'], phone: '+1 212 555 0100', congregation: 'Hill, "Upper"' },
  ])
  expect((await readCsv(''))[1]?.slice(0, 6)).toEqual([
    ...["'@Lee", "'=1+1", 'NY-1', 'Hill, "Upper"', '', "'+1 212 555 0100"],
  ])
  expect((await readXlsx(''))[1]?.slice(0, 2)).toEqual(['@Lee', '=1+1'])
  for (const ending of ['csv', 'xlsx']) {
    const { headers } = await get(`volunteers.${ending}`)
    expect(headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="SMPW-Volunteers-\\d{4}-\\d{2}-\\d{2}\\.${ending}"`),
    )
    expect(headers['cache-control']).toBe('private, no-store')
  }
})

it.each(['gzip', 'br', 'identity'])(
  'answers a plain failure before the first byte, to a client that accepts %s',
  async (encoding) => {
    const { app } = await startExports(crowd)
    const user = await app.as('user')
    const headers = { 'accept-encoding': encoding }
    const answer = await withoutTable(app.db, 'automation_status', () =>
      user.inject({ url: '/api/volunteers.csv', headers }),
    )
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.headers).not.toHaveProperty('content-disposition')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(answer.statusCode).toBe(500)
    expect(answer.json().message).toMatch(/^Something went wrong on the server\./)
  },
)

it('does not wait for files of somebody else', async () => {
  const { app, get } = await startExports(crowd)
  let finished = 0
  const ten = Array.from({ length: 10 }, async () => {
    await get('volunteers.csv')
    finished += 1
  })
  const other = await app.as('user')
  const answer = await other.inject({ url: '/api/volunteers.csv' })
  expect(answer.statusCode).toBe(200)
  expect(finished).toBe(0)
  await Promise.all(ten)
})

it('accepts the parameters of the list, and refuses what the list refuses', async () => {
  const { get, readXlsx } = await startExports(manyScripts)
  const { volunteers, nextCursor } = (await get('volunteers?limit=4')).json()
  const page = async (query: string) => split(await readXlsx(query)).people
  expect(await page('limit=4&facets=true')).toEqual(volunteers.map(cellsOf))
  expect(await page(`cursor=${nextCursor}`)).toHaveLength(6)
  for (const query of [`sort=circuit&cursor=${nextCursor}`, 'slots=Saturday', 'limit=0']) {
    expect((await get(`volunteers.csv?${query}`)).statusCode, query).toBe(400)
    expect((await get(`volunteers.xlsx?${query}`)).statusCode, query).toBe(400)
  }
})

it('holds only the circuits of a limited user, and says so', async () => {
  const { app } = await startExports([
    { name: ['Ann', 'Lee'], circuit: 'NY-1' },
    { name: ['Bo', 'Li'], circuit: 'NY-2' },
  ])
  const user = await app.as(await activeUser(app.db, { circuits: '["NY-2"]' }))
  const { body } = await user.inject({ method: 'GET', url: '/api/volunteers.csv' })
  expect(body).not.toContain('Lee')
  const { people, facts } = split(Papa.parse<string[]>(body.slice(1).trimEnd()).data)
  expect(people.map(([name]) => name)).toEqual(['Li'])
  expect(facts).toMatchObject({ Volunteers: '1', 'Limited to': 'NY-2' })
})
