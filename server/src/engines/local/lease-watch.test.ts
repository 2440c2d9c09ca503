import { expect, test } from 'vitest'
import { LeaseWatch, leaseTimings } from './lease-watch.ts'

const timings = { expiredMs: 12, unrenewedMs: 35, hungMs: 100, gapMs: 6 }

/** Returns a watch that checks one job every 5 ms; `wall` is the wall clock. */
function watching() {
  const clock = { elapsed: 0, wall: Date.parse('2026-01-01T12:00:00Z') }
  const watch = new LeaseWatch(timings, {
    elapsed: () => clock.elapsed,
    wall: () => clock.wall,
  })
  const lease = (ms: number) => new Date(clock.wall + ms).toISOString()
  /** Checks until the runner is lost or the time is over; returns after how long it was lost. */
  const lostAfter = (leaseExpiresAt: () => string, forMs: number) => {
    const from = clock.elapsed
    while (clock.elapsed - from <= forMs) {
      const [lost] = watch.findLost([{ id: 'job', leaseExpiresAt: leaseExpiresAt() }])
      if (lost) return clock.elapsed - from
      clock.elapsed += 5
      clock.wall += 5
    }
    return undefined
  }
  return { clock, watch, lease, lostAfter }
}

test('a runner that renews its lease is never lost, however the clock is set', () => {
  const { clock, lease, lostAfter } = watching()
  const renewed = () => lease(30 + Math.random())
  expect(lostAfter(renewed, 200)).toBeUndefined()
  clock.wall += 3_600_000
  expect(lostAfter(renewed, 200)).toBeUndefined()
  clock.wall -= 7_200_000
  expect(lostAfter(renewed, 200)).toBeUndefined()
})

test('a clock that is set forward leaves a runner the time to renew', () => {
  const { clock, lease, lostAfter } = watching()
  const old = lease(30)
  expect(lostAfter(() => old, 0)).toBeUndefined()
  clock.wall += 3_600_000
  expect(lostAfter(() => old, 5)).toBeUndefined()
})

test('a runner that has ended is found within the length of a lease after the clock was set back an hour', () => {
  const { clock, lease, lostAfter } = watching()
  const last = lease(30)
  clock.wall -= 3_600_000
  expect(lostAfter(() => last, 100)).toBe(35)
})

test('a runner whose lease had expired long ago is lost after two heartbeats', () => {
  const { lease, lostAfter } = watching()
  const last = lease(-1_000)
  expect(lostAfter(() => last, 100)).toBe(15)
})

test('time without a check does not count', () => {
  const { clock, lease, lostAfter } = watching()
  const last = lease(-1_000)
  expect(lostAfter(() => last, 10)).toBeUndefined()
  clock.elapsed += 50
  expect(lostAfter(() => last, 5)).toBeUndefined()
})

test('a runner that renews nothing for long counts as hanging, and a job without a lease is not checked', () => {
  const { clock, watch, lease } = watching()
  const leaseExpiresAt = lease(0)
  const jobs = [
    { id: 'lost', leaseExpiresAt },
    { id: 'on GitHub', leaseExpiresAt: null },
  ]
  const hangs: boolean[] = []
  for (; clock.elapsed < 120; clock.elapsed += 5) {
    hangs.push(...watch.findLost(jobs).map(({ hangs }) => hangs))
  }
  expect(new Set(hangs)).toEqual(new Set([false, true]))
})

test('a runner counts as hanging after exactly the time for it, and not before', () => {
  const { clock, watch, lease } = watching()
  const jobs = [{ id: 'job', leaseExpiresAt: lease(1_000) }]
  const at: [number, boolean][] = []
  for (; clock.elapsed <= 105; clock.elapsed += 5) {
    for (const { hangs } of watch.findLost(jobs)) at.push([clock.elapsed, hangs])
  }
  expect(at[0]).toEqual([35, false])
  expect(at.find(([, hangs]) => hangs)).toEqual([100, true])
})

test('a gap between checks that is as long as allowed does not restart the watch', () => {
  const { clock, watch, lease } = watching()
  const jobs = [{ id: 'job', leaseExpiresAt: lease(-1_000) }]
  watch.findLost(jobs)
  clock.elapsed += 6
  expect(watch.findLost(jobs)).toEqual([])
  clock.elapsed += 6
  expect(watch.findLost(jobs)).toMatchObject([{ hangs: false }])
  expect(watch.findLost([])).toEqual([])
  expect(watch.findLost(jobs)).toEqual([])
})

test('a runner has 12 seconds past its lease, 35 without a renewal, and ten minutes at most', () => {
  expect(leaseTimings).toEqual({
    expiredMs: 12_000,
    unrenewedMs: 35_000,
    hungMs: 600_000,
    gapMs: 6_000,
  })
})

test('a running job without a lease, which GitHub runs, has no lost runner', () => {
  const { clock, watch } = watching()
  const job = { id: 'job', leaseExpiresAt: null }
  for (; clock.elapsed <= 200; clock.elapsed += 5) expect(watch.findLost([job])).toEqual([])
})
