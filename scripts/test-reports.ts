import { readFileSync } from 'node:fs'

/**
 * Reads the reports of a run: how many tests passed, which failed, and how long each file took, so that slow ones are
 * noticed before the whole run becomes slow. What was wrong is printed by Vitest and Playwright themselves.
 */

const shown = 10

export interface FileTime {
  file: string
  ms: number
}

export interface TestReport {
  passed: number
  /** A line for each failed test. */
  failures: string[]
  times: FileTime[]
}

/** The parts of Vitest's JSON report that are used. */
interface VitestResult {
  numPassedTests: number
  testResults: {
    name: string
    startTime: number
    endTime: number
    status: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

export function readVitestReport(path: string, root: string): TestReport {
  const { numPassedTests, testResults }: VitestResult = JSON.parse(readFileSync(path, 'utf8'))
  const files = testResults.map((result) => ({ ...result, file: result.name.replace(root, '') }))
  return {
    passed: numPassedTests,
    failures: files
      .filter(({ status }) => status === 'failed')
      .flatMap(({ file, assertionResults }) => {
        const failed = assertionResults.filter(({ status }) => status === 'failed')
        // A file that could not be run has no tests.
        return failed.length === 0 ? [file] : failed.map(({ fullName }) => `${file} › ${fullName}`)
      }),
    times: files.map(({ file, startTime, endTime }) => ({ file, ms: endTime - startTime })),
  }
}

interface PlaywrightSuite {
  file: string
  specs: {
    title: string
    line: number
    ok: boolean
    tests: { results: { duration: number }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

/** The parts of Playwright's JSON report that are used. */
interface PlaywrightResult {
  stats: { expected: number }
  /** One suite per file. */
  suites: PlaywrightSuite[]
}

export function readPlaywrightReport(path: string): TestReport {
  const { stats, suites }: PlaywrightResult = JSON.parse(readFileSync(path, 'utf8'))
  const files = suites.map((suite) => ({ file: `e2e/${suite.file}`, specs: specsOf(suite) }))
  return {
    passed: stats.expected,
    failures: files.flatMap(({ file, specs }) =>
      specs.filter(({ ok }) => !ok).map(({ line, title }) => `${file}:${line} › ${title}`),
    ),
    times: files.map(({ file, specs }) => {
      const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
      return { file, ms: results.reduce((sum, { duration }) => sum + duration, 0) }
    }),
  }
}

function specsOf({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}

export function describeSlowest(files: readonly FileTime[]): string {
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, shown)
  const lines = slowest.map(({ file, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${file}`)
  return [`The slowest of ${files.length} files:`, ...lines].join('\n')
}
