import { startVolunteerList } from '@dashboard/contract/volunteer-exports'
import { readEmergencyContacts, saveFilters } from '@dashboard/contract/volunteers'
import { insertPeople, manyScripts } from '@dashboard/server/test/people'
import { nowIso } from '@dashboard/store/database/column-values'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/** Searching, filtering and opening volunteers (docs/volunteers.md), on names in many scripts. */

const search = () => screen.getByRole('searchbox', { name: 'Search volunteers' })
const rows = () => within(screen.getByRole('list', { name: 'Volunteers' })).getAllByRole('listitem')
const names = () => rows().map((row) => within(row).getAllByRole('link')[0]?.textContent)
const filters = () => within(screen.getByRole('region', { name: 'Filters' }))

const singers = Array.from({ length: 3 }, (_, index) => ({
  name: ['Sing', `Kim ${index}`] as const,
  circuit: 'NY-7',
  congregation: 'Seoul',
  language: 'Korean',
  phone: '+1 201 555 0107',
  available: index > 0,
  trained: true,
  slots: index > 0 ? ['Saturday:Morning'] : ['Saturday:Evening'],
}))

async function openVolunteers(search = '') {
  const server = await startPageServer()
  const ids = await insertPeople(server.db, [...manyScripts, ...singers])
  const user = await openPage(`/dashboard/volunteers${search}`, await server.as('admin'))
  await screen.findByText(/volunteers?( found)?$/, { selector: '[role=status]' })
  return { server, user, ids }
}

const searches: [query: string, first: string, isBySound?: boolean][] = [
  ['OHARA ann', "O'Hara, Ann"],
  ['muller zoe', 'D’Angelo-Müller, Zoë'],
  ['кузнецова', 'Кузнецова, Наталья'],
  ['الاحمد', 'الأحمد, محمد'],
  ['לוי', 'לוי, שרה'],
  ['김', '김, 서연'],
  ['王', '王, 秀英'],
  ['शर्मा', 'शर्मा, प्रिया'],
  ['(212) 555-0100', "O'Hara, Ann"],
  ['6465550123', '王, 秀英'],
  ['ann.ohara@example.org', "O'Hara, Ann"],
  ['Kuznetsova', 'Кузнецова, Наталья', true],
  ['Xiuying', '王, 秀英', true],
]

test('finds people in every script, by number and by sound, while typing', async () => {
  const { user } = await openVolunteers()
  expect(screen.getByText('13 volunteers')).toBeInTheDocument()
  for (const [query, first, isBySound = false] of searches) {
    await user.clear(search())
    await user.paste(query)
    await waitFor(() => expect(names()[0], query).toBe(first))
    const [row] = rows()
    if (row) expect(within(row).queryAllByText('by sound')).toHaveLength(isBySound ? 1 : 0)
  }
  await user.clear(search())
  await user.paste('ohara nobody')
  expect(await screen.findByText('Nobody matches.')).toBeInTheDocument()
  const [clear] = screen.getAllByRole('button', { name: 'Clear filters' })
  if (clear) await user.click(clear)
  expect(await screen.findByText('13 volunteers')).toBeInTheDocument()
  expect(search()).toHaveValue('')
})

test('filters are in the address, with how many each would leave, and a person opens beside them', async () => {
  const { server, user, ids } = await openVolunteers()
  await server.db
    .insertInto('emergency_contacts')
    .values({
      id: 'contact',
      volunteerId: ids[11] ?? '',
      name: 'Eva Kim',
      phone: '555-0199',
      createdAt: nowIso(),
    })
    .execute()
  await user.click(filters().getByText('Circuit'))
  await user.click(filters().getByRole('checkbox', { name: /^NY-7 ?3$/ }))
  expect(await screen.findByText('3 volunteers found')).toBeInTheDocument()
  await user.click(await filters().findByRole('button', { name: 'Saturday Morning: 2' }))
  await user.selectOptions(filters().getByRole('combobox', { name: 'Available' }), 'true')
  await waitFor(() =>
    expect(location.search).toBe('?circuit=NY-7&available=true&slots=Saturday%3AMorning'),
  )
  await waitFor(() => expect(names()).toEqual(['Kim 1, Sing', 'Kim 2, Sing']))
  await user.click(screen.getByRole('link', { name: 'Kim 1, Sing' }))
  const heading = await screen.findByRole('heading', { name: 'Kim 1, Sing' })
  const person = within(screen.getByRole('region', { name: 'Volunteer' }))
  expect(heading).toHaveFocus()
  expect(location.search).toBe('?circuit=NY-7&available=true&slots=Saturday%3AMorning')
  expect(person.getByRole('link', { name: 'Call Kim 1, Sing' })).toHaveAttribute(
    'href',
    'tel:+12015550107',
  )
  expect(person.getByRole('link', { name: 'NY-7' })).toHaveAttribute(
    'href',
    '/dashboard/circuits/NY-7',
  )
  expect(person.getByRole('link', { name: 'Seoul' })).toHaveAttribute(
    'href',
    '/dashboard/circuits/NY-7/congregations/Seoul',
  )
  // Each look at emergency contacts is entered in the audit log, so that nobody looks without meaning to.
  expect(server.callsOf(readEmergencyContacts)).toHaveLength(0)
  await user.click(person.getByText('1 emergency contact'))
  expect(await person.findByText('555-0199')).toBeInTheDocument()
  expect(person.getByText('This access is entered in the audit log.')).toBeInTheDocument()
  expect(server.callsOf(readEmergencyContacts)).toHaveLength(1)
  const looks = await server.db
    .selectFrom('audit_log')
    .select('action')
    .where('action', '=', 'volunteer.emergency-contacts.read')
    .execute()
  expect(looks).toHaveLength(1)
  await user.click(person.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.getByRole('link', { name: 'Kim 1, Sing' })).toHaveFocus())
})

