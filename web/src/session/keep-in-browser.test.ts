import { expect, it, vi } from 'vitest'
import { goToProvider } from './openid-attempt.ts'
import { storeToken } from './session-token.ts'

it('says what to do where the browser blocks storage', () => {
  for (const name of ['localStorage', 'sessionStorage']) {
    vi.stubGlobal(name, {
      setItem() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  }
  const blocked = /does not let the dashboard store anything.*Allow cookies and site data/
  expect(() => storeToken('token')).toThrow(blocked)
  expect(() => goToProvider('sign-in', { url: '/', key: 'key' })).toThrow(blocked)
})
