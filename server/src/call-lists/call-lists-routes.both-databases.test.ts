import type { CallList, CallListDetails, CallPerson } from '@dashboard/contract/call-lists'
import type { ListedVolunteer, VolunteerFacets } from '@dashboard/contract/volunteers'
import { nowIso, toJson } from '@dashboard/store/database/column-values'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import { scopeOfUser } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import { readSheet } from 'read-excel-file/node'
import { expect, it } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { insertPeople, type TestPerson } from '../../test/people.ts'
import { activeUser } from '../../test/users.ts'
import { deleteList } from './change-call-lists.ts'
import { readCallList, readCallLists } from './read-call-list.ts'

/** A list must be for a day within a year. */
const firstSaturday = nextSaturday()
const saturday = { kind: 'circuit', place: 'NY-1', day: firstSaturday, timeSlot: 'Morning' }

function nextSaturday(): string {
  const day = new Date()
  do day.setUTCDate(day.getUTCDate() + 1)
  while (day.getUTCDay() !== 6)
  return day.toISOString().slice(0, 10)
}

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Lists of this day and later have people who are still to be called. */
const reading = { isTrainingKnown: true, today: firstSaturday }

const ready = { trained: true, available: true, slots: ['Saturday:Morning'] }

async function setUp(people: readonly TestPerson[]) {
  const { db, as } = await startTestApp()
  const ids = await insertPeople(db, people)
  const user = await as('user')
  const colleague = await as('user')
  const open = async (input: object = saturday) => {
    const response = await user.inject({ method: 'POST', url: '/api/call-lists', payload: input })
    expect(response.statusCode, response.body).toBe(200)
    return response.json().id as string
  }
  const note = async (list: string, id: string | undefined, outcome: string | null) => {
    const url = `/api/call-lists/${list}/outcomes/${id}`
    const response = await user.inject({ method: 'PUT', url, payload: { outcome } })
    expect(response.statusCode, response.body).toBe(200)
  }
  const want = async (list: string, wanted: unknown, who = user) => {
    const url = `/api/call-lists/${list}`
    const response = await who.inject({ method: 'PATCH', url, payload: { wanted } })
    return [response.statusCode, response.json().message]
  }
  const listed = async (): Promise<CallList[]> =>
    (await colleague.inject({ url: '/api/call-lists' })).json().callLists
  const read = async (list: string): Promise<CallListDetails> =>
    (await colleague.inject({ url: `/api/call-lists/${list}` })).json()
  const wrongNumbers = async (): Promise<{ lastName: string }[]> =>
    (await colleague.inject({ url: '/api/wrong-numbers' })).json().wrongNumbers
  return { db, as, ids, user, colleague, open, note, want, listed, read, wrongNumbers }
}

const names = (people: readonly CallPerson[]) => people.map(({ lastName }) => lastName)

it('shares one list of a place and time, with who can serve and the others with the reasons', async () => {
  const { open, read } = await setUp([
    { name: ['A', 'Fits'], ...ready, phone: '212 555 0100' },
    { name: ['B', 'Busy'], ...ready, slots: ['Sunday:Morning'] },
    { name: ['C', 'Untrained'], ...ready, trained: false },
    { name: ['D', 'Full'], ...ready, maxPerWeek: 0 },
    { name: ['E', 'Away'], ...ready, available: false },
    { name: ['F', 'Elsewhere'], ...ready, circuit: 'NY-2' },
  ])
  const id = await open()
  expect(await open()).toBe(id)
  const { list, fitting, others } = await read(id)
  expect(list).toMatchObject({ ...saturday, wanted: null, called: 0, yes: 0, notCalled: 1 })
  expect([names(fitting.people), fitting.total]).toEqual([['Fits'], 1])
  expect(others.people.map(({ lastName, reasons }) => [lastName, reasons[0]?.kind])).toEqual([
    ['Away', 'not-available'],
    ['Busy', 'other-times'],
    ['Full', 'week-limit'],
    ['Untrained', 'not-trained'],
  ])
})

