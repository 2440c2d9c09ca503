import { expect, test } from 'vitest'
import { describeRunnerEnd, type RunnerEnd } from './runner-end.ts'

const outOfMemory =
  "The job's process ran out of memory. Give the process more with NODE_OPTIONS=--max-old-space-size=<MiB>."
const killedFromOutside =
  "The job's process was killed from outside, as the system does when the machine's memory is used up. Give the machine more memory."

test.each<[string, Partial<RunnerEnd>, string | undefined]>([
  ['without a signal', {}, undefined],
  ['by a signal to stop', { signal: 'SIGTERM' }, undefined],
  ['because Node aborted', { signal: 'SIGABRT' }, outOfMemory],
  ['because the system killed it', { signal: 'SIGKILL' }, killedFromOutside],
  [
    'because the server killed it',
    { signal: 'SIGKILL', wasKilled: true },
    "The job's process did not answer any more and was ended.",
  ],
])('the log says why a runner ended %s', (_how, end, words) => {
  const ended = { code: null, signal: null, wasKilled: false, ...end }
  expect(describeRunnerEnd(ended, 'import')).toBe(words)
  // Only for report jobs can a user choose fewer at a time.
  const withFewer = words?.replace(
    /(process more .*|more memory)\.$/,
    '$1, or choose fewer reports at a time.',
  )
  expect(describeRunnerEnd(ended, 'circuit-report')).toBe(withFewer)
})
