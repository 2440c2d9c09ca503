import { writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { buildWhenStale } from '../scripts/build-when-stale.ts'
import type { BenchOptions, BenchResult } from './bench-suite.ts'
import { listSuites } from './suites.ts'

/**
 * Runs the suites of `stress/bench`, prints their ratios with the targets and their other figures, and writes the
 * ratios into `stress/figures.md`. The exit code is 1 when a target is missed.
 */

const usage = 'npm run bench -- [--suite <name>]... [--hour] [--no-page]'
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'stress/bench')
const page = join(root, 'stress/figures.md')

const suites = listSuites(folder)
const { values } = parseArgs({
  options: {
    suite: { type: 'string', multiple: true },
    hour: { type: 'boolean', default: false },
    'no-page': { type: 'boolean', default: false },
  },
})
const asked = values.suite ?? suites
const unknown = asked.find((name) => !suites.includes(name))
if (unknown !== undefined) {
  console.error(`There is no suite ${unknown}.\nUsage: ${usage}\nSuites: ${suites.join(', ')}`)
  process.exit(2)
}

async function runSuite(name: string): Promise<BenchResult> {
  const { run } = (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as {
    run(options: BenchOptions): Promise<BenchResult>
  }
  const print = (line: string) => console.log(`[${name}] ${line}`)
  try {
    return await run({ hour: values.hour, print })
  } catch (error) {
    print(error instanceof Error ? String(error.stack) : String(error))
    const failed = { what: `the suite ${name}`, against: '', measured: 'failed' }
    return { rows: [{ ...failed, target: 'to run', ok: false }] }
  }
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Returns the ratios of all suites, for the page; a bold one misses its target. */
function describeRatios(results: readonly BenchResult[]): string {
  const [cpu] = cpus()
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GiB`
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memory}, ${type()} ${release()}`
  const day = new Date().toISOString().slice(0, 10)
  const rows = results.flatMap((result) => result.rows)
  const ratios = table(
    ['What', 'Against', 'Measured', 'Target'],
    rows.map(({ what, against, measured, target, ok }) => [
      what,
      against,
      ok ? measured : `**${measured}**`,
      target,
    ]),
  )
  return `Measured on ${day} with Node ${process.version} on ${machine}.\n\n${ratios}`
}

/** Returns the figures that have no target. */
function describeTables(results: readonly BenchResult[]): string[] {
  return results
    .flatMap(({ tables = [] }) => tables)
    .map(({ title, head, rows }) => `### ${title}\n\n${table(head, rows)}`)
}

await buildWhenStale()
const startedAt = performance.now()
const results: BenchResult[] = []
for (const name of asked) {
  const suiteStartedAt = performance.now()
  results.push(await runSuite(name))
  const seconds = ((performance.now() - suiteStartedAt) / 1_000).toFixed(0)
  console.log(`[${name}] took ${seconds} s`)
}
const ratios = describeRatios(results)
console.log(`\n${[ratios, ...describeTables(results)].join('\n\n')}\n`)
if (!values['no-page'] && values.suite === undefined) {
  const head = '# Figures\n\nMade by `npm run bench`. A bold figure misses its target.'
  writeFileSync(page, `${head}\n\n${ratios}\n`)
}
const missed = results.flatMap(({ rows }) => rows).filter(({ ok }) => !ok)
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
console.log(
  `${missed.length === 0 ? 'All targets hold' : `${missed.length} missed`}, ${minutes} min`,
)
process.exit(missed.length === 0 ? 0 : 1)
