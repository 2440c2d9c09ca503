import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { startChecks, type TortureOptions, type TortureResult } from '../torture-suite.ts'

/**
 * Simulates 400 days with a changed clock, on SQLite and disk as well as on PostgreSQL and S3 (docs/torture.md).
 * `count` is the number of days. The program is beside the test in which `npm test` runs forty days.
 */

const program = fileURLToPath(new URL('../../server/test/year/year-program.ts', import.meta.url))
const defaultDays = 400

export async function run(options: TortureOptions): Promise<TortureResult> {
  const { seed, count: days = defaultDays, print } = options
  const checks = startChecks(print)
  const live = async (where: string, environment: NodeJS.ProcessEnv) => {
    const { PATH, HOME } = process.env
    const child = spawn(process.execPath, [program, String(days), String(seed)], {
      env: { PATH, HOME, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code] = await once(child, 'exit')
    checks.add(`${days} days on ${where}`, code === 0 ? [] : ['the lines above say why'])
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
  return checks.result({})
}
