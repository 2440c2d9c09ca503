import { expect, onTestFinished, test, vi } from 'vitest'
import { LeaseWatch } from './lease-watch.ts'

const second = 1_000
const minute = 60 * second

/** Returns a watch over one job, and its clock. */
function watching() {
  const clock = { now: 0 }
  const time = vi.spyOn(performance, 'now').mockImplementation(() => clock.now)
  onTestFinished(() => time.mockRestore())
  const watch = new LeaseWatch()
  /** Checks once a second until the runner is lost or the time is over; returns after how long it was lost. */
  const lostAfter = (leaseExpiresAt: () => string, forMs: number) => {
    for (const from = clock.now; clock.now - from <= forMs; clock.now += second) {
      const [lost] = watch.findLost([{ id: 'job', leaseExpiresAt: leaseExpiresAt() }])
      if (lost) return clock.now - from
    }
    return undefined
  }
  return { clock, watch, lostAfter }
}

const past = '2020-01-01T00:00:00.000Z'
const future = '2099-01-01T00:00:00.000Z'

test('a runner that renews its lease is never lost, whatever time it writes', () => {
  const { lostAfter } = watching()
  let renewals = 0
  const renewed = () =>
    new Date(Date.parse(renewals++ % 2 ? past : future) + renewals).toISOString()
  expect(lostAfter(renewed, 20 * minute)).toBeUndefined()
})

test.each([past, future])(
  'a runner is lost 35 seconds after its last renewal, until %s',
  (last) => {
    const { lostAfter } = watching()
    expect(lostAfter(() => last, minute)).toBe(35 * second)
  },
)

test('a renewal shortly before that gives a runner the whole time again', () => {
  const { lostAfter } = watching()
  expect(lostAfter(() => past, 34 * second)).toBeUndefined()
  expect(lostAfter(() => future, minute)).toBe(35 * second)
})

test('after time without a check, a runner has the whole time again', () => {
  const { clock, lostAfter } = watching()
  expect(lostAfter(() => past, 30 * second)).toBeUndefined()
  clock.now += 10 * minute
  expect(lostAfter(() => past, minute)).toBe(35 * second)
})

test('six seconds between checks do not start the time again', () => {
  const { clock, watch } = watching()
  const jobs = [{ id: 'job', leaseExpiresAt: past }]
  for (; clock.now < 35 * second; clock.now += 6 * second) {
    expect(watch.findLost(jobs)).toEqual([])
  }
  expect(watch.findLost(jobs)).toMatchObject([{ hangs: false }])
  expect(watch.findLost([])).toEqual([])
  expect(watch.findLost(jobs)).toEqual([])
})

test('a runner that has renewed nothing for ten minutes counts as hung', () => {
  const { clock, watch } = watching()
  const jobs = [{ id: 'job', leaseExpiresAt: past }]
  for (; clock.now < 10 * minute; clock.now += second) {
    expect(watch.findLost(jobs).some(({ hangs }) => hangs)).toBe(false)
  }
  expect(watch.findLost(jobs)).toMatchObject([{ hangs: true }])
})
