import { expect, it } from 'vitest'
import { AppError } from './app-error.ts'
import { createHourlyBound } from './hourly-bound.ts'

const minuteMs = 60_000

function refusal(call: () => unknown): AppError | undefined {
  try {
    call()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  return undefined
}

it('refuses one person more calls than the bound, until the hour is over', () => {
  let now = 1_000
  const take = createHourlyBound(2, () => now)
  take('uma')
  now += 48 * minuteMs
  take('uma')
  expect(refusal(() => take('uma'))).toMatchObject({
    status: 429,
    retryAfter: 12 * 60,
    message:
      'You have done this 2 times within an hour, more than one person may. Please try again in 12 minutes.',
  })
  take('ada')
  now += 12 * minuteMs
  take('uma')
})

it('does not count what came to nothing', () => {
  const take = createHourlyBound(1, () => 0)
  take('uma')()
  take('uma')
  expect(refusal(() => take('uma'))?.status).toBe(429)
})

it('begins anew when the clock is set back', () => {
  let now = 60 * minuteMs
  const take = createHourlyBound(1, () => now)
  take('uma')
  now = 0
  expect(refusal(() => take('uma'))).toBeUndefined()
})
