import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Fault, type FaultResult, loadStryker } from './stryker.ts'

/**
 * Plants faults into the logic of some folders and reports which the tests find (docs/testing.md#planting-faults).
 * Stryker changes a copy of the tree; the working tree stays unchanged.
 */

/** Larger places, such as whole functions, would fill the sample alone. */
const maxPerLocation = 12

const root = fileURLToPath(new URL('..', import.meta.url))

/** Folders in which faults are planted, with the folder whose tests have to find them. */
const areas: Record<string, string> = {
  'runner/src/import': 'runner/src/import/**/*.ts',
  'store/src/jobs': 'store/src/jobs/*.ts',
  'server/src/accounts': 'server/src/accounts/*.ts',
  'server/src/engines': 'server/src/engines/**/*.ts',
  'web/src/features/reports': 'web/src/features/reports/{selection,report-list}.ts',
}

const { values: options } = parseArgs({
  options: {
    area: { type: 'string' },
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
  },
})
process.chdir(root)
const stryker = await loadStryker()

const scores: string[] = []
for (const [folder, files] of Object.entries(areas)) {
  if (options.area !== undefined && options.area !== folder) continue
  const places = await sample(files, Number(options.count), Number(options.seed))
  scores.push(describe(folder, await plant(places, folder)))
}
console.log(`\nSeed ${options.seed}, at most ${options.count} faults for each area\n`)
console.log(`${'Area'.padEnd(26)}faults  found  score\n${scores.join('\n')}`)

/**
 * Picks places of faults until they hold `count` faults, each as `file:from-to`. Equal seeds and equal files give equal
 * places.
 */
async function sample(pattern: string, count: number, seed: number): Promise<string[]> {
  const paths = await Array.fromAsync(glob(pattern))
  const isProduct = (path: string) => !/\.test\.tsx?$|^[^/]+\/test\//.test(path)
  const files = paths
    .filter(isProduct)
    .toSorted()
    .map((name) => ({ name: join(root, name), content: readFileSync(name, 'utf8'), mutate: true }))
  const faults = await stryker.findFaults(files)
  const random = createRandom(seed)
  const shuffled = faults
    .map((fault) => ({ fault, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ fault }) => fault)
  const picked = new Set<Fault>()
  const ranges: string[] = []
  for (const fault of shuffled) {
    if (picked.size >= count) break
    // Stryker plants every fault within a location.
    const within = faults.filter((other) => holds(fault, other) && !picked.has(other))
    if (within.length === 0 || within.length > maxPerLocation) continue
    for (const other of within) picked.add(other)
    const { start, end } = fault.location
    const from = `${start.line + 1}:${start.column}`
    ranges.push(`${relative(root, fault.fileName)}:${from}-${end.line + 1}:${end.column}`)
  }
  return ranges
}

/** Whether the location of one fault contains that of the other. */
function holds(one: Fault, other: Fault): boolean {
  const { start, end } = one.location
  const inner = other.location
  const isBefore = (a: Fault['location']['start'], b: Fault['location']['start']) =>
    a.line < b.line || (a.line === b.line && a.column <= b.column)
  return one.fileName === other.fileName && isBefore(start, inner.start) && isBefore(inner.end, end)
}

/** Returns a generator of numbers from 0 to 1 that depend only on the seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

async function plant(mutate: string[], folder: string): Promise<FaultResult[]> {
  process.env.FAULT_TESTS = folder
  return stryker.plantFaults({
    mutate,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vitest.faults.config.ts', related: true },
    coverageAnalysis: 'perTest',
    reporters: ['progress-append-only'],
    concurrency: Number(options.workers),
    // Endless loops end by their iteration limit; the timeout must not fire on a busy machine.
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 15,
    tempDirName: join(tmpdir(), `dashboard-faults-${process.pid}`),
    // Stryker parses tsconfig.json with a function that TypeScript 7 no longer has.
    tsconfigFile: 'none.json',
    ignorePatterns: ['.cache', '.ci', 'docs', 'data', 'dist', 'test-results'],
    allowEmpty: true,
  })
}

/** Prints the faults that no test found, and returns the area's line of the table. */
function describe(folder: string, results: readonly FaultResult[]): string {
  const valid = results.filter(({ status }) => status !== 'CompileError' && status !== 'Ignored')
  const left = valid.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  for (const { fileName, location, status, replacement } of left) {
    const { start, end } = location
    const lines = readFileSync(fileName, 'utf8').split('\n')
    const text = lines.slice(start.line - 1, end.line).join('\n')
    console.log(`\n${relative(root, fileName)}:${start.line}:${start.column} ${status}`)
    console.log(`- ${text.trim()}\n+ ${replacement}`)
  }
  const found = valid.length - left.length
  const score = valid.length === 0 ? 'none' : `${((100 * found) / valid.length).toFixed(1)} %`
  const numbers = `${String(valid.length).padStart(6)}${String(found).padStart(7)}`
  return `${folder.padEnd(26)}${numbers}  ${score}`
}
