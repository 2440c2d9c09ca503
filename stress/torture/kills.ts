import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createRandom,
  problemsOf,
  startChecks,
  type TortureOptions,
  type TortureResult,
} from '../torture-suite.ts'
import { type KillBench, openKillBench } from './kills/kill-bench.ts'
import { type StoredContent, tablesThatDiffer, withDatabase } from './kills/stored-content.ts'
import { type Work, works } from './kills/works.ts'

/**
 * Kills server and runner with SIGKILL at random moments of every kind of work, on both databases, and compares the
 * stored content with what was there before and what was acknowledged (docs/torture.md).
 */

const defaultKills = 200

/**
 * Tables that are not compared: sessions, presence, leases, versions, notices and the log of jobs change all the time,
 * stored values say when the server last deleted old data, and upload tickets expire after ten minutes. Jobs are checked
 * one by one.
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
  'stored_values',
]

export async function run(options: TortureOptions): Promise<TortureResult> {
  const { seed, count = defaultKills, minutes = Number.POSITIVE_INFINITY, print } = options
  const random = createRandom(seed)
  const checks = startChecks(print)
  const figures: Record<string, number> = {}
  const add = (figure: string) => {
    figures[figure] = (figures[figure] ?? 0) + 1
  }
  for (const [index, kind] of (['sqlite', 'postgres'] as const).entries()) {
    const kills = index === 0 ? Math.ceil(count / 2) : Math.floor(count / 2)
    const until = performance.now() + (minutes * 60_000) / 2
    await withDatabase(kind, print, async (database, dataDir) => {
      const bench = await openKillBench({ database, dataDir, random })
      const lengths = new Map<Work, number>()
      const tryOnce = async (work: Work) => {
        const lengthMs = lengths.get(work) ?? (await timeUnharmed(bench, work))
        lengths.set(work, lengthMs)
        const { problems, isUnderWay } = await killOnce(bench, work, lengthMs)
        if (isUnderWay) add(`${kind} kills of work under way`)
        return problems
      }
      try {
        for (let kill = 1; kill <= kills && performance.now() < until; kill += 1) {
          const work = random.pick(works)
          const what = `${kind} kill ${kill} of ${kills} during ${work.name}`
          const problems = await problemsOf(() => tryOnce(work))
          checks.add(what, problems)
          print(`${what}: ${problems.length === 0 ? 'nothing lost' : 'FAILED'}`)
          add(`${kind} kills during ${work.name}`)
          // The next kill compares with the content stored then, but it needs a running server.
          if (problems.length > 0) await bench.settle()
        }
      } finally {
        await bench.close()
      }
    })
  }
  return checks.result(figures)
}

/** Returns how long the work takes, in milliseconds; whatever is wrong without a kill throws. */
async function timeUnharmed(bench: KillBench, { begin, name }: Work): Promise<number> {
  const attempt = await begin(bench)
  const before = await bench.database.readContent()
  const startedAt = performance.now()
  await attempt.work()
  const lengthMs = performance.now() - startedAt
  const problems = await attempt.whenSettled(before, await bench.settle())
  if (problems.length > 0) throw new Error(`${name}, not killed: ${problems.join('; ')}`)
  return lengthMs
}

/** Does the work, kills a process during it, and returns what is wrong right after the kill and in the end. */
async function killOnce(bench: KillBench, { begin, victims, changes }: Work, lengthMs: number) {
  const victim = bench.random.pick(victims)
  const attempt = await begin(bench)
  const before = await bench.database.readContent()
  let isUnderWay = true
  const working = attempt
    .work()
    .catch(() => {})
    .finally(() => {
      isUnderWay = false
    })
  await sleep(bench.random.between(0.2, 1.05) * lengthMs)
  const outcome = { isUnderWay }
  const killed = await bench.kill(victim)
  const problems = [
    ...((await attempt.whenKilled?.(before, killed)) ?? []),
    ...(victim === 'server' ? [] : await reportsWithoutFile(bench, killed)),
  ]
  const settled = await bench.settle()
  await working
  problems.push(
    ...(await attempt.whenSettled(before, settled)),
    ...(await reportsWithoutFile(bench, settled)),
  )
  const others = [...before.keys()].filter(
    (table) => ![...changes, ...everChanging].includes(table),
  )
  for (const table of tablesThatDiffer(before, settled, others)) {
    problems.push(`the table ${table} has changed`)
  }
  return { ...outcome, problems }
}

/** Returns report rows whose file is missing or has another size at present. */
async function reportsWithoutFile(bench: KillBench, content: StoredContent): Promise<string[]> {
  const problems: string[] = []
  for (const { id, storageKey, size } of content.get('reports') ?? []) {
    const file = await stat(join(bench.dataDir, 'files', String(storageKey))).catch(() => undefined)
    if (file?.size !== Number(size)) problems.push(`report ${id} has no file of ${size} bytes`)
  }
  return problems
}
