import { expect, it } from 'vitest'
import { failedCheckOf } from './preflight.ts'

it.each([
  [
    'The sheet is gone. Run an export, then try again.',
    'The sheet is gone.',
    'Run an export, then try again.',
  ],
  [
    'Locust at locust.example.org:80 has nothing here (404). Check LOCUST_URL.',
    'Locust at locust.example.org:80 has nothing here (404).',
    'Check LOCUST_URL.',
  ],
  ['It broke', 'It broke', 'Look at the log.'],
])('separates what is wrong from what to do: %s', (text, message, fix) => {
  expect(failedCheckOf('It', text, 'Look at the log.')).toEqual({
    name: 'It',
    ok: false,
    message,
    fix,
  })
})