it('offers whoever has a longer time, and nobody who serves at a part of it', async () => {
  const { ids, open, note, read } = await setUp([
    { name: ['Ola', 'Both'], ...ready, slots: ['Saturday:9:00-12:00', 'Saturday:10:00-13:00'] },
    { name: ['Mia', 'Long'], ...ready, slots: ['Saturday:8:00-13:00'] },
    { name: ['Ned', 'Word'], ...ready },
  ])
  const early = await open({ ...saturday, timeSlot: '9:00-12:00' })
  const late = await open({ ...saturday, timeSlot: '10-13' })
  expect(names((await read(early)).fitting.people)).toEqual(['Both', 'Long'])
  await note(early, ids[0], 'yes')
  const { fitting, others } = await read(late)
  expect(names(fitting.people)).toEqual(['Long'])
  expect(others.people.map(({ lastName, reasons }) => [lastName, reasons])).toEqual([
    ['Word', [{ kind: 'other-times' }]],
    ['Both', [{ kind: 'serves-then' }]],
  ])
  const sunday = { ...saturday, day: daysAfter(firstSaturday, 1), timeSlot: '10-13' }
  expect((await read(await open(sunday))).fitting.total).toBe(0)
})

it('takes available people where the sheet does not say who is trained', async () => {
  const untrained = { ...ready, trained: false }
  const { db, as, open, read } = await setUp([
    { name: ['A', 'Fits'], ...untrained },
    { name: ['B', 'Away'], ...untrained, available: false },
  ])
  const id = await open()
  const { isTrainingKnown, fitting } = await read(id)
  expect([isTrainingKnown, names(fitting.people)]).toEqual([false, ['Fits']])
  await insertPeople(db, [{ name: ['C', 'Trained'], ...ready, circuit: 'NY-2' }])
  expect(await read(id)).toMatchObject({ isTrainingKnown: true, fitting: { total: 0 } })
  // What the sheet says does not depend on the circuits that a user sees.
  const limited = await as(await activeUser(db, { username: 'lim', circuits: toJson(['NY-1']) }))
  const seen = await limited.inject({ url: `/api/call-lists/${id}` })
  expect(seen.json()).toMatchObject({ isTrainingKnown: true, fitting: { total: 0 } })
})

it('takes the people who have the cart location', async () => {
  const { open, read } = await setUp([
    { name: ['A', 'Here'], ...ready, locations: ['Pier 4'], circuit: 'NY-2' },
    { name: ['B', 'There'], ...ready, locations: ['Main St'] },
  ])
  const { fitting, others } = await read(
    await open({ ...saturday, kind: 'location', place: 'Pier 4' }),
  )
  expect([names(fitting.people), others.total]).toEqual([['Here'], 0])
})

it('shows outcomes to colleagues, and polls are answered 304 until something changes', async () => {
  const { ids, colleague, open, note, read } = await setUp([{ name: ['A', 'Ann'], ...ready }])
  const id = await open()
  const url = `/api/call-lists/${id}`
  const first = await colleague.inject({ url })
  const headers = { 'if-none-match': first.headers.etag }
  expect((await colleague.inject({ url, headers })).statusCode).toBe(304)
  await note(id, ids[0], 'later')
  expect((await colleague.inject({ url, headers })).statusCode).toBe(200)
  await note(id, ids[0], 'yes')
  const { list, fitting } = await read(id)
  expect([list.called, list.yes, fitting.people[0]?.outcome?.outcome]).toEqual([1, 1, 'yes'])
  expect((await colleague.inject({ url: '/api/call-lists' })).json().callLists).toEqual([list])
  await note(id, ids[0], null)
  expect((await read(id)).fitting.people[0]?.outcome).toBeNull()
})

it('shows and replaces what was noted on a list however long ago', async () => {
  const { db, ids, open, note, read } = await setUp([{ name: ['A', 'Ann'], ...ready }])
  const id = await open()
  await note(id, ids[0], 'yes')
  await db.updateTable('call_outcomes').set({ at: '2020-01-01T12:00:00.000Z' }).execute()
  await raiseVersion(db, 'calls')
  const { list, fitting } = await read(id)
  expect([list.called, fitting.people[0]?.outcome?.outcome]).toEqual([1, 'yes'])
  await note(id, ids[0], null)
  expect((await read(id)).list.called).toBe(0)
})

