import { expect, test } from 'vitest'
import { readProviderReturn } from './openid-return.ts'

const attempt = { purpose: 'sign-in', key: 'k' } as const

test('the provider’s answer is sent on with the key of this window', () => {
  expect(
    readProviderReturn('?code=c&state=s&iss=https%3A%2F%2Fid&session_state=x', attempt),
  ).toEqual({
    purpose: 'sign-in',
    body: { code: 'c', state: 's', issuer: 'https://id', key: 'k' },
  })
})

test.each([
  ['?code=c&state=s', undefined, /did not begin in this window/],
  ['?error=access_denied&state=s', attempt, /cancelled/],
  ['?error=server_error&error_description=Call+this+number', attempt, /did not let you in/],
])('%s is refused with a sentence of the dashboard', (search, begun, words) => {
  expect(() => readProviderReturn(search, begun)).toThrow(words)
  expect(() => readProviderReturn(search, begun)).not.toThrow('number')
})
