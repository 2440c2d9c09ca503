import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRounds } from './rounds.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('begins at once, and again each time', async () => {
  const run = vi.fn(async () => {})
  const rounds = createRounds({ run, everyMs: 1_000, onError: expect.fail })
  rounds.open()
  expect(run).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_500)
  expect(run).toHaveBeenCalledTimes(3)
  await rounds.close()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(run).toHaveBeenCalledTimes(3)
})

it('begins later where that is asked for, and not at all once it is closed', async () => {
  const run = vi.fn(async () => {})
  const rounds = createRounds({ run, everyMs: 1_000, firstAfterMs: 100, onError: expect.fail })
  rounds.open()
  await vi.advanceTimersByTimeAsync(99)
  expect(run).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(run).toHaveBeenCalledTimes(1)

  const closed = createRounds({ run, everyMs: 1_000, firstAfterMs: 100, onError: expect.fail })
  closed.open()
  await closed.close()
  await rounds.close()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(run).toHaveBeenCalledTimes(1)
})

it('never runs two rounds at a time, and waits for the last one at the end', async () => {
  const first = Promise.withResolvers<void>()
  const run = vi.fn(() => first.promise)
  const rounds = createRounds({ run, everyMs: 1_000, onError: expect.fail })
  rounds.open()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(run).toHaveBeenCalledTimes(1)
  let isClosed = false
  const closing = rounds.close().then(() => {
    isClosed = true
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isClosed).toBe(false)
  first.resolve()
  await closing
})

it('goes on after a round that failed, and says of each failure but an unavailable database', async () => {
  const failures: unknown[] = [
    new Error('one'),
    Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' }),
    new Error('two'),
  ]
  const run = vi.fn(() => Promise.reject(failures.shift()))
  const told: unknown[] = []
  const rounds = createRounds({ run, everyMs: 1_000, onError: (error) => told.push(error) })
  rounds.open()
  await vi.advanceTimersByTimeAsync(2_000)
  await rounds.close()
  expect(run).toHaveBeenCalledTimes(3)
  expect(told).toEqual([new Error('one'), new Error('two')])
})
