import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startOutsideSystems } from '@dashboard/doubles/outside-systems'
import { startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { buildWhenStale } from './build-when-stale.ts'
import { endProgram, startProgram, waitForEnd, waitForSignal } from './programs.ts'

/**
 * Starts the dashboard with GitHub Actions, Google Sheets, PostgreSQL and S3, all on this machine and without an
 * account: it uses the doubles of the browser specs, in which real jobs run. Nothing is stored.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const password = 'dashboard'
/** Slow enough to watch a run wait and install. */
const stepMs = 1_000

const signal = waitForSignal()
await buildWhenStale()
const postgres = await startPostgres()
if (!postgres) {
  console.error(
    'The demo needs PostgreSQL. Install it (Debian and Ubuntu: apt-get install postgresql).',
  )
  process.exit(1)
}
const outside = await startOutsideSystems({ databaseUrl: postgres.createDatabase(), stepMs })
const dataDir = await mkdtemp(join(tmpdir(), 'dashboard-demo-'))
const { PATH, HOME, HOST, PORT } = process.env
const server = startProgram(process.execPath, ['dist/server.js'], {
  cwd: root,
  stdio: ['pipe', 'pipe', 'inherit'],
  env: {
    PATH,
    HOME,
    HOST,
    PORT,
    ...outside.environment,
    DATA_DIR: dataDir,
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'error',
  },
})
if (server.stdout)
  createInterface(server.stdout).on('line', (line) => {
    const [, address] = / is ready at (\S+)$/.exec(line) ?? []
    if (address) console.log(describe(address))
    // Prints only the log, which holds errors; the server's other lines are for operators.
    else if (line.startsWith('{')) console.log(line)
  })

const reason = await Promise.race([signal, waitForEnd(server)])
await endProgram(server)
await outside.close()
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })
// A server that ended by itself has already printed the reason.
process.exit(reason === 'signal' ? 0 : 1)

function describe(address: string): string {
  return `
Open ${address} and sign in as "admin" with the password "${password}".

GitHub Actions and Google Sheets are stand-ins at ${outside.github.url} and
${outside.sheets.url}, files lie in one for S3, and jobs run in real processes.
Nothing is kept. Ctrl+C ends the demo.`
}
