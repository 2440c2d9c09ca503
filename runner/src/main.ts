import { openDatabase } from '@dashboard/store/database/open-database'
import { openFiles } from '@dashboard/store/files/open-files'
import { keepFilesPrivate } from '@dashboard/store/private-files'
import { readSettings } from '@dashboard/store/settings'
import { SettingsError } from '@dashboard/store/settings-variables'
import { checkOutside } from './check-outside.ts'
import { heartbeatThread } from './heartbeat/start-heartbeat-thread.ts'
import { runJob } from './run-job.ts'

const usage = `Usage: runner run <job id>   runs one job and exits
       runner check          prints as JSON whether spreadsheet and Locust can be used`

/** The exit code: 1 only for a failed job, 2 for wrong arguments. */
async function main(): Promise<number> {
  const [command, id] = process.argv.slice(2)
  if (command === 'check') {
    console.log(JSON.stringify({ checks: await checkOutside(readSettings()) }))
    return 0
  }
  if (command === 'run' && id !== undefined) return run(id)
  console.error(usage)
  return 2
}

async function run(id: string): Promise<number> {
  const settings = readSettings()
  const db = openDatabase(settings.database, 'runner')
  const shutdown = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => shutdown.abort(new Error('The runner was asked to stop')))
  }
  try {
    const files = openFiles(settings.storage)
    const startHeartbeat = heartbeatThread(settings.database, db)
    const options = { db, files, settings, shutdown: shutdown.signal, startHeartbeat }
    const result = await runJob(id, options)
    console.log(`Job ${id}: ${result}`)
    return result === 'failed' ? 1 : 0
  } finally {
    await db.destroy()
  }
}

keepFilesPrivate()
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof SettingsError ? error.message : error)
    process.exit(1)
  },
)
