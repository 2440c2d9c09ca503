import { expect, it } from 'vitest'
import { isSignedBy } from './webhook-signature.ts'

/** The example of GitHub's own documentation of webhooks. */
const secret = "It's a Secret to Everybody"
const body = Buffer.from('Hello, World!')
const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'

it('takes the signature of exactly these bytes with this secret', () => {
  expect(isSignedBy(secret, body, signature)).toBe(true)
  expect(isSignedBy('another secret', body, signature)).toBe(false)
  expect(isSignedBy(secret, Buffer.from('Hello, World?'), signature)).toBe(false)
})

it.each([
  undefined,
  null,
  '',
  [signature],
  signature.slice(0, -1),
  `${signature}0`,
  signature.slice('sha256='.length),
  signature.replace('sha256', 'sha512'),
])('refuses the signature %j', (given) => {
  expect(isSignedBy(secret, body, given)).toBe(false)
})
