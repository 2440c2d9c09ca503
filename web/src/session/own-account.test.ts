import type { SessionUser, User } from '@dashboard/contract/accounts'
import { expect, it, vi } from 'vitest'
import { renewTokenFor } from './own-account.ts'

const names = { firstName: 'Ann', lastName: 'Lee', username: 'ann' }
const me: SessionUser = { ...names, userId: 'u1', role: 'admin', circuits: null, exp: 0 }
const saved: User = {
  ...names,
  id: 'u1',
  role: 'admin',
  isActive: true,
  mustChangePassword: false,
  isInvited: false,
  circuits: null,
  lastSignInAt: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
}

/** Replaces the network; returns what was sent. */
function network(): { url: string; body: unknown }[] {
  const sent: { url: string; body: unknown }[] = []
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('location', { pathname: '/admin/users' })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, body: JSON.parse(String(init.body)) })
    return Response.json({ token: 'a new one', message: 'Your profile was updated.' })
  })
  return sent
}

it.each([{ firstName: 'Anna' }, { lastName: 'Reed' }, { username: 'anna' }])(
  'asks for a token that carries the account’s own %j',
  async (change) => {
    const sent = network()
    expect(await renewTokenFor({ ...saved, ...change }, me)).toBe('a new one')
    expect(sent).toEqual([{ url: '/api/auth/profile', body: { ...names, ...change } }])
  },
)

it.each([
  ['somebody else’s account', { id: 'u2', firstName: 'Bo' }],
  ['what the session does not show', { updatedAt: '2026-11-21T12:00:00.000Z' }],
])('leaves the session alone for %s', async (_what, change) => {
  const sent = network()
  expect(await renewTokenFor({ ...saved, ...change }, me)).toBeUndefined()
  expect(sent).toEqual([])
})
