import { setClock } from '@dashboard/store/test/clock'
import { expect, it } from 'vitest'
import { decryptSecret, encryptSecret } from './encrypted-secret.ts'
import { makeTotpSecret, totpAddress, totpStep } from './totp.ts'

/** The secret of RFC 6238, appendix B, in Base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
/** The times in seconds and the last six digits of the code for SHA-1, from the same appendix. */
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
] as const

it.each(vectors)('accepts the code of second %i', (seconds, code) => {
  setClock(seconds * 1_000)
  expect(totpStep(secret, code)).toBe(Math.floor(seconds / 30))
})

it.each([
  [-60, undefined],
  [-30, 41_152_263],
  [0, 41_152_263],
  [30, 41_152_263],
  [60, undefined],
])('accepts a code from a clock that is %i seconds off', (offBy, step) => {
  setClock((1_234_567_890 + offBy) * 1_000)
  expect(totpStep(secret, '005924')).toBe(step)
})

it.each(['', '12345', '0005924', 'abcdef', '00592４'])('refuses %j', (code) => {
  setClock(1_234_567_890_000)
  expect(totpStep(secret, code)).toBeUndefined()
})

it('makes secrets of 160 bits, and addresses that apps can read', () => {
  const made = makeTotpSecret()
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  expect(makeTotpSecret()).not.toBe(made)
  const address = new URL(totpAddress(made, 'uma o’neill'))
  expect(address.protocol).toBe('otpauth:')
  expect(decodeURIComponent(address.pathname)).toContain('SMPW Dashboard:uma o’neill')
  expect(address.searchParams.get('secret')).toBe(made)
})

it('an encrypted secret is decrypted only with its key, for its owner, and unaltered', () => {
  const key = Buffer.alloc(32, 1)
  const other = Buffer.alloc(32, 2)
  const sealed = encryptSecret(key, 'uma', secret)
  expect(sealed).not.toContain(secret)
  expect(encryptSecret(key, 'uma', secret)).not.toBe(sealed)
  expect(decryptSecret(key, 'uma', sealed)).toBe(secret)
  expect(decryptSecret(other, 'uma', sealed)).toBeUndefined()
  expect(decryptSecret(key, 'otto', sealed)).toBeUndefined()
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(decryptSecret(key, 'uma', bytes.toString('base64url'))).toBeUndefined()
  expect(decryptSecret(key, 'uma', '')).toBeUndefined()
})
