import { saveNoticeChoices } from '@dashboard/contract/notices'
import { importSheet } from '@dashboard/contract/sync'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emailNotices } from '../email-notices.ts'
import { openPage } from '../page.tsx'
import { type PageServer, startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/**
 * The bell, and what one is sent by e-mail (docs/notices.md). How they look is in e2e/journeys/notices.spec.ts, the
 * channels in monitoring-controls.page.test.tsx.
 */

const bell = () => screen.getByRole('button', { name: /^Notices/ })
const findBell = (name: string) => screen.findByRole('button', { name })
const list = () => within(screen.getByRole('dialog', { name: 'Notices' }))

/** Runs a sync that fails because there is no sheet. */
async function failSync(server: PageServer): Promise<void> {
  const { method, path: url } = importSheet
  const colleague = await server.as('admin')
  expect((await colleague.inject({ method, url })).statusCode).toBe(422)
}

test('a sync that somebody else started and that failed shows in the bell until it is read', async () => {
  const server = await startPageServer()
  const mia = await server.as('user')
  let user = await openPage('/profile', mia)
  await user.click(await findBell('Notices'))
  expect(list().getByText('What needs your attention appears here.')).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(bell()).toHaveFocus()

  await failSync(server)
  user = await openPage('/profile', mia)
  await user.click(await findBell('Notices, 1 unread'))
  await user.click(list().getByRole('link', { name: /Unread: The import failed/ }))
  await waitFor(() => expect(location.pathname).toBe('/dashboard/sync'))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await user.click(await findBell('Notices'))
  expect(list().getByRole('link', { name: /The import failed/ })).not.toHaveTextContent('Unread')
})

test('all are marked as read at once, and what the user has watched is not new', async () => {
  const server = await startPageServer()
  const ben = await server.as('user')
  await failSync(server)
  const user = await openPage('/dashboard/sync', ben)
  await user.click(await findBell('Notices, 1 unread'))
  await user.click(list().getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(bell()).toHaveAccessibleName('Notices'))
  expect(list().queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument()
  await user.click(bell())
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

  await user.click(screen.getByRole('checkbox', { name: 'Export from Locust' }))
  await user.click(screen.getByRole('button', { name: 'Run' }))
  await expectToast('Import Failed')
  await user.click(bell())
  await waitFor(() => expect(list().getAllByRole('link')).toHaveLength(2))
  expect(bell()).toHaveAccessibleName('Notices')
})

async function openChoices(notices: object) {
  const server = await startPageServer({ settings: { notices } })
  const who = await server.as('user')
  const open = async () => {
    const user = await openPage('/profile#notices', who)
    await screen.findByLabelText('E-mail Address')
    return user
  }
  return { server, open }
}

test('an address and choices are saved, on the tab that mails lead to', async () => {
  const { server, open } = await openChoices(emailNotices)
  let user = await open()
  const address = () => screen.getByLabelText('E-mail Address')
  const topic = (name: RegExp) => screen.getByRole('checkbox', { name })
  const save = () => user.click(screen.getByRole('button', { name: 'Save Choices' }))
  await user.click(topic(/^Problems/))
  await user.click(topic(/^Weekly mail/))
  await save()
  expect(await screen.findByText('Enter an e-mail address to be sent notices')).toBeInTheDocument()
  expect(server.callsOf(saveNoticeChoices)).toEqual([])
  await user.type(address(), 'ada@example.org')
  server.refuse(saveNoticeChoices, 503, 'The database is busy. Try again.')
  await save()
  expect(await screen.findByText('The database is busy. Try again.', { selector: 'form *' }))
  server.restore(saveNoticeChoices)
  await save()
  await expectToast('Choices Saved')
  user = await open()
  expect(address()).toHaveValue('ada@example.org')
  expect(topic(/^Problems/)).toBeChecked()
  expect(topic(/^Weekly mail/)).toBeChecked()
  expect(topic(/^Reports/)).not.toBeChecked()
})

test('without a mail server nothing can be chosen, and the card says so', async () => {
  const { open } = await openChoices({ ...emailNotices, email: undefined })
  await open()
  expect(screen.getByText('This server does not send e-mail.')).toBeInTheDocument()
  expect(screen.getByLabelText('E-mail Address')).toBeDisabled()
  expect(screen.getByRole('checkbox', { name: /^Problems/ })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Save Choices' })).toBeDisabled()
})