test('numbers and addresses beside an Arabic name read from left to right', async () => {
  const server = await startPageServer()
  const phone = '+1 917 555 0102'
  const email = 'ali@example.org'
  const [id = ''] = await insertPeople(server.db, [{ name: ['علي', 'محمد'], phone, email }])
  await server.db
    .insertInto('emergency_contacts')
    .values({
      id: 'contact',
      volunteerId: id,
      name: 'سارة',
      phone: '(917) 555-0103',
      createdAt: nowIso(),
    })
    .execute()
  const user = await openPage('/dashboard/volunteers', await server.as('admin'))
  await user.click(await screen.findByRole('link', { name: 'محمد, علي' }))
  await user.click(await screen.findByText('1 emergency contact'))
  const contact = await screen.findByText('(917) 555-0103')
  const shown = [contact, ...screen.getAllByText(phone), ...screen.getAllByText(email)]
  expect(shown).toHaveLength(4)
  for (const text of shown) expect(text).toHaveAttribute('dir', 'ltr')
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: /^Find people/ })
  await user.keyboard('محمد')
  const call = await screen.findByRole('link', { name: `Call محمد, علي, ${phone}` })
  expect(within(call).getByText(phone)).toHaveAttribute('dir', 'ltr')
})

test('a filter is removed by its chip, and one that leaves nobody cannot be chosen', async () => {
  const { user } = await openVolunteers('?language=Korean&trained=true')
  expect(screen.getByText('3 volunteers found')).toBeInTheDocument()
  const trained = filters().getByRole('combobox', { name: 'Trained' })
  await waitFor(() => expect(within(trained).getAllByRole('option').at(-1)).toBeDisabled())
  expect(within(trained).getAllByRole('option').at(-1)).toHaveTextContent('No (0)')
  await user.click(screen.getByRole('button', { name: 'Remove filter Trained' }))
  await waitFor(() => expect(location.search).toBe('?language=Korean'))
  await user.click(screen.getByRole('button', { name: 'Remove filter Language: Korean' }))
  expect(await screen.findByText('13 volunteers')).toBeInTheDocument()
})

test('a set of filters is saved under a name', async () => {
  const { server, user } = await openVolunteers('?language=Korean')
  expect(screen.getByText('3 volunteers found')).toBeInTheDocument()
  await user.click(screen.getByText('Saved filters'))
  const name = screen.getByRole('textbox', { name: 'Name for these filters' })
  const save = screen.getByRole('button', { name: 'Save' })
  await user.type(name, '  ')
  expect(save).toBeDisabled()
  await user.type(name, 'Korean speakers')
  server.refuse(saveFilters, 500, '')
  await user.click(save)
  await expectToast('Not Saved', 'The filters could not be saved.')
  expect(name).toHaveValue('  Korean speakers')
  server.restore(saveFilters)
  await user.click(save)
  const saved = await screen.findByRole('link', { name: 'Korean speakers' })
  expect(name).toHaveValue('')
  await user.click(screen.getByRole('button', { name: 'Remove filter Language: Korean' }))
  await screen.findByText('13 volunteers')
  await user.click(saved)
  expect(await screen.findByText('3 volunteers found')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Delete saved filters Korean speakers' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Korean speakers' })).toBeNull())
})

test('copies the addresses and the numbers of everybody who is found, and says how many', async () => {
  const server = await startPageServer()
  await insertPeople(server.db, [
    { name: ['Ann', 'Lee'], email: 'ann@example.org', phone: '212 555 0101' },
    { name: ['Bo', 'Lee'], email: 'bo@example.org' },
    { name: ['Cy', 'Lee'] },
    { name: ['Di', 'Fox'], email: 'di@example.org' },
  ])
  const user = await openPage('/dashboard/volunteers?q=lee', await server.as('admin'))
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(screen.getByRole('menuitem', { name: 'Copy addresses' }))
  await expectToast('Addresses Copied', 'for Bcc: 2 addresses; 1 person has none')
  expect(await navigator.clipboard.readText()).toBe('ann@example.org; bo@example.org')
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(screen.getByRole('menuitem', { name: 'Copy numbers' }))
  await expectToast('Numbers Copied', '1 number; 2 people have none')
  expect(await navigator.clipboard.readText()).toBe('212 555 0101')
})

test('printing the list saves it as PDF, as "To print" does; an open person is left to the browser', async () => {
  const { server, user, ids } = await openVolunteers()
  await user.keyboard('{Control>}p{/Control}')
  await waitFor(() => expect(server.callsOf(startVolunteerList)).toHaveLength(1))
  await user.click(screen.getAllByRole('link', { name: "O'Hara, Ann" })[0] as HTMLElement)
  await waitFor(() => expect(location.pathname).toContain(ids[0]))
  await user.keyboard('{Control>}p{/Control}')
  expect(server.callsOf(startVolunteerList)).toHaveLength(1)
})