it('puts people who were asked last after the others, and counts what they agreed to against their maximum', async () => {
  const { ids, open, note, read } = await setUp([
    { name: ['A', 'Able'], ...ready },
    { name: ['B', 'Bell'], ...ready },
    { name: ['C', 'Cole'], ...ready, slots: ['Friday:Morning', 'Saturday:Morning'], maxPerWeek: 1 },
  ])
  const friday = await open({ ...saturday, day: daysAfter(firstSaturday, -1) })
  await note(friday, ids[0], 'no')
  await note(friday, ids[1], 'no-answer')
  await note(friday, ids[2], 'yes')
  const { fitting, others } = await read(await open())
  expect(fitting.people.map(({ lastName, lastAskedAt }) => [lastName, lastAskedAt])).toEqual([
    ['Bell', null],
    ['Able', expect.any(String)],
  ])
  expect(others.people[0]?.reasons).toEqual([{ kind: 'week-limit', limit: 1, agreed: 1 }])
})

it('retains outcomes of people who leave the sheet, and finds them again by Locust ID or name', async () => {
  const people = [
    { name: ['A', 'Ann'], ...ready, locustId: 'L1' },
    { name: ['B', 'Bo'], ...ready },
  ] as const
  const { db, ids, open, note, read } = await setUp(people)
  const id = await open()
  await note(id, ids[1], 'no')
  await note(id, ids[0], 'yes')
  await db.deleteFrom('volunteers').execute()
  await raiseVersion(db, 'volunteers')
  const without = await read(id)
  expect([without.fitting.total, names(without.gone)]).toEqual([0, ['Ann', 'Bo']])
  await insertPeople(db, [{ ...people[0], name: ['Ann', 'Married'] }, people[1]])
  await raiseVersion(db, 'volunteers')
  const { fitting, gone } = await read(id)
  expect(fitting.people.map((each) => [each.lastName, each.outcome?.outcome])).toEqual([
    ['Bo', 'no'],
    ['Married', 'yes'],
  ])
  expect(gone).toEqual([])
})

it('marks wrong numbers until another number comes or somebody answers', async () => {
  const { db, ids, open, note, wrongNumbers, colleague, as } = await setUp([
    { name: ['A', 'Ann'], ...ready, phone: '1' },
    { name: ['B', 'Bo'], ...ready, phone: '2' },
  ])
  const id = await open()
  expect(await marked(colleague)).toEqual([[], 0])
  for (const each of ids) await note(id, each, 'wrong-number')
  expect((await wrongNumbers()).map((row) => row.lastName).sort()).toEqual(['Ann', 'Bo'])
  expect(await marked(colleague)).toEqual([['Ann', 'Bo'], 2])
  const limited = await as(await activeUser(db, { username: 'lim', circuits: '["NY-2"]' }))
  expect(await marked(limited)).toEqual([[], 0])
  await note(await open({ ...saturday, day: daysAfter(firstSaturday, 7) }), ids[0], 'later')
  expect((await wrongNumbers()).map((row) => row.lastName)).toEqual(['Bo'])
  await db
    .updateTable('volunteers')
    .set({ mobilePhone: '3', updatedAt: nowIso() })
    .where('id', '=', ids[1] ?? '')
    .execute()
  await raiseVersion(db, 'volunteers')
  expect(await wrongNumbers()).toEqual([])
  expect(await marked(colleague)).toEqual([[], 0])
})

it('marks a wrong number that is only written differently, also for a person who is found again', async () => {
  const { db, ids, open, note, wrongNumbers } = await setUp([
    { name: ['Cy', "O'Brien"], ...ready, phone: '(917) 555-0102' },
    { name: ['B', 'Bo'], ...ready, phone: '917 555 0103' },
  ])
  const id = await open()
  for (const each of ids) await note(id, each, 'wrong-number')
  await db.deleteFrom('volunteers').execute()
  await insertPeople(db, [
    { name: ['Cy', 'O’Brien'], ...ready, phone: '+1 917 555 0102' },
    { name: ['B', 'Bo'], ...ready, phone: '917 555 0104' },
  ])
  await raiseVersion(db, 'volunteers')
  expect((await wrongNumbers()).map((row) => row.lastName)).toEqual(['O’Brien'])
})

