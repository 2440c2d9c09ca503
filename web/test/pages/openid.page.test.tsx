import { sessionTokenKey } from '@dashboard/contract/limits'
import {
  finishOpenIdLink,
  finishOpenIdSignIn,
  getOpenIdLink,
  getSignInWays,
  removeOpenIdLink,
  startOpenIdLink,
  startOpenIdSignIn,
} from '@dashboard/contract/openid'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { goTo, openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/**
 * Signing in with an OpenID provider, and linking one's account to it (docs/sign-in-openid.md). The way to a real
 * provider and back is in e2e/journeys/openid.spec.ts, what the server refuses in
 * server/src/accounts/openid/openid-routes.test.ts.
 */

const providersPage = 'https://acme.example/authorize?state=s'
const begun = { url: providersPage, key: 'the key of this window' }

/** Starts a server with a provider; returns the addresses to which the page has sent its browser. */
async function start() {
  const server = await startPageServer()
  server.answer(getSignInWays, { password: true, openId: { name: 'Acme' } })
  server.answer(startOpenIdSignIn, begun)
  server.answer(startOpenIdLink, begun)
  const leaveFor = vi.spyOn(location, 'assign').mockImplementation(() => {})
  return { server, leaveFor }
}

/** Returns from the provider's page, in the same window. */
const comeBack = (search: string) => goTo(`/login/openid?${search}`)

async function beginSignIn() {
  const started = await start()
  const user = await openPage('/login')
  await user.click(await screen.findByRole('button', { name: 'Sign in with Acme' }))
  await waitFor(() => expect(started.leaveFor).toHaveBeenCalledWith(providersPage))
  return { ...started, user }
}

test('sends the answer of the provider, and leaves no code in the address', async () => {
  const { server, user } = await beginSignIn()
  await user.click(screen.getByRole('button', { name: 'Sign in with Acme' }))
  expect(server.callsOf(startOpenIdSignIn)).toHaveLength(1)
  const { token } = await server.as('user')
  server.answer(finishOpenIdSignIn, { token })
  await comeBack('code=c&state=s&iss=https://acme.example')
  await waitFor(() => expect(location.pathname).toBe('/dashboard/reports'))
  expect(location.search).toBe('')
  await expectToast('Welcome back!')
  expect(server.callsOf(finishOpenIdSignIn).map(({ body }) => body)).toEqual([
    { code: 'c', state: 's', issuer: 'https://acme.example', key: begun.key },
  ])
  expect(localStorage.getItem(sessionTokenKey)).toBe(token)
})

test.each([
  [410, 'This sign-in was used already, took too long, or began in another window.'],
  [502, 'The answer of Acme cannot be used.'],
])('an answer that is refused with %d signs nobody in', async (status, words) => {
  const { server, user } = await beginSignIn()
  server.refuse(finishOpenIdSignIn, status, words)
  await comeBack('code=c&state=s')
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  expect(screen.getByRole('heading', { name: 'You are not signed in' })).toBeInTheDocument()
  expect(localStorage.getItem(sessionTokenKey)).toBeNull()
  expect(location.search).toBe('')
  await user.click(screen.getByRole('link', { name: 'Back to Login' }))
  expect(await screen.findByLabelText('Username')).toBeInTheDocument()
})

test.each([
  ['error=access_denied', 'It was cancelled on the other page.'],
  ['error=other', 'The other page did not let you in. Try again, or ask an administrator.'],
])('a sign-in that returns with %s says so', async (search, words) => {
  const { server } = await beginSignIn()
  await comeBack(search)
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  expect(server.callsOf(finishOpenIdSignIn)).toEqual([])
})

test('an answer counts only in the window that asked for it, and once', async () => {
  const { server, user } = await beginSignIn()
  server.refuse(finishOpenIdSignIn, 410, 'Over.')
  await comeBack('code=c&state=s')
  expect(await screen.findByText('Over.')).toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Back to Login' }))
  await comeBack('code=c&state=s')
  expect(
    await screen.findByText('This sign-in did not begin in this window. Begin again.'),
  ).toBeInTheDocument()
  expect(server.callsOf(finishOpenIdSignIn)).toHaveLength(1)
})

test('where passwords are off, the form is a click away', async () => {
  const { server } = await start()
  server.answer(getSignInWays, { password: false, openId: { name: 'Acme' } })
  const user = await openPage('/login')
  await user.click(await screen.findByRole('button', { name: 'Sign in with a password' }))
  expect(screen.queryByRole('button', { name: 'Sign in with a password' })).not.toBeInTheDocument()
  expect(screen.getByLabelText('Username')).toBeInTheDocument()
})

test('an account is linked under Profile, and unlinked', async () => {
  const { server, leaveFor } = await start()
  server.answer(getOpenIdLink, { provider: 'Acme', link: null })
  const who = await server.as('admin')
  const user = await openPage('/profile', who)
  await user.click(await screen.findByRole('tab', { name: 'Sign-in' }))
  await user.click(await screen.findByRole('button', { name: 'Link to Acme' }))
  await waitFor(() => expect(leaveFor).toHaveBeenCalledWith(providersPage))
  const message = 'From now on you can sign in with Acme.'
  server.answer(finishOpenIdLink, { message })
  await comeBack('code=c&state=s')
  await waitFor(() => expect(location.pathname).toBe('/profile'))
  await expectToast('Account Linked', message)
  expect(server.callsOf(finishOpenIdLink)[0]?.body).toMatchObject({ code: 'c', key: begun.key })

  const linkedAt = '2026-02-03T17:00:00.000Z'
  server.answer(getOpenIdLink, { provider: 'Acme', link: { email: 'root@example.org', linkedAt } })
  await user.click(await screen.findByRole('tab', { name: 'Sign-in' }))
  expect(
    await screen.findByText(/^Linked to root@example\.org since Feb 3, 2026/),
  ).toBeInTheDocument()
  server.answer(removeOpenIdLink, { message: 'Unlinked.' })
  await user.click(screen.getByRole('button', { name: 'Unlink' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('You can then no longer sign in with Acme.')).toBeInTheDocument()
  server.answer(getOpenIdLink, { provider: 'Acme', link: null })
  await user.click(question.getByRole('button', { name: 'Unlink' }))
  await expectToast('Account Unlinked', 'Unlinked.')
  expect(await screen.findByRole('button', { name: 'Link to Acme' })).toBeInTheDocument()
})

test('a link that is refused leaves its user signed in', async () => {
  const { server } = await start()
  server.answer(getOpenIdLink, { provider: 'Acme', link: null })
  const user = await openPage('/profile', await server.as('user'))
  await user.click(await screen.findByRole('tab', { name: 'Sign-in' }))
  await user.click(await screen.findByRole('button', { name: 'Link to Acme' }))
  server.refuse(finishOpenIdLink, 409, 'Linked to another account.')
  await comeBack('code=c&state=s')
  expect(await screen.findByRole('alert')).toHaveTextContent('Linked to another account.')
  expect(screen.getByRole('heading', { name: 'Nothing was linked' })).toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Back to Profile' }))
  expect(location.pathname).toBe('/profile')
})
