import { expect, test } from 'vitest'
import { boundRows } from './bounded-rows.ts'

const { signal } = new AbortController()
const bounds = { ms: 10_000, characters: 100 * 1024 ** 2 }

async function* endless(read: () => string[]) {
  for (;;) yield read()
}

test('rows that are read within the bounds pass', async () => {
  async function* rows() {
    yield ['a']
    yield ['b']
  }
  expect(await Array.fromAsync(boundRows(rows(), bounds, signal))).toEqual([['a'], ['b']])
})

test('the time spent reading is bounded, the time of the caller is not', async () => {
  const busy = () => {
    const endsAt = performance.now() + 5
    while (performance.now() < endsAt);
    return ['a']
  }
  const reading = () => Array.fromAsync(boundRows(endless(busy), { ...bounds, ms: 20 }, signal))
  await expect(reading()).rejects.toThrow(
    'The sheet is too large to be read: reading it takes more than 0.02 seconds. Remove rows and columns that are not needed, then try again.',
  )
  async function* quick() {
    for (let row = 0; row < 20; row += 1) yield ['a']
  }
  for await (const _ of boundRows(quick(), { ...bounds, ms: 20 }, signal)) busy()
})

test('the characters of all cells are bounded, also of one text in many cells', async () => {
  const text = 'x'.repeat(32_000)
  const rows = boundRows(
    endless(() => Array<string>(500).fill(text)),
    bounds,
    signal,
  )
  await expect(Array.fromAsync(rows)).rejects.toThrow(
    'its cells have more than 100 million characters',
  )
})

test('the source is closed when reading ends before it', async () => {
  let isClosed = false
  async function* rows() {
    try {
      for (;;) yield ['a']
    } finally {
      isClosed = true
    }
  }
  for await (const _ of boundRows(rows(), bounds, signal)) break
  expect(isClosed).toBe(true)
})
