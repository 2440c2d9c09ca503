import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { measureProcessorTime } from './processor-time.ts'

/** Works for a second of processor time, says so, and stays. */
const working = `
  while (process.cpuUsage().user + process.cpuUsage().system < 1e6);
  console.log('done')
  process.stdin.resume()`

/** Starts the same in a session of its own, and says which process that is. */
const starting = `
  const options = { detached: true, stdio: 'inherit' }
  const child = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(working)}], options)
  console.log(child.pid)`

function startFamily() {
  const meter = measureProcessorTime()
  const before = meter.seconds() ?? 0
  const child = spawn(process.execPath, ['-e', starting], { stdio: ['pipe', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (text) => {
    printed += text
  })
  onTestFinished(() => {
    meter.stop()
    child.stdin.destroy()
  })
  return {
    child,
    grandchild: async () => {
      await expect.poll(() => printed).toMatch(/^\d+\n/)
      return Number.parseInt(printed, 10)
    },
    done: () => expect.poll(() => printed).toContain('done'),
    seconds: () => (meter.seconds() ?? 0) - before,
  }
}

test.runIf(existsSync('/proc'))(
  'the time of a grandchild counts, also after both were killed and nobody waited for it',
  async () => {
    const { child, grandchild, done, seconds } = startFamily()
    const pid = await grandchild()
    await done()
    expect(seconds()).toBeGreaterThan(0.9)
    const ends = once(child, 'exit')
    child.kill('SIGKILL')
    process.kill(pid, 'SIGKILL')
    await ends
    expect(seconds()).toBeGreaterThan(0.9)
  },
)

test.runIf(existsSync('/proc'))(
  'the time of a process that its parent has left behind counts',
  async () => {
    const { child, grandchild, done, seconds } = startFamily()
    await grandchild()
    seconds()
    child.kill('SIGKILL')
    await once(child, 'exit')
    await done()
    expect(seconds()).toBeGreaterThan(0.9)
  },
)

test('where the system does not tell, nothing is measured', () => {
  const meter = measureProcessorTime(-1)
  onTestFinished(meter.stop)
  expect(meter.seconds()).toBeUndefined()
})
