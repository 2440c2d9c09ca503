import { login } from '@dashboard/contract/accounts'
import { listJobs } from '@dashboard/contract/jobs'
import { hashOfRightPassword } from '@dashboard/server/test/login'
import { activeUser } from '@dashboard/server/test/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/** The user's own sessions, under Profile, and signing a user out everywhere. */

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

async function start() {
  const server = await startPageServer()
  const una = await activeUser(server.db, { username: 'una', password: hashOfRightPassword })
  /** Signs in on another device; returns whether it still is. */
  const signInElsewhere = async (userAgent = iphone) => {
    const payload = { username: 'una', password: 'right password' }
    const headers = { 'user-agent': userAgent }
    const answer = await server.inject({ method: 'POST', url: login.path, headers, payload })
    const authorization = `Bearer ${answer.json().token}`
    return async () =>
      (await server.inject({ url: listJobs.path, headers: { authorization } })).statusCode === 200
  }
  return { server, una, signInElsewhere }
}

async function openSessions(who: { token: string }) {
  const user = await openPage('/profile', who)
  await user.click(await screen.findByRole('tab', { name: 'Sessions' }))
  const list = within(await screen.findByRole('list', { name: 'Sessions' }))
  return { user, rows: () => list.getAllByRole('listitem') }
}

type User = Awaited<ReturnType<typeof openPage>>

async function confirm(user: User) {
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Sign out' }))
}

test('lists one’s devices, this one first, and signs out another one', async () => {
  const { server, una, signInElsewhere } = await start()
  const isThere = await signInElsewhere()
  const { user, rows } = await openSessions(await server.as(una))
  expect(rows()).toHaveLength(2)
  expect(rows()[0]).toHaveTextContent(/This device/)
  expect(rows()[0]).not.toHaveTextContent(/Last seen/)
  expect(rows()[1]).toHaveTextContent(/Safari on iPhone.*Last seen just now/)
  await user.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }))
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Safari on iPhone, signed in')
  expect(await isThere()).toBe(true)
  await confirm(user)
  await expectToast('Signed Out', 'The device was signed out.')
  expect(await screen.findByText('You are signed in nowhere else.')).toBeInTheDocument()
  expect(rows()).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Sign Out All Others' })).not.toBeInTheDocument()
  expect(await isThere()).toBe(false)
})

test('signs out all others', async () => {
  const { server, una, signInElsewhere } = await start()
  const others = [await signInElsewhere(), await signInElsewhere('curl/8')]
  const who = await server.as(una)
  const { user, rows } = await openSessions(who)
  expect(rows()).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: 'Sign Out All Others' }))
  await confirm(user)
  await expectToast('Signed Out', 'You were signed out on 2 other devices.')
  await waitFor(() => expect(rows()).toHaveLength(1))
  for (const isThere of others) expect(await isThere()).toBe(false)
  expect((await who.inject({ url: listJobs.path })).statusCode).toBe(200)
})

test('an administrator signs a user out everywhere, but not themselves', async () => {
  const { server, signInElsewhere } = await start()
  const isThere = await signInElsewhere()
  const admin = await server.as('admin')
  const user = await openPage('/admin/users', admin)
  await user.click(
    await screen.findByRole('button', { name: `Actions for ${admin.user.username}` }),
  )
  expect(await screen.findByRole('menuitem', { name: 'Reset Password' })).toBeInTheDocument()
  for (const name of ['Sign Out Everywhere', 'Reset Sign-in', 'Password Link', 'Access Tokens']) {
    expect(screen.queryByRole('menuitem', { name })).not.toBeInTheDocument()
  }
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Actions for una' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign Out Everywhere' }))
  await confirm(user)
  expect(await screen.findByText('@una was signed out everywhere.')).toBeInTheDocument()
  expect(await isThere()).toBe(false)
})
