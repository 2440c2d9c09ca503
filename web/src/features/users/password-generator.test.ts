import { CreateUserInput } from '@dashboard/contract/account-inputs'
import { expect, it } from 'vitest'
import { generatePassword } from './password-generator.tsx'

it('makes four groups that can be read aloud, different each time', () => {
  const made = Array.from({ length: 200 }, generatePassword)
  for (const password of made) expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  expect(made.join('')).not.toMatch(/[l1o0]/)
  expect(new Set(made).size).toBe(200)
  expect(CreateUserInput.shape.password.safeParse(made[0]).success).toBe(true)
})
