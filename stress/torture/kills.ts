import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importSheet, startExport } from '@dashboard/contract/sync'
import { startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import {
  createRandom,
  problemsOf,
  type Random,
  startChecks,
  type TortureOptions,
  type TortureResult,
} from '../torture-suite.ts'
import { exportKills, importKills } from './kills/import-kills.ts'
import { type KillBench, openKillBench } from './kills/kill-bench.ts'
import { type KillOutcome, killOnce, type Windows, waitForRunner } from './kills/one-kill.ts'
import { deleteKills, reportKills } from './kills/report-kills.ts'
import type { Scenario } from './kills/scenario.ts'
import {
  openPostgresDatabase,
  openSqliteDatabase,
  type StoredDatabase,
} from './kills/stored-content.ts'
import { accountKills, logoKills } from './kills/write-kills.ts'

/**
 * Kills server and runner with SIGKILL at random moments of every kind of work, on both databases, and compares the
 * stored content with what was there before and what was acknowledged (docs/torture.md#kills).
 */

const defaultKills = 200
const scenarios = [importKills, exportKills, reportKills, deleteKills, logoKills, accountKills]

export async function run(options: TortureOptions): Promise<TortureResult> {
  const { seed, count = defaultKills, minutes = Number.POSITIVE_INFINITY, print } = options
  const random = createRandom(seed)
  const checks = startChecks(print)
  const figures: TortureResult['figures'] = {}
  const deadline = performance.now() + minutes * 60_000
  for (const [index, kind] of (['sqlite', 'postgres'] as const).entries()) {
    const kills = index === 0 ? Math.ceil(count / 2) : Math.floor(count / 2)
    const share = performance.now() + (deadline - performance.now()) / (2 - index)
    await onDatabase(kind, print, async (database, dataDir) => {
      const bench = await openKillBench({ database, dataDir, random })
      const attack = { bench, plan: planKills(random, kills), until: share, kind }
      try {
        await killAll(attack, checks, figures, print)
      } finally {
        await bench.close()
      }
    })
  }
  return checks.result(figures)
}

/** Runs the work with a separate database; PostgreSQL is left out where it is not installed. */
async function onDatabase(
  kind: StoredDatabase['kind'],
  print: TortureOptions['print'],
  work: (database: StoredDatabase, dataDir: string) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dashboard-kills-'))
  try {
    if (kind === 'sqlite') return await work(openSqliteDatabase(dataDir), dataDir)
    const postgres = await startPostgres()
    if (!postgres) return print('not tried: PostgreSQL, which is not installed on this machine')
    try {
      await work(openPostgresDatabase(postgres.createDatabase()), dataDir)
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Returns which work is killed in which order. */
function planKills(random: Random, kills: number): Scenario[] {
  return Array.from({ length: kills }, () => {
    const point = random.next()
    let sum = 0
    for (const scenario of scenarios) {
      sum += scenario.share
      if (point < sum) return scenario
    }
    return importKills
  })
}

interface Attack {
  bench: KillBench
  plan: readonly Scenario[]
  /** End of the work, by `performance.now()`. */
  until: number
  kind: string
}

async function killAll(
  { bench, plan, until, kind }: Attack,
  checks: ReturnType<typeof startChecks>,
  figures: TortureResult['figures'],
  print: TortureOptions['print'],
): Promise<void> {
  const windows = await fillDatabase(bench)
  for (const [index, scenario] of plan.entries()) {
    if (performance.now() > until) {
      print(`${kind}: out of time after ${index} of ${plan.length} kills`)
      break
    }
    const startedAt = performance.now()
    let outcome: KillOutcome | undefined
    const problems = await problemsOf(async () => {
      outcome = await killOnce(bench, scenario, windows)
      return outcome.problems
    })
    checks.add(`${kind} kill ${index + 1} during ${scenario.name}`, problems)
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    const when = outcome ? (outcome.inTime ? 'under way' : 'just ended') : 'not settled'
    const verdict = problems.length === 0 ? 'nothing lost' : 'FAILED'
    print(
      `${kind} ${index + 1}/${plan.length} ${scenario.name}: ${outcome?.victim ?? '?'} killed, ${when}, ${verdict} (${seconds} s)`,
    )
    addTo(figures, `${kind} kills`)
    addTo(figures, `${kind} kills during ${scenario.name}`)
    if (outcome?.inTime) addTo(figures, `${kind} kills of work under way`)
    if (problems.length > 0) {
      addTo(figures, `${kind} losses`)
      // The next kill compares with the content stored then, but it needs a running server.
      await bench.settle()
    }
  }
}

function addTo(figures: TortureResult['figures'], name: string): void {
  figures[name] = Number(figures[name] ?? 0) + 1
}

/**
 * Runs a first export and import; every later generation is compared with their result. A second import, which changes
 * every row, measures how long such an import takes here.
 */
async function fillDatabase(bench: KillBench): Promise<Windows> {
  const { body } = await bench.api.call(startExport)
  const exported = await bench.api.waitForJob(body.jobId)
  if (exported.status !== 'completed') throw new Error(`No first export: ${exported.error}`)
  await importNow(bench)
  await bench.recordFirst()
  await bench.writeSheet(await bench.nextGeneration())
  let isOver = false
  const importing = importNow(bench).finally(() => {
    isOver = true
  })
  await waitForRunner(bench, () => isOver)
  const startedAt = performance.now()
  await importing
  return new Map([[importKills, performance.now() - startedAt]])
}

async function importNow(bench: KillBench): Promise<void> {
  const { status, body } = await bench.api.call(importSheet)
  if (status !== 200) throw new Error(`No import: ${JSON.stringify(body)}`)
}
