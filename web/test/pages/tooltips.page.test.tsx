import { anyTime } from '@dashboard/store/test/shown-times'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'

/** What a tooltip says is there for the keyboard, too. */

async function openBell() {
  const server = await startPageServer()
  const user = await openPage('/dashboard/monitor', await server.as('user'))
  const bell = await screen.findByRole('button', { name: 'Notices' })
  return { user, bell }
}

const tooltip = () => screen.queryByRole('tooltip')
const notices = () => screen.queryByRole('dialog', { name: 'Notices' })

test('a tooltip appears with the focus, and Escape closes it', async () => {
  const { user, bell } = await openBell()
  while (document.activeElement !== bell) await user.tab()
  await waitFor(() => expect(tooltip()).toHaveTextContent('Notices'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(tooltip()).toBeNull())
  expect(bell).toHaveFocus()
})

test('a tap presses the button, and shows no tooltip', async () => {
  const { user, bell } = await openBell()
  await user.pointer({ keys: '[TouchA]', target: bell })
  await waitFor(() => expect(notices()).not.toBeNull())
  expect(tooltip()).toBeNull()
})

test('a relative time can be reached by keyboard, and shows the exact one', async () => {
  const server = await startPageServer()
  const user = await openPage('/profile', await server.as('user'))
  await user.click(await screen.findByRole('tab', { name: 'Sessions' }))
  const [time] = await screen.findAllByText(/^just now|second|minute/)
  while (document.activeElement?.tagName !== 'TIME') await user.tab()
  expect(time).toBeInTheDocument()
  await waitFor(() => expect(tooltip()).toHaveTextContent(new RegExp(`${anyTime}$`)))
})
