import { describe, expect, it, test } from 'vitest'
import {
  type NextTry,
  type RetryLimits,
  retryWithBackoff,
  TransientFailure,
  waitBeforeRetry,
} from './retry-with-backoff.ts'

const limits: RetryLimits = { tries: 3, firstWaitMs: 1, maxWaitMs: 20 }
const busy = (retryAfterMs?: number) =>
  new TransientFailure('Locust answered with 503', new Error('Locust failed 3 times'), retryAfterMs)

/** Fails with each of the errors in turn, then succeeds. */
async function run(
  errors: Error[],
  { signal = new AbortController().signal, onTry = () => {} } = {},
) {
  const log: string[] = []
  const waits: (NextTry | null)[] = []
  let tries = 0
  const attempt = async () => {
    tries += 1
    onTry()
    const error = errors.shift()
    if (error) throw error
    return 'done'
  }
  const onWait = (next: NextTry | null) => void waits.push(next)
  const options = { limits, log: (line: string) => log.push(line), onWait, signal }
  const result = await retryWithBackoff(attempt, options).catch((error: unknown) => error)
  return { result, tries, log, waits }
}

describe('retryWithBackoff', () => {
  it('returns the result of the first try that succeeds, and logs each wait', async () => {
    const { result, tries, log } = await run([busy(), busy()])
    expect(result).toBe('done')
    expect(tries).toBe(3)
    expect(log).toEqual([
      'Locust answered with 503. Trying again in 0.0 s (try 2 of 3).',
      'Locust answered with 503. Trying again in 0.0 s (try 3 of 3).',
    ])
  })

  it('reports which try follows each wait, and the end of the waits', async () => {
    const second = { attempt: 2, tries: 3 }
    const third = { attempt: 3, tries: 3 }
    expect((await run([])).waits).toEqual([])
    expect((await run([busy()])).waits).toEqual([second, null])
    expect((await run([busy(), busy(), busy()])).waits).toEqual([second, third])
  })

  it('throws the final error after the last try', async () => {
    const { result, tries, log } = await run([busy(), busy(), busy(), busy()])
    expect(result).toEqual(new Error('Locust failed 3 times'))
    expect(tries).toBe(3)
    expect(log).toHaveLength(2)
  })

  it('throws any other error at once', async () => {
    const { result, tries } = await run([new Error('refused')])
    expect(result).toEqual(new Error('refused'))
    expect(tries).toBe(1)
  })

  it('shortens a Retry-After beyond the longest wait', async () => {
    const startedAt = performance.now()
    const { result, log } = await run([busy(60_000)])
    expect(result).toBe('done')
    expect(log).toEqual(['Locust answered with 503. Trying again in 0.0 s (try 2 of 3).'])
    expect(performance.now() - startedAt).toBeGreaterThan(18)
  })

  it('makes no try once the signal is aborted', async () => {
    const signal = AbortSignal.abort(new Error('cancelled'))
    expect(await run([], { signal })).toMatchObject({ result: new Error('cancelled'), tries: 0 })
  })

  it('throws the reason of a signal that is aborted during a try or a wait', async () => {
    const during = new AbortController()
    const options = { signal: during.signal, onTry: () => during.abort(new Error('cancelled')) }
    expect(await run([busy()], options)).toMatchObject({ result: new Error('cancelled'), log: [] })

    const waiting = new AbortController()
    setTimeout(() => waiting.abort(new Error('cancelled')), 5)
    const attempt = () => Promise.reject(busy(60_000))
    const slow = { ...limits, maxWaitMs: 60_000 }
    const slowly = { limits: slow, log: () => {}, signal: waiting.signal }
    await expect(retryWithBackoff(attempt, slowly)).rejects.toThrow('cancelled')
  })
})

test.each([
  [1, undefined, 1_000, 2_000],
  [2, undefined, 2_000, 4_000],
  [4, undefined, 8_000, 16_000],
  [9, undefined, 60_000, 60_000],
  [1, 500, 1_000, 2_000],
  [1, 30_000, 30_000, 30_000],
  [1, 90_000, 60_000, 60_000],
])('after try %i with Retry-After %s ms the wait is %i to %i ms', (tried, asked, least, most) => {
  const waitMs = waitBeforeRetry(tried, asked, { firstWaitMs: 2_000, maxWaitMs: 60_000 })
  expect(waitMs).toBeGreaterThanOrEqual(least)
  expect(waitMs).toBeLessThanOrEqual(most)
})
