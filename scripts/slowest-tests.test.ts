import { expect, test } from 'vitest'
import { slowestOfPlaywright, slowestOfVitest } from './slowest-tests.ts'

test('the slowest files of the unit tests come first, ten of them', () => {
  const testResults = Array.from({ length: 12 }, (_, index) => ({
    name: `/project/store/${index}.test.ts`,
    startTime: 1_000,
    endTime: 1_000 + index * 500,
  }))
  const lines = slowestOfVitest(
    { numPassedTests: 0, numFailedTests: 0, testResults },
    '/project/',
  ).split('\n')
  expect(lines).toHaveLength(11)
  expect(lines.slice(0, 2)).toEqual(['The slowest of 12 files:', '    5.5 s  store/11.test.ts'])
  expect(lines[10]).toBe('    1.0 s  store/2.test.ts')
})

test('a file of browser specs counts with what is nested in it', () => {
  const took = (...durations: number[]) => ({
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  })
  const suites = [
    { title: 'short.spec.ts', specs: [took(900)] },
    {
      title: 'long.spec.ts',
      specs: [took(500)],
      suites: [{ title: 'at 390 px', specs: [took(1_000), took(2_000)] }],
    },
  ]
  expect(slowestOfPlaywright({ stats: { expected: 4, unexpected: 0, flaky: 0 }, suites })).toBe(
    'The slowest of 2 files:\n    3.5 s  long.spec.ts\n    0.9 s  short.spec.ts',
  )
})
