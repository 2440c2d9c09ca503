import { hourMs } from '@dashboard/contract/duration'
import { sessionTokenKey } from '@dashboard/contract/limits'
import { beforeEach, describe, expect, it, vi } from 'vitest'

// The module is loaded afresh: a copy shared with other test files may have the server's time already.
vi.resetModules()
const { recordServerDate } = await import('../format/server-clock.ts')
const { readSession } = await import('./session-state.ts')

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
  })
})

function storeToken(expiresInMs: number, claims: object = {}) {
  const payload = {
    userId: 'u1',
    username: 'josé',
    firstName: 'José',
    lastName: 'Nguyễn',
    role: 'user',
    exp: Math.floor((Date.now() + expiresInMs) / 1000),
    ...claims,
  }
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  const text = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  stored.set(sessionTokenKey, `head.${text.replaceAll('=', '')}.sign`)
}

// The order matters: the first tests run before any answer of the server has arrived.
describe('before the server’s time is known', () => {
  it('no token means nobody is signed in', () => {
    expect(readSession()).toEqual({ status: 'unauthenticated' })
  })
  it('a valid token signs in, with names in any script', () => {
    storeToken(hourMs)
    expect(readSession()).toMatchObject({
      status: 'authenticated',
      user: { userId: 'u1', firstName: 'José', lastName: 'Nguyễn' },
    })
  })
  it('a token that is expired by the local clock is removed at once, and waits for the server’s clock', () => {
    storeToken(-hourMs)
    const token = stored.get(sessionTokenKey)
    expect(readSession()).toEqual({ status: 'loading', token })
    expect(stored.size).toBe(0)
  })
  it.each(['', 'rubbish', 'a.b.c', 'a.e30.c'])('an unreadable token %j is removed', (token) => {
    stored.set(sessionTokenKey, token)
    expect(readSession()).toEqual({ status: 'unauthenticated' })
    expect(stored.size).toBe(0)
  })
  it('an unknown role is unreadable', () => {
    storeToken(hourMs, { role: 'owner' })
    expect(readSession().status).toBe('unauthenticated')
  })
})

describe('once the server’s time is known', () => {
  it('a clock that runs two hours fast does not end the session', () => {
    recordServerDate(new Date(Date.now() - 2 * hourMs).toUTCString())
    storeToken(-hourMs)
    expect(readSession().status).toBe('authenticated')
  })
  it('a clock that runs two hours slow does not prolong it', () => {
    recordServerDate(new Date(Date.now() + 2 * hourMs).toUTCString())
    storeToken(hourMs)
    expect(readSession()).toEqual({ status: 'unauthenticated' })
    expect(stored.size).toBe(0)
  })
  it('a Date header that cannot be read changes nothing', () => {
    recordServerDate(new Date().toUTCString())
    recordServerDate('yesterday')
    recordServerDate(null)
    storeToken(hourMs)
    expect(readSession().status).toBe('authenticated')
  })
})
