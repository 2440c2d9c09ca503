import { LoginInput } from '@dashboard/contract/account-inputs'
import { expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { missingFields, refusedFields } from './login-fields.ts'

it.each([
  { username: '', password: '' },
  { username: '  ', password: ' ' },
  { username: 'ana', password: '' },
  { username: '', password: 'secret' },
  { username: 'ana', password: 'secret' },
])('says of $username and $password what the schema of the contract says', (input) => {
  const issues = LoginInput.safeParse(input).error?.issues ?? []
  expect(missingFields(input)).toEqual(
    Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message])),
  )
})

it('takes the messages of its own fields from a refusal', () => {
  const issues = [
    { path: 'username', message: 'Use at most 100 characters' },
    { path: 'language', message: 'Unknown field' },
  ]
  expect(refusedFields(new ApiError(400, 'Use at most 100 characters', { issues }))).toEqual({
    username: 'Use at most 100 characters',
  })
  expect(refusedFields(new ApiError(401, 'Invalid username or password'))).toEqual({})
  expect(refusedFields(null)).toEqual({})
})
