import { expect, it, vi } from 'vitest'
import { goToProvider, takeOpenIdAttempt } from './openid-attempt.ts'
import { storeToken } from './session-token.ts'

it('says what to do where the browser blocks storage', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage']) {
    vi.stubGlobal(name, { getItem: refuse, setItem: refuse, removeItem: refuse })
  }
  const blocked = /does not let the dashboard store anything.*Allow cookies and site data/
  expect(() => storeToken('token')).toThrow(blocked)
  expect(() => goToProvider('sign-in', { url: '/', key: 'key' })).toThrow(blocked)
  expect(takeOpenIdAttempt()).toBeUndefined()
})
