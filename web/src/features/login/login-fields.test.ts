import { expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { missingFields, refusedFields } from './login-fields.ts'

const noUsername = { username: 'Username is required' }
const noPassword = { password: 'Password is required' }

it.each([
  [
    { username: '', password: '' },
    { ...noUsername, ...noPassword },
  ],
  [{ username: '  ', password: ' ' }, noUsername],
  [{ username: 'ana', password: '' }, noPassword],
  [{ username: '', password: 'secret' }, noUsername],
  [{ username: 'ana', password: 'secret' }, {}],
])('names what is missing from %o', (input, missing) => {
  expect(missingFields(input)).toEqual(missing)
})

it('returns the messages of its own fields from a refusal', () => {
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
