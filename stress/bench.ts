import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { buildWhenStale } from '../scripts/build-when-stale.ts'
import type { BenchOptions, BenchRow } from './bench-suite.ts'
import { listSuites } from './suites.ts'

/** Runs the suites of `stress/bench` and prints their figures. The exit code is 1 when a target is missed. */

const folder = fileURLToPath(new URL('./bench', import.meta.url))
const suites = listSuites(folder)
const { values } = parseArgs({ options: { suite: { type: 'string', multiple: true } } })
const asked = values.suite ?? suites
const unknown = asked.find((name) => !suites.includes(name))
if (unknown !== undefined) {
  console.error(
    `There is no suite ${unknown}.\nUsage: npm run bench -- [--suite <name>]...\nSuites: ${suites.join(', ')}`,
  )
  process.exit(2)
}

async function runSuite(name: string): Promise<BenchRow[]> {
  const { run } = (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as {
    run(options: BenchOptions): Promise<BenchRow[]>
  }
  const print = (line: string) => console.log(`[${name}] ${line}`)
  try {
    return await run({ print })
  } catch (error) {
    print(error instanceof Error ? String(error.stack) : String(error))
    const failed = { what: `the suite ${name}`, against: '', measured: 'failed' }
    return [{ ...failed, target: 'to run', ok: false }]
  }
}

/** Returns the machine and a table of all figures; a bold one misses its target. */
function describe(rows: readonly BenchRow[]): string {
  const [cpu] = cpus()
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GiB`
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memory}, ${type()} ${release()}`
  const lines = rows.map(({ what, against, measured, target, ok }) =>
    [what, against, ok ? measured : `**${measured}**`, target].join(' | '),
  )
  const table = ['What | Against | Measured | Target', '--- | --- | --- | ---', ...lines]
  return `Node ${process.version} on ${machine}\n\n${table.map((line) => `| ${line} |`).join('\n')}`
}

await buildWhenStale()
const rows: BenchRow[] = []
for (const name of asked) {
  const startedAt = performance.now()
  rows.push(...(await runSuite(name)))
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
  console.log(`[${name}] took ${seconds} s`)
}
const missed = rows.filter(({ ok }) => !ok).length
console.log(`\n${describe(rows)}\n\n${missed === 0 ? 'All targets hold' : `${missed} missed`}`)
process.exit(missed === 0 ? 0 : 1)
