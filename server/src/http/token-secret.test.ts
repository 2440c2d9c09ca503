import { expect, test } from 'vitest'
import { isTokenSecret, looksLikeTokenSecret, newTokenSecret } from './token-secret.ts'

test('a secret is known by its prefix, and has its checksum', () => {
  const secrets = Array.from({ length: 200 }, newTokenSecret)
  expect(new Set(secrets).size).toBe(200)
  for (const secret of secrets) {
    expect(secret).toMatch(/^smpw_[0-9a-f]{48}$/)
    expect(isTokenSecret(secret)).toBe(true)
  }
})

test('the checksum is CRC-32 of the random part, which any scanner can work out', () => {
  const random = '0123456789abcdef0123456789abcdef01234567'
  expect(isTokenSecret(`smpw_${random}fc0ff0af`)).toBe(false)
  expect(isTokenSecret(`smpw_${random}2a342d20`)).toBe(true)
})

test.each(['', 'smpw_', 'smpw_short', 'a.b.c'])('%j is no secret', (text) => {
  expect(isTokenSecret(text)).toBe(false)
})

test('one with a wrong letter is no secret, but was meant as one', () => {
  const secret = newTokenSecret()
  const wrong = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`
  expect([isTokenSecret(wrong), looksLikeTokenSecret(wrong)]).toEqual([false, true])
  expect([isTokenSecret(`${secret} `), looksLikeTokenSecret('a.b.c')]).toEqual([false, false])
})
