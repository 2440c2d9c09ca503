import { expect, test } from 'vitest'
import { looksLikeTokenSecret, newTokenSecret } from './token-secret.ts'

test('a secret is recognized by its prefix, and no two are alike', () => {
  const secrets = Array.from({ length: 200 }, newTokenSecret)
  expect(new Set(secrets).size).toBe(200)
  for (const secret of secrets) {
    expect(secret).toMatch(/^smpw_[0-9a-f]{40}$/)
    expect(looksLikeTokenSecret(secret)).toBe(true)
  }
  expect(looksLikeTokenSecret('a.b.c')).toBe(false)
})
