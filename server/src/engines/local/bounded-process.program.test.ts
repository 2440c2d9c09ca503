import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { boundedCommand, isOverBounds } from './bounded-process.ts'

/** Runs this text within bounds; returns the signal that ended it. */
function signalOf(text: string, bounds: Parameters<typeof boundedCommand>[0]) {
  const [program, args] = boundedCommand(bounds, ['--eval', text])
  return spawnSync(program, args, { stdio: 'ignore' }).signal
}

test('a process that computes for too long is ended', () => {
  expect(signalOf('for (;;);', { seconds: 1 })).toBe('SIGXCPU')
})

test('a process that takes too much memory is ended', () => {
  const hoard = 'const all = []; for (;;) all.push(new Array(1000).fill({}))'
  expect(isOverBounds(signalOf(hoard, { seconds: 60, heapMegabytes: 20 }))).toBe(true)
})

test('a process that waits is not ended', () => {
  expect(signalOf('setTimeout(() => {}, 1500)', { seconds: 1 })).toBeNull()
})
