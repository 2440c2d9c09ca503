import { openCallList, setCallOutcome } from '@dashboard/contract/call-lists'
import { dayAfter, localDay } from '@dashboard/contract/local-time'
import { listVolunteers } from '@dashboard/contract/volunteers'
import { insertPeople, type TestPerson } from '@dashboard/server/test/people'
import { activeUser } from '@dashboard/server/test/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatDate } from '../../src/format/time.ts'
import { controlTimers, openPage } from '../page.tsx'
import { type PageServer, startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/**
 * From a circuit to its people, and from a cart to fill to calls that colleagues share (docs/call-lists.md). Printing,
 * scrolling and files are in e2e/journeys/call-lists.spec.ts.
 */

/** A list must be for a day within a year. */
const monday = nextMonday()

function nextMonday(): string {
  const day = new Date()
  do day.setUTCDate(day.getUTCDate() + 1)
  while (day.getUTCDay() !== 1)
  return day.toISOString().slice(0, 10)
}

const ready: Partial<TestPerson> = {
  circuit: 'NY-2',
  trained: true,
  available: true,
  slots: ['Monday:Evening'],
}

async function startWithPeople() {
  const server = await startPageServer()
  await insertPeople(server.db, [
    { name: ['Ann', 'Able'], ...ready, phone: '+1 212 555 0101' },
    { name: ['Bo', 'Bell'], ...ready, phone: '+1 212 555 0102' },
    { name: ['Cy', 'Cole'], ...ready },
    { name: ['Di', 'Dunn'], ...ready, trained: false },
    { name: ['Eli', 'Elsewhere'], ...ready, circuit: 'NY-1' },
  ])
  return server
}

const listItems = (name: string) =>
  within(screen.getByRole('list', { name })).getAllByRole('listitem')
const people = () => listItems('Who can serve')
const outcomeOf = (name: string) => screen.getByRole('combobox', { name: `Outcome for ${name}` })

const today = localDay(Date.now())

/** Opens the list of NY-2, or of another place, so many days from today, which wants two people. */
async function haveList(server: PageServer, days: number, place: object = {}) {
  const admin = await server.as('admin')
  const day = dayAfter(today, days)
  const time = { kind: 'circuit', place: 'NY-2', day, timeSlot: 'Evening', wanted: 2 }
  const { method, path: url } = openCallList
  const response = await admin.inject({ method, url, payload: { ...time, ...place } })
  expect(response.statusCode, response.body).toBe(200)
}

test('a link from the weekly mail, a button and a number are three presses to a telephone that rings', async () => {
  const server = await startWithPeople()
  const address = '/dashboard/calls?circuit=NY-2&slots=Monday%3AEvening'
  const user = await openPage(address, await server.as('admin'))
  await waitFor(() => expect(screen.getByLabelText('Time')).toHaveValue('Evening'))
  expect(screen.getByText('Monday')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show who can serve' }))
  expect(await screen.findByRole('heading', { name: 'Circuit NY-2' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Call Able, Ann' })).toHaveAttribute(
    'href',
    'tel:+12125550101',
  )
})

async function openList() {
  const server = await startWithPeople()
  const user = await openPage('/dashboard/calls', await server.as('admin'))
  await user.selectOptions(await screen.findByLabelText('Where'), 'circuit')
  await user.selectOptions(screen.getByLabelText('Circuit'), 'NY-2')
  const day = screen.getByLabelText('Day')
  await user.clear(day)
  await user.type(day, monday)
  expect(screen.getByText('Monday')).toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText('Time'), 'Evening')
  await user.click(screen.getByRole('button', { name: 'Show who can serve' }))
  expect(await screen.findByRole('heading', { name: 'Circuit NY-2' })).toBeInTheDocument()
  return { server, user }
}

test("a person's page leads back to the link of the list that led there, also in a fold", async () => {
  const { user } = await openList()
  for (const name of ['Bell, Bo', 'Dunn, Di']) {
    await user.click(screen.getByText('Others (1)'))
    await user.click(await screen.findByRole('link', { name }))
    expect(await screen.findByRole('heading', { name, level: 2 })).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Back to Circuit NY-2' }))
    await waitFor(() => expect(screen.getByRole('link', { name })).toHaveFocus())
  }
})

test('a circuit leads to its congregations, and a cell of the heat map to the people', async () => {
  const server = await startWithPeople()
  const user = await openPage('/dashboard/circuits/NY-2', await server.as('admin'))
  expect(await screen.findByText(/^(Nobody on|Every time)/)).toBeInTheDocument()
  const board = within(screen.getByRole('region', { name: 'Congregations' }))
  await user.click(board.getByRole('link', { name: 'Park' }))
  expect(await screen.findByRole('heading', { name: 'Park', level: 1 })).toBeInTheDocument()
  const shown = within(await screen.findByRole('list', { name: 'People' }))
  expect(shown.getAllByRole('link').length).toBeGreaterThan(0)
  expect(screen.getByRole('link', { name: 'All 4 volunteers' })).toBeInTheDocument()
  const cell = screen.getByRole('link', { name: /on Monday, Evening$/ })
  const count = cell.textContent
  await user.click(cell)
  await waitFor(() => expect(location.search).toMatch(/^\?circuit=NY-2&congregation=/))
  expect(await screen.findByText(`${count} volunteers found`)).toBeInTheDocument()
  expect(server.callsOf(listVolunteers).at(-1)?.path).toContain('circuit=NY-2')
})

test('a list has who can serve, with a number to call, and the others with the reasons', async () => {
  const { user } = await openList()
  expect(people().map((row) => within(row).getAllByRole('link')[0]?.textContent)).toEqual([
    'Able, Ann',
    'Bell, Bo',
    'Cole, Cy',
  ])
  expect(screen.getByText('3 volunteers. 0 of 2 yes, 0 later, 3 not called.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Call Able, Ann' })).toHaveAttribute(
    'href',
    'tel:+12125550101',
  )
  expect(people()[0]).toHaveTextContent('Never asked')
  expect(people()[2]).toHaveTextContent('No phone number')
  expect(screen.queryByText('Elsewhere, Eli')).not.toBeInTheDocument()
  await user.click(screen.getByText('Others (1)'))
  const [other] = listItems('Others')
  expect(other).toHaveTextContent('Dunn, Di')
  expect(other).toHaveTextContent('Not trained')
})

test('colleagues see the outcomes, and go on with who was not called yet', async () => {
  const { server, user } = await openList()
  expect(screen.queryByRole('button', { name: 'Next to call' })).not.toBeInTheDocument()
  await user.selectOptions(outcomeOf('Able, Ann'), 'yes')
  await waitFor(() => expect(people()[0]).toHaveTextContent('noted by Ada Admin'))
  await user.selectOptions(outcomeOf('Bell, Bo'), 'wrong-number')
  expect(
    await screen.findByText('3 volunteers. 1 of 2 yes, 0 later, 1 not called.'),
  ).toBeInTheDocument()
  const address = location.pathname

  const colleague = await openPage(address, await server.as('user'))
  await waitFor(() =>
    expect(screen.getByRole('banner')).toHaveTextContent(/Mon, \w{3} \d+ · Evening/),
  )
  await waitFor(() => expect(outcomeOf('Able, Ann')).toHaveValue('yes'))
  await colleague.click(screen.getByRole('button', { name: 'Next to call' }))
  expect(screen.getByRole('link', { name: 'Cole, Cy' })).toHaveFocus()
  await colleague.selectOptions(outcomeOf('Able, Ann'), 'not-called')
  expect(
    await screen.findByText('3 volunteers. 0 of 2 yes, 0 later, 2 not called.'),
  ).toBeInTheDocument()
  await waitFor(() => expect(people()[0]).toHaveTextContent('Never asked'))
})

test('a number of a call list reads from left to right, whatever the name is', async () => {
  await openList()
  expect(screen.getByText('+1 212 555 0101')).toHaveAttribute('dir', 'ltr')
})

test('what a colleague notes shows without a press', async () => {
  const { server } = await openList()
  const id = location.pathname.split('/').at(-1) ?? ''
  const timers = controlTimers()
  await openPage(location.pathname, await server.as('admin'))
  expect(
    await screen.findByText('3 volunteers. 0 of 2 yes, 0 later, 3 not called.'),
  ).toBeInTheDocument()
  const { volunteerId } = await server.db
    .selectFrom('volunteers')
    .select('id as volunteerId')
    .where('lastName', '=', 'Able')
    .executeTakeFirstOrThrow()
  const url = setCallOutcome.path.replace(':id', id).replace(':volunteerId', volunteerId)
  const colleague = await server.as('user')
  await colleague.inject({ method: setCallOutcome.method, url, payload: { outcome: 'yes' } })
  await timers.pass(5_100)
  expect(
    await screen.findByText('3 volunteers. 1 of 2 yes, 0 later, 2 not called.'),
  ).toBeInTheDocument()
  expect(people()[0]).toHaveTextContent('noted by Uma User')
})

test('a wrong number is listed, said on other lists and on the page of the person, and found by a filter', async () => {
  const { user } = await openList()
  await user.selectOptions(outcomeOf('Bell, Bo'), 'wrong-number')
  await waitFor(() => expect(people()[1]).toHaveTextContent('noted by'))
  await user.click(screen.getByRole('button', { name: 'Same next week' }))
  await waitFor(() => expect(outcomeOf('Bell, Bo')).toHaveDisplayValue('Not called'))
  expect(await screen.findByText('Wrong number', { selector: 'span' })).toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Back to Fill a Cart' }))
  const wrong = within(await screen.findByRole('list', { name: 'Wrong numbers' }))
  expect(wrong.getAllByRole('listitem')).toHaveLength(1)
  await user.click(wrong.getByRole('link', { name: 'Bell, Bo' }))
  expect(await screen.findByText(/^Wrong number: noted by Ada Admin/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  const filters = within(screen.getByRole('region', { name: 'Filters' }))
  await user.click(filters.getByText('To correct'))
  await user.click(await filters.findByRole('checkbox', { name: /^Wrong number/ }))
  expect(await screen.findByText('1 volunteer found')).toBeInTheDocument()
  expect(location.search).toBe('?mark=wrong-number')
  const [marked] = listItems('Volunteers')
  expect(marked).toHaveTextContent('Bell, Bo')
  expect(marked).toHaveTextContent('Wrong number')
})

test('a list is deleted after a question, with all its outcomes', async () => {
  const { user } = await openList()
  const menu = async () => {
    await user.click(screen.getByRole('button', { name: 'Save or print' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete list' }))
    return within(await screen.findByRole('alertdialog', { name: 'Delete this call list?' }))
  }
  await user.click((await menu()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  await user.click((await menu()).getByRole('button', { name: 'Delete list' }))
  await waitFor(() => expect(location.pathname).toBe('/dashboard/calls'))
  expect(await screen.findByText('No call lists yet')).toBeInTheDocument()
})

test('of outcomes that are chosen faster than they are noted, the last one stays', async () => {
  const { server, user } = await openList()
  const held = server.hold(setCallOutcome)
  for (const choice of ['yes', 'no', 'yes'])
    await user.selectOptions(outcomeOf('Able, Ann'), choice)
  held.release()
  // The list shows the choice before it is noted, and notes one after another.
  await waitFor(() =>
    expect(server.callsOf(setCallOutcome).map(({ body }) => body)).toEqual([
      { outcome: 'yes' },
      { outcome: 'no' },
      { outcome: 'yes' },
    ]),
  )
  expect(outcomeOf('Able, Ann')).toHaveValue('yes')
})

test('a list is full with as many yes as it wants, which everybody of its scope may change', async () => {
  const { user } = await openList()
  const card = () => within(screen.getByRole('region', { name: 'Who can serve' }))
  const wanted = () => card().getByLabelText('People wanted')
  expect(card().getByText('Not begun')).toBeInTheDocument()
  expect(wanted()).toHaveValue('2')
  expect(within(wanted()).getAllByRole('option')).toHaveLength(20)
  await user.selectOptions(outcomeOf('Able, Ann'), 'yes')
  expect(await card().findByText('Short')).toBeInTheDocument()
  await user.selectOptions(wanted(), '1')
  expect(await card().findByText('Full')).toBeInTheDocument()
  expect(screen.getByText('3 volunteers. 1 of 1 yes, 0 later, 2 not called.')).toBeInTheDocument()
  await user.selectOptions(wanted(), '20')
  expect(await card().findByText('Short')).toBeInTheDocument()
})

test('the same list of next week wants as many people and has no outcomes', async () => {
  const { server, user } = await openList()
  await user.selectOptions(outcomeOf('Able, Ann'), 'yes')
  await user.selectOptions(screen.getByLabelText('People wanted'), '3')
  await screen.findByText('3 volunteers. 1 of 3 yes, 0 later, 2 not called.')
  const before = location.pathname
  await user.click(screen.getByRole('button', { name: 'Same next week' }))
  await waitFor(() => expect(location.pathname).not.toBe(before))
  expect(
    await screen.findByText('3 volunteers. 0 of 3 yes, 0 later, 3 not called.'),
  ).toBeInTheDocument()
  const next = { kind: 'circuit', place: 'NY-2', day: dayAfter(monday, 7), timeSlot: 'Evening' }
  expect(server.callsOf(openCallList).at(-1)?.body).toEqual({ ...next, wanted: 3 })
})

test('a list whose next week is more than a year away is not opened, and says so', async () => {
  const server = await startWithPeople()
  await haveList(server, 364)
  const user = await openPage('/dashboard/calls', await server.as('admin'))
  await user.click(await screen.findByRole('link', { name: /^Circuit NY-2/ }))
  await user.click(await screen.findByRole('button', { name: 'Same next week' }))
  await expectToast('Not Opened', 'Choose a day within a year')
})

test('the week comes first and the soonest list in it, then later ones, and past ones are collapsed', async () => {
  const server = await startWithPeople()
  for (const days of [-8, 7, 6, -1, 0, 30]) await haveList(server, days)
  const user = await openPage('/dashboard/calls', await server.as('admin'))
  const week = await screen.findByRole('list', { name: 'Today and the six days after' })
  const days = (list: HTMLElement) =>
    within(list)
      .getAllByRole('link')
      .map((link) => /, \w{3} \d+, \d{4}/.exec(link.textContent)?.[0].slice(2))
  const shown = (...offsets: number[]) =>
    offsets.map((offset) => formatDate(`${dayAfter(today, offset)}T16:00:00Z`))
  expect(days(week)).toEqual(shown(0, 6))
  expect(listItems('Today and the six days after')[1]).toHaveTextContent(
    /Short0 of 2 yes, 0 later, \d not called$/,
  )
  expect(days(screen.getByRole('list', { name: 'In a week or more' }))).toEqual(shown(7, 30))
  expect(screen.queryByRole('list', { name: 'Past' })).not.toBeInTheDocument()
  await user.click(screen.getByText('Past (2)'))
  expect(days(await screen.findByRole('list', { name: 'Past' }))).toEqual(shown(-1, -8))
  expect(listItems('Past')[0]).toHaveTextContent(/Short0 of 2 yes, 0 later$/)
})

test('a list that was only looked at is shown nowhere', async () => {
  const { server, user } = await openList()
  await user.click(screen.getByRole('link', { name: 'Back to Fill a Cart' }))
  expect(await screen.findByText('No call lists yet')).toBeInTheDocument()
  await openPage('/dashboard', await server.as('admin'))
  expect(await screen.findByRole('region', { name: 'Circuits' })).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Short of people this week' })).toBeNull()
})

test('the Dashboard leads to the first three lists of the week that are short', async () => {
  const server = await startWithPeople()
  for (const days of [5, 2, 4, 3, 7, -1]) await haveList(server, days)
  const user = await openPage('/dashboard', await server.as('admin'))
  const card = within(await screen.findByRole('region', { name: 'Short of people this week' }))
  expect(card.getAllByRole('listitem')).toHaveLength(3)
  expect(card.getByRole('link', { name: '1 more' })).toHaveAttribute('href', '/dashboard/calls')
  const [first] = card.getAllByRole('link', { name: /^Circuit NY-2/ })
  if (!first) throw new Error('No list is shown')
  await user.click(first)
  expect(await screen.findByRole('heading', { name: 'Circuit NY-2' })).toBeInTheDocument()
})

test('limited users read that the yes of a cart location is of their circuits', async () => {
  const server = await startWithPeople()
  await insertPeople(server.db, [{ name: ['Fay', 'Ford'], ...ready, locations: ['Pier 4'] }])
  await haveList(server, 1, { kind: 'location', place: 'Pier 4' })
  await haveList(server, 2)
  const row = await activeUser(server.db, { username: 'lim', circuits: '["NY-2"]' })
  await openPage('/dashboard/calls', await server.as(row))
  await screen.findByRole('list', { name: 'Today and the six days after' })
  const [cart, circuit] = listItems('Today and the six days after')
  expect(cart).toHaveTextContent(/0 of 2 yes from your circuits, 0 later, \d not called$/)
  expect(circuit).toHaveTextContent(/0 of 2 yes, 0 later, \d not called$/)
})
