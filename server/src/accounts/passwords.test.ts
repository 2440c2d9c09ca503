import { expect, test } from 'vitest'
import { hashAtLowCost } from '../../test/login.ts'
import { generatePassword, hashPassword, verifyPassword } from './passwords.ts'

test('a hash holds its own salt and cost, and fits its password only', async () => {
  const [one, two] = await Promise.all([
    hashPassword('correct horse'),
    hashPassword('correct horse'),
  ])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(two)
  expect(await verifyPassword('correct horse', one)).toBe(true)
  expect(await verifyPassword('correct horse ', one)).toBe(false)
})

test('a hash made at another cost still fits', async () => {
  const hash = hashAtLowCost('password')
  expect(await verifyPassword('password', hash)).toBe(true)
  expect(await verifyPassword('Password', hash)).toBe(false)
})

test('a missing or malformed hash matches no password', async () => {
  expect(await verifyPassword('', undefined)).toBe(false)
  expect(await verifyPassword('no password', 'no password')).toBe(false)
})

test('a password typed in two Unicode forms is the same password', async () => {
  const hash = await hashPassword('café-ÅÅ'.normalize('NFC'))
  expect(await verifyPassword('café-ÅÅ'.normalize('NFD'), hash)).toBe(true)
})

test('generated passwords differ and are long enough', () => {
  const passwords = new Set(Array.from({ length: 100 }, generatePassword))
  expect(passwords.size).toBe(100)
  for (const password of passwords) expect(password).toMatch(/^[a-zA-Z2-9]{24}$/)
})