it('gives the addresses and numbers of who can serve, without wrong ones and those of other circuits', async () => {
  const pier = { ...ready, locations: ['Pier 4'] }
  const { db, as, ids, user, open, note } = await setUp([
    { name: ['A', 'Ann'], ...pier, phone: '212 555 0101', email: 'ann@example.org' },
    { name: ['B', 'Bo'], ...pier, phone: '212 555 0102', email: 'ANN@example.org' },
    { name: ['C', 'Cy'], ...pier, circuit: 'NY-2', email: 'cy@example.org' },
    { name: ['D', 'Di'], ...pier, available: false, email: 'di@example.org' },
  ])
  const id = await open({ ...saturday, kind: 'location', place: 'Pier 4' })
  await note(id, ids[1], 'wrong-number')
  const contacts = async (who: typeof user, of: string) =>
    (await who.inject({ url: `/api/call-lists/${id}/contacts?of=${of}` })).json()
  expect(await contacts(user, 'addresses')).toEqual({
    contacts: expect.toSatisfy(
      (all: string[]) => all.length === 2 && all.includes('cy@example.org'),
    ),
    without: 0,
    leftOut: 0,
  })
  const numbers = { contacts: ['212 555 0101'], without: 1, leftOut: 1 }
  expect(await contacts(user, 'numbers')).toEqual(numbers)
  const limited = await as(await activeUser(db, { username: 'lim', circuits: '["NY-2"]' }))
  expect((await contacts(limited, 'addresses')).contacts).toEqual(['cy@example.org'])
  expect((await contacts(limited, 'numbers')).message).toBe(
    'Nobody here has a phone number that can be copied.',
  )
  const unknown = await user.inject({ url: `/api/call-lists/${id}/contacts?of=names` })
  expect(unknown.statusCode).toBe(400)
})

/** Returns whom the filter of volunteers finds, and how many people its count promises. */
async function marked(who: { inject(request: { url: string }): Promise<{ json(): unknown }> }) {
  const url = '/api/volunteers?mark=wrong-number&facets=true'
  const { volunteers, facets } = (await who.inject({ url })).json() as {
    volunteers: ListedVolunteer[]
    facets: VolunteerFacets
  }
  expect(volunteers.every(({ marks }) => marks.includes('wrong-number'))).toBe(true)
  return [volunteers.map(({ lastName }) => lastName), facets.mark['wrong-number']]
}

it('shows limited users only their circuits, and the people of these in the list of a cart location', async () => {
  const { db, ids, open, note } = await setUp([
    { name: ['A', 'Ann'], ...ready, locations: ['Pier 4'] },
    { name: ['B', 'Bo'], ...ready, circuit: 'NY-2', locations: ['Pier 4'] },
  ])
  const circuit = await open()
  const cart = await open({ ...saturday, kind: 'location', place: 'Pier 4' })
  for (const id of ids) await note(cart, id, 'yes')
  const visible = within(db, scopeOfUser({ role: 'user', circuits: toJson(['NY-2']) }))
  await expect(readCallList(visible, circuit, reading)).rejects.toThrow('Call list not found')
  const details = await readCallList(visible, cart, reading)
  expect([names(details.fitting.people), details.gone]).toEqual([['Bo'], []])
  const lists = await readCallLists(visible, reading)
  expect(lists.map(({ place, called, notCalled }) => [place, called, notCalled])).toEqual([
    ['Pier 4', 1, 0],
  ])
  // Others may have said yes at a cart location, and nobody else in a circuit.
  expect([details.list.isPartial, lists[0]?.isPartial]).toEqual([true, true])
  const ofBoth = within(db, scopeOfUser({ role: 'user', circuits: toJson(['NY-1', 'NY-2']) }))
  expect((await readCallList(ofBoth, circuit, reading)).list.isPartial).toBe(false)
  const whole = within(db, scopeOfUser({ role: 'user', circuits: null }))
  expect((await readCallList(whole, cart, reading)).list.isPartial).toBe(false)
  const scope = scopeOfUser({ role: 'user', circuits: toJson(['NY-2']) })
  await expect(deleteList(db, cart, scope)).rejects.toThrow('people of other circuits')
})

it('refuses places, lists and people that do not exist, and words that are not days', async () => {
  const { user, open } = await setUp([{ name: ['A', 'Ann'] }])
  const post = (payload: object) => user.inject({ method: 'POST', url: '/api/call-lists', payload })
  expect((await post({ ...saturday, place: 'NY-9' })).json().message).toBe('Circuit not found')
  const location = await post({ ...saturday, kind: 'location' })
  expect([location.statusCode, location.json().message]).toEqual([404, 'Cart location not found'])
  expect((await post({ ...saturday, day: '2026-02-30' })).statusCode).toBe(400)
  const id = await open()
  for (const path of ['nothing/outcomes/nobody', `${id}/outcomes/nobody`]) {
    const url = `/api/call-lists/${path}`
    const payload = { outcome: 'yes' }
    expect((await user.inject({ method: 'PUT', url, payload })).statusCode).toBe(404)
  }
  expect((await user.inject({ url: '/api/call-lists/nothing' })).statusCode).toBe(404)
})

