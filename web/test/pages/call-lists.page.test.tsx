import { setCallOutcome } from '@dashboard/contract/call-lists'
import { listVolunteers } from '@dashboard/contract/volunteers'
import { insertPeople, type TestPerson } from '@dashboard/server/test/people'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { controlTimers, openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'

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

test('a wrong number is listed, said on the page of the person, and found by a filter', async () => {
  const { user } = await openList()
  await user.selectOptions(outcomeOf('Bell, Bo'), 'wrong-number')
  await waitFor(() => expect(people()[1]).toHaveTextContent('noted by'))
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
