import { expect, onTestFinished, test, vi } from 'vitest'
import { diskIsFull } from '../http/outages.ts'
import { ConditionWatch } from './condition-watch.ts'

const mebibyte = 1024 ** 2

function watching(totalMebibytes: number) {
  const state = { free: totalMebibytes }
  const lines: string[] = []
  const watch = new ConditionWatch('/no/such/folder', {
    warn: (line) => lines.push(`warn ${line}`),
    error: (line) => lines.push(`error ${line}`),
  })
  vi.spyOn(watch, 'readSpace').mockImplementation(async () => ({
    freeBytes: state.free * mebibyte,
    totalBytes: totalMebibytes * mebibyte,
  }))
  return { state, lines, watch }
}

test.each([
  [1_000, 60, []],
  [1_000, 40, [expect.stringContaining('less than 50 MiB')]],
  [100_000, 600, []],
  [100_000, 420, [expect.stringContaining('about 500 MiB')]],
])('a disk of %i MiB with %i MiB left', async (total, free, warnings) => {
  const { state, watch } = watching(total)
  state.free = free
  expect(await watch.read()).toEqual({ down: undefined, warnings })
})

test('a full disk is down until it has room again, and each change is logged once', async () => {
  const { state, watch, lines } = watching(1_000)
  for (const free of [30, 29, 2, 1, 900, 900]) {
    state.free = free
    const { down } = await watch.read()
    expect(down).toBe(free < 4 ? diskIsFull : undefined)
  }
  expect(lines).toEqual([
    expect.stringMatching(/^warn The disk of the server is almost full/),
    `error ${diskIsFull}`,
    'warn The disk has room again, and everything can be saved.',
  ])
})

test('a write that found no room counts for a while, whatever the disk reports', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { watch } = watching(1_000)
  watch.recordFailure(new Error('something else'))
  expect((await watch.read()).down).toBeUndefined()
  watch.recordFailure(Object.assign(new Error('write'), { code: 'ENOSPC' }))
  expect((await watch.read()).down).toBe(diskIsFull)
  vi.advanceTimersByTime(20_000)
  expect((await watch.read()).down).toBeUndefined()
})

test('a missing data folder counts as no disk', async () => {
  const { watch, lines } = watching(1_000)
  vi.mocked(watch.readSpace).mockRestore()
  expect(await watch.read()).toEqual({ down: undefined, warnings: [] })
  expect(lines).toEqual([])
})