it('counts who said yes, who said later, and who can serve but was not called', async () => {
  const { ids, open, note, listed, read } = await setUp([
    { name: ['A', 'Ann'], ...ready },
    { name: ['B', 'Bo'], ...ready },
    { name: ['C', 'Cy'], ...ready, locations: ['Pier 4'] },
    { name: ['D', 'Di'], ...ready },
    { name: ['E', 'Eli'], ...ready, available: false },
  ])
  const id = await open()
  await note(id, ids[0], 'yes')
  await note(id, ids[1], 'later')
  await note(id, ids[4], 'yes')
  const { list } = await read(id)
  expect(list).toMatchObject({ called: 3, yes: 2, later: 1, notCalled: 2 })
  expect(await listed()).toEqual([list])
  // Whoever serves elsewhere at this time is not to be called.
  const cart = await open({ ...saturday, kind: 'location', place: 'Pier 4' })
  await note(cart, ids[2], 'yes')
  expect((await read(id)).list.notCalled).toBe(1)
  expect((await listed()).map(({ notCalled }) => notCalled).sort()).toEqual([0, 1])
})

it('shows the lists that have an outcome or a number of people wanted, and none that were only looked at', async () => {
  const { ids, open, note, want, listed } = await setUp([{ name: ['A', 'Ann'], ...ready }])
  const opened = (weeks: number) => open({ ...saturday, day: daysAfter(firstSaturday, 7 * weeks) })
  const [looked, called, wished] = [await open(), await opened(1), await opened(2)]
  await note(called, ids[0], 'no-answer')
  await want(wished, 1)
  const shown = async () => (await listed()).map(({ id }) => id)
  expect(await shown()).toEqual([called, wished])
  await note(called, ids[0], null)
  expect(await shown()).toEqual([wished])
  expect(await open()).toBe(looked)
})

it('shows coming lists soonest first, then past ones latest first, which no longer count who was not called', async () => {
  const { open, want, listed, read } = await setUp([{ name: ['A', 'Ann'], ...ready }])
  const weeks = [1, -3, 0, -2]
  for (const each of weeks) {
    await want(await open({ ...saturday, day: daysAfter(firstSaturday, 7 * each) }), 3)
  }
  const lists = await listed()
  expect(lists.map(({ day, notCalled }) => [day, notCalled])).toEqual([
    [firstSaturday, 1],
    [daysAfter(firstSaturday, 7), 1],
    [daysAfter(firstSaturday, -14), null],
    [daysAfter(firstSaturday, -21), null],
  ])
  expect((await read(lists[3]?.id ?? '')).list.notCalled).toBeNull()
})

it('lets any user of the scope say that a list wants 1 to 20 people, and colleagues see it', async () => {
  const { db, as, user, colleague, open, want, listed, read } = await setUp([
    { name: ['A', 'Ann'], ...ready },
    { name: ['B', 'Bo'], ...ready, circuit: 'NY-2' },
  ])
  const id = await open()
  const url = '/api/call-lists'
  const headers = { 'if-none-match': (await colleague.inject({ url })).headers.etag }
  for (const wanted of [0, 21, 1.5, '2', null, undefined]) {
    expect(await want(id, wanted)).toEqual([400, 'Choose from 1 to 20 people'])
  }
  expect((await colleague.inject({ url, headers })).statusCode).toBe(304)
  expect(await want(id, 20)).toEqual([200, 'Number of people set'])
  expect((await colleague.inject({ url, headers })).statusCode).toBe(200)
  expect((await read(id)).list.wanted).toBe(20)
  const answers = await Promise.all([want(id, 1), want(id, 4, colleague)])
  expect(answers.map(([status]) => status)).toEqual([200, 200])
  expect([1, 4]).toContain((await listed())[0]?.wanted)
  const limited = await as(await activeUser(db, { username: 'lim', circuits: '["NY-2"]' }))
  expect(await want(id, 5, limited)).toEqual([404, 'Call list not found'])
  expect(await want('nothing', 5)).toEqual([404, 'Call list not found'])
  expect((await limited.inject({ url })).json().callLists).toEqual([])
  const payload = { ...saturday, wanted: 21 }
  expect((await user.inject({ method: 'POST', url, payload })).json().message).toBe(
    'Choose from 1 to 20 people',
  )
})

