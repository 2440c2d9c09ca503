import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BackgroundLoop } from './background-loop.ts'

const failed = 'Could not do it'

describe('a loop with an interval', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const log = { warn: expect.fail }

  it('begins at once, and again after each interval', async () => {
    const run = vi.fn(async () => {})
    const loop = new BackgroundLoop({ run, everyMs: 1_000, failed, log })
    loop.open()
    loop.open()
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2_500)
    expect(run).toHaveBeenCalledTimes(3)
    await loop.close()
    loop.open()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(run).toHaveBeenCalledTimes(3)
  })

  it('begins later if told to, and not at all once it is closed', async () => {
    const run = vi.fn(async () => {})
    const options = { run, everyMs: 1_000, firstAfterMs: 100, failed, log }
    const loop = new BackgroundLoop(options)
    loop.open()
    await vi.advanceTimersByTimeAsync(99)
    expect(run).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(run).toHaveBeenCalledTimes(1)

    const closed = new BackgroundLoop(options)
    closed.open()
    await closed.close()
    await loop.close()
    closed.wake()
    await closed.now()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('never has two runs at a time, and waits for the last one when it is closed', async () => {
    const first = Promise.withResolvers<void>()
    const signals: AbortSignal[] = []
    const run = vi.fn((signal: AbortSignal) => {
      signals.push(signal)
      return first.promise
    })
    const loop = new BackgroundLoop({ run, everyMs: 1_000, failed, log })
    loop.open()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(run).toHaveBeenCalledTimes(1)
    expect(signals[0]?.aborted).toBe(false)
    let isClosed = false
    const closing = loop.close().then(() => {
      isClosed = true
    })
    expect(signals[0]?.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(isClosed).toBe(false)
    first.resolve()
    await closing
  })

  it('skips the times that come during a run', async () => {
    const run = vi.fn(() => new Promise<void>((resolve) => setTimeout(resolve, 3_500)))
    const loop = new BackgroundLoop({ run, everyMs: 1_000, failed, log })
    loop.open()
    await vi.advanceTimersByTimeAsync(3_900)
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(100)
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('waits for the last run no longer than the given time', async () => {
    const run = () => new Promise<void>(() => {})
    const loop = new BackgroundLoop({ run, everyMs: 1_000, closesWithinMs: 5, failed, log })
    loop.open()
    vi.useRealTimers()
    await loop.close()
  })

  it('continues after a failed run, and logs each failure once, but not an unavailable database', async () => {
    const failures: unknown[] = [
      new Error('one'),
      new Error('one'),
      Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' }),
      Object.assign(new Error('no room'), { code: 'ENOSPC' }),
      'two',
      undefined,
      new Error('two'),
    ]
    const run = vi.fn(async () => {
      const failure = failures.shift()
      if (failure !== undefined) throw failure
    })
    const warn = vi.fn()
    const loop = new BackgroundLoop({ run, everyMs: 1_000, failed, log: { warn } })
    loop.open()
    await vi.advanceTimersByTimeAsync(6_000)
    await loop.close()
    expect(run).toHaveBeenCalledTimes(7)
    expect(warn.mock.calls).toEqual([
      [{ err: new Error('one') }, failed],
      [{ err: 'two' }, failed],
      [{ err: new Error('two') }, failed],
    ])
  })
})

describe('a loop that runs on request', () => {
  /** Returns a loop whose runs end only when a test opens their gates. */
  function gatedLoop() {
    const gates: PromiseWithResolvers<void>[] = []
    const errors: unknown[] = []
    const loop = new BackgroundLoop({
      run: () => {
        const gate = Promise.withResolvers<void>()
        gates.push(gate)
        return gate.promise
      },
      failed,
      log: { warn: (details) => errors.push(details) },
    })
    return { loop, gates, errors }
  }

  it('runs one more time after any number of calls during a run', async () => {
    const { loop, gates } = gatedLoop()
    let ended = 0
    const calls = [1, 2, 3].map(async () => {
      await loop.now()
      ended += 1
    })
    expect(gates).toHaveLength(1)
    gates[0]?.resolve()
    await expect.poll(() => gates.length).toBe(2)
    expect(ended).toBe(1)
    gates[1]?.resolve()
    await Promise.all(calls)
    expect(gates).toHaveLength(2)
  })

  it('begins no run while a requested one is under way', async () => {
    const { loop, gates } = gatedLoop()
    const calls = loop.now().then(() => loop.now())
    loop.wake()
    gates[0]?.resolve()
    await expect.poll(() => gates.length).toBe(2)
    gates[1]?.resolve()
    await calls
    expect(gates).toHaveLength(2)
  })

  it('runs once when nobody asks in between, and again when asked after that', async () => {
    const { loop, gates } = gatedLoop()
    const first = loop.now()
    gates[0]?.resolve()
    await first
    const second = loop.now()
    expect(gates).toHaveLength(2)
    gates[1]?.resolve()
    await second
  })

  it('logs a failure that nobody waits for, and runs again', async () => {
    const { loop, gates, errors } = gatedLoop()
    loop.wake()
    gates[0]?.reject(new Error('no'))
    await expect.poll(() => errors).toEqual([{ err: new Error('no') }])
    const second = loop.now()
    gates[1]?.reject(new Error('again'))
    await expect(second).rejects.toThrow('again')
    expect(errors).toHaveLength(1)
  })

  it('runs one more time when that was requested during a run that failed, and throws only the error of that run', async () => {
    const { loop, gates, errors } = gatedLoop()
    loop.wake()
    const next = loop.now()
    gates[0]?.reject(new Error('no'))
    await expect.poll(() => gates.length).toBe(2)
    gates[1]?.reject(new Error('again'))
    await expect(next).rejects.toThrow('again')
    expect(errors).toEqual([{ err: new Error('no') }])
    expect(gates).toHaveLength(2)
  })

  it('runs one more time when that was requested before it was closed', async () => {
    const { loop, gates } = gatedLoop()
    loop.wake()
    loop.wake()
    const closing = loop.close()
    loop.wake()
    gates[0]?.resolve()
    await expect.poll(() => gates.length).toBe(2)
    gates[1]?.resolve()
    await closing
    expect(gates).toHaveLength(2)
  })

  it('does not log that a run was broken off by its end', async () => {
    const { loop, gates, errors } = gatedLoop()
    loop.wake()
    const closing = loop.close()
    gates[0]?.reject(new DOMException('This operation was aborted', 'AbortError'))
    await closing
    const failing = gatedLoop()
    failing.loop.wake()
    const end = failing.loop.close()
    failing.gates[0]?.reject(new Error('no'))
    await end
    expect([errors, failing.errors]).toEqual([[], [{ err: new Error('no') }]])
  })

  it('does not run by itself', async () => {
    const { loop, gates } = gatedLoop()
    loop.open()
    await loop.close()
    expect(gates).toEqual([])
  })
})
