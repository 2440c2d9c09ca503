import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { startChecks, type TortureOptions, type TortureResult } from '../torture-suite.ts'

/**
 * Simulates 400 days with a changed clock, on SQLite and disk as well as on PostgreSQL and S3 (docs/torture.md#year).
 * `count` is the number of days. The program is beside the test in which `npm test` runs forty days.
 */

const program = fileURLToPath(new URL('../../server/test/year/year-program.ts', import.meta.url))
const defaultDays = 400
/** The period includes both days on which the clocks change, a New Year and a February 29. */
const start = '2027-09-15T12:00:00.000Z'
const people = { volunteers: 200, circuits: 3, congregations: 12 }
/** Most data are retained for 90 days; after that, the time per day should no longer grow. */
const retentionDays = 90
const maxSlowing = 1.5

/** Printed by the program for a mark (server/test/year/year.ts). */
interface Mark {
  day: number
  rows: number
  databaseMb: number
  reportFiles: number
  backups: number
  backupMb: number
  notices: number
  ordinaryMs: number
  quietMs: number
  referenceMs: number
}

export async function run(options: TortureOptions): Promise<TortureResult> {
  const { seed, count: days = defaultDays, print } = options
  const checks = startChecks(print)
  const figures: TortureResult['figures'] = {}
  const live = async (where: string, environment: NodeJS.ProcessEnv) => {
    const plan = { start, days, people, seed, badEvery: 25, backupEvery: 1, markEvery: 50 }
    const { marks, problems } = await runProgram(JSON.stringify(plan), environment, (mark) =>
      print(`${where}: ${describe(mark)}`),
    )
    checks.add(`${days} days on ${where}`, problems)
    checks.add(`a day on ${where} takes no longer in the end`, findSlowing(marks))
    const last = marks.at(-1)
    if (last) figures[where] = describe(last)
  }
  const postgres = await startPostgres()
  if (!postgres) print('not tried: there is no PostgreSQL server on this machine')
  try {
    await Promise.all([
      live('SQLite and disk', {}),
      postgres && live('PostgreSQL and S3', { DATABASE_URL: postgres.createDatabase() }),
    ])
  } finally {
    await postgres?.stop()
  }
  return checks.result(figures)
}

async function runProgram(
  plan: string,
  environment: NodeJS.ProcessEnv,
  onMark: (mark: Mark) => void,
): Promise<{ marks: Mark[]; problems: string[] }> {
  const child = spawn(process.execPath, [program, plan], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const marks: Mark[] = []
  let problems = ['the program ended before the last day']
  for await (const line of createInterface(child.stdout)) {
    const said = JSON.parse(line) as { mark: Mark } | { problems: string[] }
    if ('problems' in said) problems = said.problems
    else {
      marks.push(said.mark)
      onMark(said.mark)
    }
  }
  await ended
  return { marks, problems }
}

function describe(mark: Mark): string {
  const { day, rows, databaseMb, reportFiles, backups, backupMb, notices } = mark
  return [
    `day ${day}`,
    `${rows} rows, ${databaseMb.toFixed(1)} MB`,
    `${reportFiles} report files`,
    `${backups} backups, ${backupMb.toFixed(1)} MB`,
    `${notices} notices`,
    `an ordinary day ${mark.ordinaryMs.toFixed(0)} ms, a quiet one ${mark.quietMs.toFixed(0)} ms, the same work ${mark.referenceMs.toFixed(1)} ms`,
  ].join(' · ')
}

function findSlowing(marks: readonly Mark[]): string[] {
  const early = marks.find(({ day }) => day > retentionDays)
  const last = marks.at(-1)
  if (!early || !last) return []
  // The machine may be busier at the end, so the cost of a day is measured relative to constant work.
  const slowing = costOf(last) / costOf(early)
  return slowing <= maxSlowing ? [] : [`it takes ${slowing.toFixed(2)} times as long`]
}

function costOf({ ordinaryMs, referenceMs }: Mark): number {
  return ordinaryMs / referenceMs
}
