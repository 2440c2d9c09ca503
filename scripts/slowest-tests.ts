/** Where the time of a run went, so that what has become slow is seen before the whole run is. */

const shown = 10

/** What is read of Vitest's JSON report. */
export interface VitestResult {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; startTime: number; endTime: number }[]
}

interface PlaywrightSuite {
  title: string
  specs: { tests: { results: { duration: number }[] }[] }[]
  suites?: PlaywrightSuite[]
}

/** What is read of Playwright's JSON report. */
export interface PlaywrightResult {
  stats: { expected: number; unexpected: number; flaky: number }
  /** One for each file. */
  suites: PlaywrightSuite[]
}

interface FileTime {
  file: string
  ms: number
}

export function slowestOfVitest({ testResults }: VitestResult, root: string): string {
  const files = testResults.map(({ name, startTime, endTime }) => ({
    file: name.replace(root, ''),
    ms: endTime - startTime,
  }))
  return describe(files)
}

export function slowestOfPlaywright({ suites }: PlaywrightResult): string {
  return describe(suites.map((suite) => ({ file: suite.title, ms: timeOf(suite) })))
}

function timeOf({ specs, suites = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  return sum([...results.map(({ duration }) => duration), ...suites.map(timeOf)])
}

function describe(files: FileTime[]): string {
  const slowest = [...files].sort((one, other) => other.ms - one.ms).slice(0, shown)
  const lines = slowest.map(({ file, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${file}`)
  return [`The slowest of ${files.length} files:`, ...lines].join('\n')
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
