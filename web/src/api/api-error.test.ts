import { expect, it } from 'vitest'
import { ApiError, errorMessage, errorWords } from './api-error.ts'

const onlyCause = { isOnlyCause: true }

it('returns the sentence of the server, if it sent one', () => {
  const error = new ApiError(409, 'The job has ended.')
  expect(errorWords(error, 'Failed to cancel job.')).toEqual({ text: 'The job has ended.' })
  expect(errorMessage(error, 'Failed to cancel job.')).toBe('The job has ended.')
})

it.each([
  ['Failed to cancel job.', 'Failed to cancel job. Bad Gateway'],
  ['Failed to fetch users', 'Failed to fetch users. Bad Gateway'],
])('puts the cause after the fallback %s', (fallback, text) => {
  const error = new ApiError(502, 'Bad Gateway', onlyCause)
  expect(errorWords(error, fallback)).toEqual({ text: fallback, cause: 'Bad Gateway' })
  expect(errorMessage(error, fallback)).toBe(text)
})

it.each([new ApiError(502, '', onlyCause), new TypeError('x is undefined')])(
  'returns the fallback alone where there is nothing to add',
  (error) => {
    expect(errorWords(error, 'Failed to cancel job.')).toEqual({ text: 'Failed to cancel job.' })
  },
)
