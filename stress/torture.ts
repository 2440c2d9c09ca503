import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { buildWhenStale } from '../scripts/build-when-stale.ts'
import { listSuites } from './suites.ts'
import type { TortureOptions, TortureResult } from './torture-suite.ts'

/**
 * Runs the suites of `stress/torture` and prints what they did and counted (docs/torture.md). The exit code is 1 when
 * anything failed.
 */

const usage = `npm run torture -- [--suite <name>] [--count <n>] [--seed <n>] [--minutes <n>]`
const folder = fileURLToPath(new URL('./torture', import.meta.url))
const suites = listSuites(folder)

const { values } = parseArgs({
  options: {
    suite: { type: 'string', multiple: true },
    count: { type: 'string' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
  },
})

function number(name: 'count' | 'seed' | 'minutes'): number | undefined {
  const text = values[name]
  if (text === undefined) return undefined
  const value = Number(text)
  if (Number.isFinite(value) && value >= 0) return value
  stop(`--${name} is "${text}", but a number is expected.`)
}

function stop(message: string): never {
  console.error(`${message}\nUsage: ${usage}\nSuites: ${suites.join(', ')}`)
  process.exit(2)
}

async function runSuite(name: string, seed: number): Promise<TortureResult> {
  const { run } = (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as {
    run(options: TortureOptions): Promise<TortureResult>
  }
  const print = (line: string) => console.log(`[${name}] ${line}`)
  try {
    return await run({
      seed,
      print,
      count: number('count'),
      minutes: number('minutes'),
    })
  } catch (error) {
    print(`FAILED ${error instanceof Error ? error.stack : String(error)}`)
    return { passed: 0, failed: 1, figures: {} }
  }
}

const asked = values.suite ?? suites
for (const name of asked) {
  if (!suites.includes(name)) stop(`There is no suite ${name}.`)
}
const seed = number('seed') ?? Math.floor(Math.random() * 2 ** 31)
await buildWhenStale()
let failed = 0
let passed = 0
for (const name of asked) {
  console.log(`\n== ${name}, seed ${seed}`)
  const startedAt = performance.now()
  const result = await runSuite(name, seed)
  passed += result.passed
  failed += result.failed
  for (const [figure, value] of Object.entries(result.figures)) {
    console.log(`   ${figure}: ${value}`)
  }
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  console.log(`== ${name}: ${result.passed} passed, ${result.failed} failed in ${minutes} min`)
}
console.log(`\n${passed} passed, ${failed} failed, seed ${seed}`)
process.exit(failed === 0 ? 0 : 1)
