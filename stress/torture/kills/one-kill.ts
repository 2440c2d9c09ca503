import { setTimeout as sleep } from 'node:timers/promises'
import type { KillBench, Victim } from './kill-bench.ts'
import { reportsWithoutFile } from './report-kills.ts'
import type { Attempt, Scenario } from './scenario.ts'
import { type StoredContent, tablesThatDiffer } from './stored-content.ts'

/**
 * Tables that are not compared: sessions, presence, leases, versions, notices and the log of jobs change all the time,
 * and upload tickets expire after ten minutes. Jobs are checked one by one.
 */
const everChanging = [
  'audit_log',
  'data_versions',
  'jobs',
  'leader_leases',
  'login_failures',
  'logo_uploads',
  'notices',
  'running_servers',
  'sign_in_networks',
  'presence',
  'sessions',
  'sign_in_tickets',
  'sqlite_sequence',
]
const runnerStartMs = 60_000
const maxWindowMs = 20_000

export interface KillOutcome {
  problems: string[]
  /** Whether the work was still running when the process was killed. */
  inTime: boolean
  victim: Victim
}

/** Duration of each work, from the start of its runner or request; corrected after each kill. */
export type Windows = Map<Scenario, number>

/** Does a scenario's work, kills a process during it, and returns what is wrong right after the kill and in the end. */
export async function killOnce(
  bench: KillBench,
  scenario: Scenario,
  windows: Windows,
): Promise<KillOutcome> {
  const { random } = bench
  const victim = random.pick(scenario.victims)
  const windowMs = windows.get(scenario) ?? scenario.windowMs
  const [low, high] = scenario.aim === 'end' ? [0.45, 1.05] : [0, 1]
  const delayMs = windowMs * random.between(low, high)
  const attempt = await scenario.begin(bench)
  const before = await bench.database.readContent()

  const work = startWork(attempt)
  if (attempt.waitsForRunner) await waitForRunner(bench, work.isOver)
  await sleep(delayMs)
  const early = work.failure()
  const inTime = !work.isOver()
  const killed = await bench.kill(victim)
  const problems = early === undefined ? [] : [`the work failed before the kill: ${early}`]
  problems.push(...attempt.problemsWhenKilled(before, killed))
  if (attempt.sheetIsWhole && !(await attempt.sheetIsWhole())) problems.push('half a sheet')
  if (victim !== 'server') problems.push(...(await reportsWithoutFile(bench, killed)))

  const settled = await bench.settle()
  await work.end
  problems.push(...(await attempt.problemsWhenSettled(before, settled)))
  problems.push(...(await reportsWithoutFile(bench, settled)))
  problems.push(...changedElsewhere(scenario, before, settled))
  // Adjusts the aim, because the work ends earlier or later depending on the machine's load.
  const corrected = windowMs * (inTime ? 1.1 : 0.75)
  windows.set(scenario, Math.max(5, Math.min(maxWindowMs, corrected)))
  return { problems, inTime, victim }
}

function startWork(attempt: Attempt) {
  let isOver = false
  let failure: string | undefined
  const end = attempt
    .work()
    .catch((error: unknown) => {
      failure = String(error)
    })
    .finally(() => {
      isOver = true
    })
  return { end, isOver: () => isOver, failure: () => failure }
}

export async function waitForRunner(bench: KillBench, isOver: () => boolean): Promise<void> {
  const deadline = Date.now() + runnerStartMs
  while (!isOver() && (await bench.findRunners()).length === 0) {
    if (Date.now() > deadline) throw new Error('No runner began within a minute')
    await sleep(10)
  }
}

function changedElsewhere(
  scenario: Scenario,
  before: StoredContent,
  settled: StoredContent,
): string[] {
  const left = new Set([...scenario.changes, ...everChanging])
  const tables = [...before.keys()].filter((table) => !left.has(table))
  return tablesThatDiffer(before, settled, tables).map((table) => `the table ${table} has changed`)
}
