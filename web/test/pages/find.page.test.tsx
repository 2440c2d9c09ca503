import { getJob } from '@dashboard/contract/jobs'
import { insertPeople, manyScripts } from '@dashboard/server/test/people'
import { storedReport } from '@dashboard/server/test/reports'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { controlTimers, openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/**
 * The box of Ctrl + K and the help of ?: what they find, and where that leads. The rules are in find-entries.test.ts
 * and find-keys.test.ts, how it looks and retains the focus in e2e/journeys/find.spec.ts.
 */

async function openMonitor() {
  const server = await startPageServer()
  await insertPeople(server.db, [
    ...manyScripts,
    { name: ['Наталья', 'Кузнецова'], circuit: 'NY-2', phone: '+1 201 555 0104' },
  ])
  await storedReport(server, { circuit: 'NY-2' })
  const user = await openPage('/dashboard/monitor', await server.as('admin'))
  return { server, user }
}

type User = Awaited<ReturnType<typeof openMonitor>>['user']

const findBox = () => screen.findByRole('combobox', { name: /^Find people/ })
const expectClosed = () =>
  waitFor(() => expect(screen.queryByRole('combobox', { name: /^Find people/ })).toBeNull())
const options = () => screen.queryAllByRole('option')
const active = () => screen.getByRole('option', { selected: true })

/** Opens the box by keys and types. */
async function find(user: User, text: string): Promise<HTMLElement> {
  await user.keyboard('{Control>}k{/Control}')
  const box = await findBox()
  await waitFor(() => expect(box).toHaveFocus())
  await user.keyboard(text)
  return box
}

test('a person is found by name, with a number to call, and opened by Enter', async () => {
  const { user } = await openMonitor()
  const box = await find(user, 'кузнецова')
  await waitFor(() => expect(options()).toHaveLength(2))
  expect(screen.getByText('2 results')).toBeInTheDocument()
  for (const option of options()) expect(option).toHaveTextContent(/^Кузнецова, Наталья/)
  expect(active()).toHaveAttribute('aria-posinset', '1')
  expect(box).toHaveAttribute('aria-activedescendant', active().id)
  const calls = screen.getAllByRole('link', { name: /^Call Кузнецова, Наталья, / })
  expect(calls.map((link) => link.getAttribute('href'))).toEqual(['tel:+12015550104'])
  await user.keyboard('{ArrowDown}')
  expect(active()).toHaveAttribute('aria-posinset', '2')
  expect(box).toHaveAttribute('aria-activedescendant', active().id)
  await user.keyboard('{ArrowUp}')
  expect(active()).toHaveAttribute('aria-posinset', '1')

  // Enter that ends an input method's composition must not choose an entry.
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true })
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 })
  expect(await findBox()).toBeInTheDocument()
  await user.keyboard('{Enter}')
  await expectClosed()
  const heading = await screen.findByRole('heading', { name: 'Кузнецова, Наталья' })
  await waitFor(() => expect(heading).toHaveFocus())
  expect(location.pathname).toMatch(/^\/dashboard\/volunteers\/.+/)
})

test('Enter pressed too early chooses the first match', async () => {
  const { user } = await openMonitor()
  await find(user, 'zoë{Enter}')
  expect(await screen.findByRole('heading', { name: 'D’Angelo-Müller, Zoë' })).toBeInTheDocument()
  await expectClosed()
})

test('places, reports, pages and actions are found, and lead to their pages', async () => {
  const { user } = await openMonitor()
  await find(user, 'reports of ny-2')
  await waitFor(() => expect(active()).toHaveTextContent(/^Reports of NY-2/))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname + location.search).toBe('/dashboard/reports?q=NY-2'))
  const heading = await screen.findByRole('heading', { name: 'Reports' })
  await waitFor(() => expect(heading).toHaveFocus())

  await find(user, 'circuit ny-10{Enter}')
  expect(await screen.findByRole('heading', { name: 'Circuit NY-10' })).toBeInTheDocument()

  await find(user, 'hill, upper')
  const [place] = await screen.findAllByRole('option', { name: /Congregation/ })
  if (!place) throw new Error('No congregation was found')
  await user.click(place)
  await waitFor(() =>
    expect(location.pathname).toBe('/dashboard/circuits/NY-2/congregations/Hill%2C%20Upper'),
  )

  await find(user, 'audit{Enter}')
  await waitFor(() => expect(location.pathname).toBe('/admin/audit'))

  await find(user, 'run sync')
  await waitFor(() => expect(active()).toHaveTextContent(/^Run sync/))
  await user.keyboard('{Enter}')
  await expectToast('Export + Import Started')
  expect(location.pathname).toBe('/dashboard/sync')
})

