import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Runs the checks of `npm test` and prints their output, how each ended, and how many there were. */

const root = fileURLToPath(new URL('..', import.meta.url))

const totals = { passed: 0, failed: 0 }
/** How each check ended, in the order of their ends. */
const results: string[] = []
/** A line for each failed test, printed together after thousands of other lines. */
const failures: string[] = []

/** Adds tests to the totals printed at the end. */
export function countTests(tests: { passed: number; failures: readonly string[] }): void {
  totals.passed += tests.passed
  totals.failed += tests.failures.length
  failures.push(...tests.failures)
}

/** Prints which tests failed, how each check ended, and the sum as the last line; returns whether all passed. */
export function printTotals(): boolean {
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
  console.log(`\n${results.join('\n')}\n\n${totals.passed} passed, ${totals.failed} failed`)
  return totals.failed === 0
}

type Output = 'shown' | ((text: string) => void)

/** Runs a program of the project to its end; returns whether it ended well. */
export async function run(
  command: string,
  args: string[],
  { env = {}, output = 'shown' }: { env?: NodeJS.ProcessEnv; output?: Output } = {},
): Promise<boolean> {
  const channel = output === 'shown' ? 'inherit' : 'pipe'
  const child: ChildProcess = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', channel, channel],
    env: { ...process.env, ...env },
  })
  if (output !== 'shown') {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', output)
  }
  const [code] = await once(child, 'close')
  return code === 0
}

/** Runs a check alone on the machine. */
export async function check(title: string, work: () => Promise<boolean>): Promise<void> {
  console.log(`\n== ${title}`)
  await finish(title, work)
}

/** Prints how a check ended, and stores the result for the totals. */
async function finish(title: string, work: () => Promise<boolean>): Promise<void> {
  const startedAt = performance.now()
  const ok = await work()
  totals.passed += Number(ok)
  totals.failed += Number(!ok)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const result = `== ${title}: ${ok ? 'passed' : 'FAILED'} in ${seconds} s`
  results.push(result)
  console.log(result)
}

/**
 * Runs checks, as many at a time as there are cores and the longest best first. The commands of a check run one after
 * the other; each check prints its output when it has ended.
 */
export async function checkTogether(checks: Record<string, string[][]>): Promise<void> {
  console.log(`\n== ${Object.keys(checks).join(', ')}`)
  const waiting = Object.entries(checks)
  const runWaiting = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [title, commands] = next
      await finish(title, () => runAll(commands))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, runWaiting))
}

async function runAll(commands: string[][]): Promise<boolean> {
  let printed = ''
  const output = (text: string) => {
    printed += text
  }
  let ok = true
  for (const [name = '', ...args] of commands) ok = (await run(name, args, { output })) && ok
  if (printed.trim() !== '') console.log(`\n${printed.trimEnd()}`)
  return ok
}
