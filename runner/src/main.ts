import { openDatabase } from '@dashboard/store/database'
import { openFiles } from '@dashboard/store/files'
import { readSettings } from '@dashboard/store/settings'
import { SettingsError } from '@dashboard/store/settings-variables'
import { runJob } from './run-job.ts'

/** `runner run <job id>`: does one job and leaves; exit code 0 only when the job is not to blame. */
async function main(): Promise<number> {
  const [command, id] = process.argv.slice(2)
  if (command !== 'run' || id === undefined) {
    console.error('Usage: runner run <job id>')
    return 2
  }
  const settings = readSettings()
  const db = openDatabase(settings.database, 'runner')
  const leave = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => leave.abort(new Error('The runner was asked to stop')))
  }
  try {
    const files = openFiles(settings.storage)
    const result = await runJob(id, { db, files, settings, leave: leave.signal })
    console.log(`Job ${id}: ${result}`)
    return result === 'failed' ? 1 : 0
  } finally {
    await db.destroy()
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof SettingsError ? error.message : error)
    process.exit(1)
  },
)
