import { expect, test } from 'vitest'
import {
  describeSlowest,
  failedOfPlaywright,
  failedOfVitest,
  timesOfPlaywright,
  timesOfVitest,
} from './test-reports.ts'

test('the slowest files of the unit tests come first, ten of them', () => {
  const testResults = Array.from({ length: 12 }, (_, index) => ({
    name: `/project/store/${index}.test.ts`,
    startTime: 1_000,
    endTime: 1_000 + index * 500,
    status: 'passed',
    assertionResults: [],
  }))
  const lines = describeSlowest(
    timesOfVitest({ numPassedTests: 0, testResults }, '/project/'),
  ).split('\n')
  expect(lines).toHaveLength(11)
  expect(lines.slice(0, 2)).toEqual(['The slowest of 12 files:', '    5.5 s  store/11.test.ts'])
  expect(lines[10]).toBe('    1.0 s  store/2.test.ts')
})

test('a file of browser specs counts with what is nested in it', () => {
  const took = (...durations: number[]) => ({
    title: 'a spec',
    tests: [{ status: 'expected', results: durations.map((duration) => ({ duration })) }],
  })
  const suites = [
    { title: 'short.spec.ts', specs: [took(900)] },
    {
      title: 'long.spec.ts',
      specs: [took(500)],
      suites: [{ title: 'at 390 px', specs: [took(1_000), took(2_000)] }],
    },
  ]
  expect(timesOfPlaywright({ suites })).toEqual([
    { file: 'e2e/short.spec.ts', ms: 900 },
    { file: 'e2e/long.spec.ts', ms: 3_500 },
  ])
})

test('each test that failed is named with its file and how its error begins', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'holds' },
    {
      status: 'failed',
      fullName: 'is late',
      failureMessages: [
        '\u001b[31mError: late\u001b[39m\n    at once (/project/node_modules/a/b.ts:1:2)\n    at /project/a.test.ts:5:6',
      ],
    },
  ]
  const ran = { startTime: 0, endTime: 1, status: 'failed' }
  const testResults = [
    { ...ran, name: '/project/a.test.ts', assertionResults },
    { ...ran, name: '/project/b.test.ts', message: 'Cannot find it', assertionResults: [] },
  ]
  expect(failedOfVitest({ numPassedTests: 1, testResults }, '/project/')).toEqual([
    'a.test.ts › is late: Error: late (at /project/a.test.ts:5:6)',
    'b.test.ts: Cannot find it',
  ])

  const results = [{ duration: 1, error: { message: 'Error: still\nmore' } }]
  const spec = (title: string, status: string) => ({ title, tests: [{ status, results }] })
  const nested = { title: 'at 390 px', specs: [spec('stands still', 'unexpected')] }
  const suites = [{ title: 'a.spec.ts', specs: [spec('opens', 'expected')], suites: [nested] }]
  expect(failedOfPlaywright({ suites })).toEqual([
    'a.spec.ts › at 390 px › stands still: Error: still',
  ])
})
