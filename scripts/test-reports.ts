import { stripVTControlCharacters } from 'node:util'

/**
 * Reads the reports of a run: which tests failed, and where time was spent, so that slow parts are noticed before the
 * whole run becomes slow.
 */

const shown = 10
/** Characters shown of an error's first line. */
const errorLength = 300

/** The parts of Vitest's JSON report that are used. */
export interface VitestResult {
  numPassedTests: number
  testResults: {
    name: string
    startTime: number
    endTime: number
    status: string
    /** Reason why the file could not be run. */
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
}

interface PlaywrightTest {
  status: string
  results: { duration: number; error?: { message?: string } }[]
}

interface PlaywrightSuite {
  title: string
  specs: { title: string; tests: PlaywrightTest[] }[]
  suites?: PlaywrightSuite[]
}

/** The parts of Playwright's JSON report that are used. */
export interface PlaywrightResult {
  stats: { expected: number; unexpected: number; flaky: number }
  /** One suite per file. */
  suites: PlaywrightSuite[]
}

export interface FileTime {
  file: string
  ms: number
}

export function timesOfVitest({ testResults }: VitestResult, root: string): FileTime[] {
  return testResults.map(({ name, startTime, endTime }) => ({
    file: name.replace(root, ''),
    ms: endTime - startTime,
  }))
}

/** Returns one line for each failed test: its file, its title, the beginning of its error and where it was thrown. */
export function failedOfVitest({ testResults }: VitestResult, root: string): string[] {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = name.replace(root, '')
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      if (failed.length === 0) return [failedLine([file], message)]
      return failed.map(({ fullName, failureMessages }) =>
        failedLine([file, fullName], failureMessages?.[0]),
      )
    })
}

/** Returns the same lines for browser specs; a title begins with the titles of its suites. */
export function failedOfPlaywright({ suites }: Pick<PlaywrightResult, 'suites'>): string[] {
  return suites.flatMap((suite) => failedIn(suite, []))
}

function failedIn({ title, specs, suites = [] }: PlaywrightSuite, above: string[]): string[] {
  const path = [...above, title]
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => failedLine([...path, spec.title], results[0]?.error?.message)),
  )
  return [...own, ...suites.flatMap((suite) => failedIn(suite, path))]
}

function failedLine(path: string[], error = ''): string {
  const [first = '', ...more] = stripVTControlCharacters(error).trim().split('\n')
  const location = more.find(
    (line) => /^\s+at .*\.tsx?:\d+/.test(line) && !line.includes('node_modules'),
  )
  const where = location === undefined ? '' : ` (${location.trim()})`
  return `${path.join(' › ')}: ${first.slice(0, errorLength)}${where}`
}

export function timesOfPlaywright({ suites }: Pick<PlaywrightResult, 'suites'>): FileTime[] {
  return suites.map((suite) => ({ file: `e2e/${suite.title}`, ms: timeOf(suite) }))
}

function timeOf({ specs, suites = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  return sum([...results.map(({ duration }) => duration), ...suites.map(timeOf)])
}

export function describeSlowest(files: readonly FileTime[]): string {
  const slowest = [...files].sort((one, other) => other.ms - one.ms).slice(0, shown)
  const lines = slowest.map(({ file, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${file}`)
  return [`The slowest of ${files.length} files:`, ...lines].join('\n')
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
