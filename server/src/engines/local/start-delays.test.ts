import { expect, test } from 'vitest'
import { StartDelays } from './start-delays.ts'

test('a start is put off twice as long each time, up to a minute, until that is forgotten', () => {
  let now = 0
  const delays = new StartDelays(() => now)
  expect(delays.isDue('a')).toBe(true)
  const waits: number[] = []
  for (let round = 0; round < 8; round++) {
    delays.postpone('a')
    const from = now
    while (!delays.isDue('a')) now += 500
    waits.push(now - from)
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  delays.postpone('a')
  expect(delays.isDue('b')).toBe(true)
  delays.forget('a')
  expect(delays.isDue('a')).toBe(true)
})