test('every page that is offered exists, also to a user', async () => {
  const server = await startPageServer()
  for (const role of ['admin', 'user'] as const) {
    const user = await openPage('/dashboard/monitor', await server.as(role))
    const labels = await offeredPages(user)
    expect(labels).toContain('Import history')
    expect(labels.includes('System')).toBe(role === 'admin')
    for (const label of labels) {
      await find(user, label)
      await waitFor(() => expect(active()).toHaveTextContent(label))
      await user.keyboard('{Enter}')
      await expectClosed()
      const heading = await screen.findByRole('heading', { level: 1 })
      expect(heading, label).not.toHaveTextContent(/404|Access Denied/)
    }
  }
})

/** Returns the names of the pages that the box offers before anything is typed, and closes it. */
async function offeredPages(user: User): Promise<string[]> {
  await find(user, ' ')
  const labels = options()
    .map((option) => option.textContent)
    .filter((text) => text.endsWith('Page'))
    .map((text) => text.slice(0, -'Page'.length))
  await user.keyboard('{Escape}')
  await expectClosed()
  return labels
}

test('says when nothing was found', async () => {
  const { user } = await openMonitor()
  await find(user, 'nobody is called so')
  expect(await screen.findByText('Nothing found')).toBeInTheDocument()
  expect(options()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await expectClosed()
  expect(location.pathname).toBe('/dashboard/monitor')
})

test('? shows help for the screen and the shortcuts, but is a character in a text field', async () => {
  const { user } = await openMonitor()
  await user.click(screen.getByRole('link', { name: 'Volunteers' }))
  const field = await screen.findByRole('searchbox', { name: 'Search volunteers' })
  await user.type(field, '?')
  expect(field).toHaveValue('?')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await user.clear(field)
  screen.getByRole('button', { name: 'Export' }).focus()
  await user.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Help: Volunteers' }))
  expect(dialog.getByRole('region', { name: 'Keyboard shortcuts' })).toBeInTheDocument()
  expect(dialog.getByText('How do I find a name that I cannot spell?')).toBeInTheDocument()
  // The box does not open above a dialog.
  await user.keyboard('{Control>}k{/Control}')
  expect(screen.queryByRole('combobox', { name: /^Find people/ })).not.toBeInTheDocument()
  await user.click(dialog.getByRole('checkbox', { name: '? opens this help' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

  // Switched off, ? does nothing, and the box still leads to the help.
  await user.keyboard('?')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await find(user, 'keyboard')
  await waitFor(() => expect(active()).toHaveTextContent(/^Help and keyboard shortcuts/))
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Help: Volunteers' })).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

  // Results about other screens are opened from here.
  await find(user, 'import be undone')
  await waitFor(() =>
    expect(active()).toHaveTextContent(/^Can an import be undone\?Help · Imports/),
  )
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Help: Imports' })).toBeInTheDocument()
})

test('a list that cannot be printed says what to do', async () => {
  const server = await startPageServer()
  const user = await openPage(
    '/dashboard/volunteers?q=nobody-is-called-so',
    await server.as('admin'),
  )
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'To print (PDF)' }))
  await expectToast('Export Failed', 'Nobody matches, so there is nothing')
})

test('a list to print is no longer waited for after signing out', async () => {
  const server = await startPageServer()
  await insertPeople(server.db, manyScripts)
  const timers = controlTimers()
  const user = await openPage('/dashboard/volunteers', await server.as('admin'))
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'To print (PDF)' }))
  await waitFor(async () => {
    await timers.pass(700)
    expect(server.callsOf(getJob)).not.toHaveLength(0)
  })
  await user.click(screen.getByRole('button', { name: /user menu of/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  await expectToast('Logged out')
  const before = server.callsOf(getJob).length
  await timers.pass(3_000)
  expect(server.callsOf(getJob)).toHaveLength(before)
})
