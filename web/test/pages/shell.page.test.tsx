import { listJobs } from '@dashboard/contract/jobs'
import { insertPeople } from '@dashboard/server/test/people'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paths } from '../../src/paths.ts'
import { controlTimers, goTo, openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'

/**
 * The frame of all pages: its links, and the names of pages. Who may see which page is in
 * settings.page.test.tsx, how the frame looks in e2e/journeys/shell.spec.ts.
 */

const titles = {
  '/dashboard': 'Dashboard',
  '/dashboard/sync': 'Locust Sync',
  '/dashboard/monitor': 'Monitor',
  '/dashboard/reports': 'Reports',
  '/dashboard/volunteers': 'Volunteers',
  '/dashboard/calls': 'Fill a Cart',
  '/profile': 'Profile',
  '/admin': 'Settings',
  '/admin/users': 'User Management',
  '/no/such/page': 'Page not found',
}

test.each(Object.entries(titles))('the tab of %s names the page: %s', async (path, title) => {
  const server = await startPageServer()
  await openPage(path, await server.as('admin'))
  await waitFor(() => expect(document.title).toBe(`${title} · SMPW Dashboard`))
})

test('there is a page at every address that pages link to by name', async () => {
  const server = await startPageServer()
  await openPage('/dashboard', await server.as('admin'))
  for (const address of Object.values(paths)) {
    await goTo(address.replace('*', 'some'))
    const heading = await screen.findByRole('heading', { level: 1 })
    expect(heading, address).not.toHaveTextContent('404')
  }
})

test('the board is the first link, and marked only on its own page and those below it', async () => {
  const server = await startPageServer()
  await insertPeople(server.db, [{ name: ['Ann', 'Lee'], circuit: 'NY-2' }])
  const admin = await server.as('admin')
  const user = await openPage('/dashboard', admin)
  const links = () => within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
  const marked = () =>
    links()
      .filter((link) => link.getAttribute('aria-current') === 'page')
      .map(({ textContent }) => textContent)
  expect(links().map(({ textContent }) => textContent)).toEqual([
    'Dashboard',
    'Locust Sync',
    'Monitor',
    'Reports',
    'Volunteers',
    'Fill a Cart',
    'Settings',
  ])
  expect(marked()).toEqual(['Dashboard'])
  await user.click(screen.getByRole('link', { name: 'Monitor' }))
  await waitFor(() => expect(marked()).toEqual(['Monitor']))
  await openPage('/dashboard/circuits/NY-2', admin)
  expect(marked()).toEqual(['Dashboard'])
  expect(await screen.findByRole('heading', { name: 'Circuit NY-2' })).toBeInTheDocument()
})

test('the sidebar shows names, or icons alone, and toggles by button and keys', async () => {
  const server = await startPageServer()
  const user = await openPage('/dashboard/sync', await server.as('admin'))
  const sidebar = within(screen.getByRole('complementary', { name: 'Sidebar' }))
  expect(sidebar.getByText('SMPW Dashboard')).toBeInTheDocument()
  expect(sidebar.getByText('Analytics & Reporting')).toBeInTheDocument()
  await user.keyboard('{Control>}b{/Control}')
  await waitFor(() => expect(sidebar.queryByText('Analytics & Reporting')).toBeNull())
  expect(sidebar.getByRole('link', { name: 'Monitor' })).toHaveTextContent(/^$/)
  expect(document.cookie).toContain('sidebar_state=false')
  await user.keyboard('{Meta>}b{/Meta}')
  expect(await sidebar.findByText('Analytics & Reporting')).toBeInTheDocument()
  const toggle = screen.getByRole('button', { name: 'Toggle sidebar' })
  await user.click(toggle)
  await waitFor(() => expect(sidebar.queryByText('Analytics & Reporting')).toBeNull())
  await user.click(toggle)
  expect(await sidebar.findByText('Analytics & Reporting')).toBeInTheDocument()
})

test('a menu that is open when a page is drawn stays open, with the focus', async () => {
  const server = await startPageServer()
  const user = await openPage('/dashboard/monitor', await server.as('admin'))
  await user.click(await screen.findByRole('button', { name: /user menu/ }))
  const logout = await screen.findByRole('menuitem', { name: 'Logout' })
  await goTo('/dashboard/calls')
  await waitFor(() => expect(document.title).toBe('Fill a Cart · SMPW Dashboard'))
  await screen.findByText('Who can serve?')
  expect(logout).toBeInTheDocument()
  expect(document.activeElement?.closest('[role=menu]')).not.toBeNull()
})

test.each(Object.keys(titles).filter((path) => path !== '/no/such/page'))(
  'jobs are polled every 30 s behind %s, even while the page is hidden',
  async (path) => {
    const server = await startPageServer()
    const timers = controlTimers()
    await openPage(path, await server.as('admin'))
    const calls = () => server.callsOf(listJobs).length
    await waitFor(() => expect(calls()).toBeGreaterThan(0))
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    for (let interval = 0; interval < 2; interval += 1) {
      const before = calls()
      await timers.pass(30_000)
      await waitFor(() => expect(calls()).toBeGreaterThan(before))
    }
  },
)