it('opens the list of the next week with as many people wanted, once for two colleagues', async () => {
  const { db, ids, user, colleague, open, note, want, read } = await setUp([
    { name: ['A', 'Ann'], ...ready },
  ])
  const id = await open()
  await want(id, 3)
  await note(id, ids[0], 'yes')
  const next = { ...saturday, day: daysAfter(firstSaturday, 7), wanted: 3 }
  const post = (who: typeof user) =>
    who.inject({ method: 'POST', url: '/api/call-lists', payload: next })
  const answers = await Promise.all([post(user), post(colleague)])
  const [made, ...others] = new Set(answers.map((answer) => answer.json().id as string))
  expect(others).toEqual([])
  const { list } = await read(made ?? '')
  expect(list).toMatchObject({ day: next.day, wanted: 3, called: 0, yes: 0 })
  // What somebody has set there stays.
  await want(list.id, 1)
  await note(list.id, ids[0], 'later')
  expect(await open(next)).toBe(list.id)
  expect((await read(list.id)).list).toMatchObject({ wanted: 1, later: 1 })
  expect(await db.selectFrom('call_lists').select('id').execute()).toHaveLength(2)
})

it('saves a list as CSV and XLSX', async () => {
  const { colleague, open } = await setUp([
    { name: ['Ann', '=Lee'], available: true },
    { name: ['Bo', 'Trained'], trained: true, circuit: 'NY-2' },
  ])
  const id = await open()
  const csv = await colleague.inject({ url: `/api/call-lists/${id}/people.csv` })
  expect(csv.headers['content-disposition']).toContain(`SMPW-Call-List-${firstSaturday}.csv`)
  expect(csv.body).toContain(`'=Lee,Ann,,,Park,NY-1,,,,"Not trained; Only at other times"`)
  const xlsx = await colleague.inject({ url: `/api/call-lists/${id}/people.xlsx` })
  const rows = await readSheet(xlsx.rawPayload)
  expect(rows[1]?.slice(0, 2)).toEqual(['=Lee', 'Ann'])
  const by = `, by ${colleague.user.firstName} ${colleague.user.lastName} (${colleague.user.username})`
  const facts = [
    ['People', '1'],
    ['Circuit', 'NY-1'],
    ['Time', `Saturday, ${firstSaturday}, Morning`],
    ['Data of', 'Nothing imported yet'],
    ['Exported', expect.stringContaining(by)],
  ]
  expect(rows.slice(3).map((cells) => cells.slice(0, 2))).toEqual(facts)
  expect(csv.body).toContain(`\r\nTime,"Saturday, ${firstSaturday}, Morning"\r\n`)
  expect(csv.body.trimEnd()).toMatch(/\r\nExported,"[^"]+ ET, by [^"]+"$/)
})

it('makes lists for days within a year, and at most 50 by one person for days to come', async () => {
  const { db, as, user, open } = await setUp([{ name: ['A', 'Ann'] }])
  const other = await as(await activeUser(db, { username: 'other', lastName: 'Other' }))
  const post = (who: typeof user, day: string) =>
    who.inject({ method: 'POST', url: '/api/call-lists', payload: { ...saturday, day } })
  // At the office it may still be the day before.
  const inDays = (days: number) => daysAfter(new Date().toISOString().slice(0, 10), days)
  for (const days of [-368, 367]) {
    const answer = await post(user, inDays(days))
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { message: 'Choose a day within a year', issues: [{ path: 'day' }] },
    ])
  }
  expect((await post(user, inDays(-2))).statusCode).toBe(200)
  for (let days = 1; days <= 50; days++) await open({ ...saturday, day: inDays(days) })
  const refused = await post(user, inDays(51))
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'You have made 50 call lists for days to come. Delete one that is not needed, then try again.',
  ])
  expect((await post(user, inDays(7))).statusCode).toBe(200)
  expect((await post(other, inDays(51))).statusCode).toBe(200)
})
