import { expect, test } from 'vitest'
import { cleanLog, findReportedError } from './run-log.ts'

test.each([
  ['a time stamp', '2026-11-20T10:00:00.1234567Z Installing', 'Installing'],
  ['a time stamp without fractions', '2026-11-20T10:00:00Z Done', 'Done'],
  ['colors', '\u001b[36;1mnpm ci\u001b[0m', 'npm ci'],
  ['a byte order mark', '\uFEFF2026-11-20T10:00:00.1234567Z First', 'First'],
  ['Windows line ends', 'one\r\ntwo', 'one\ntwo'],
  [
    'GitHub’s own marks',
    '2026-11-20T10:00:00.1Z ##[group]Run npm ci\n##[endgroup]',
    'Run npm ci\n',
  ],
  ['what no database takes', 'a\0b', 'ab'],
])('a log is shown without %s', (_what, raw, shown) => {
  expect(cleanLog(raw)).toBe(shown)
})

test('a time within a line stays', () => {
  const line = 'Started at 2026-11-20T10:00:00Z today'
  expect(cleanLog(`2026-11-20T10:00:00.1234567Z ${line}`)).toBe(line)
})

test.each([
  ['what was reported last', '##[error]First\nmore\n##[error] Second \nend', 'Second'],
  [
    'what was reported before the exit code',
    '##[error]Locust is down.\n##[error]Process completed with exit code 1.',
    'Locust is down.',
  ],
  ['nothing but an exit code', '##[error]Process completed with exit code 1.', undefined],
  ['an empty report', '##[error]  ', undefined],
  ['an error within a line', 'say ##[error]x', undefined],
  ['nothing', '', undefined],
])('the error of a run is known from its log: %s', (_what, text, error) => {
  expect(findReportedError(text)).toBe(error)
})
