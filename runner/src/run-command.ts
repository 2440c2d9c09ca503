import { availableParallelism } from 'node:os'
import { checkPooler } from '@dashboard/store/database/check-postgres'
import { requireSchema, SchemaError } from '@dashboard/store/database/check-schema'
import { isDatabaseUnavailable } from '@dashboard/store/database/database-errors'
import { explainPostgres } from '@dashboard/store/database/explain-database'
import { migrationNames } from '@dashboard/store/database/migrate'
import { type Db, openDatabase } from '@dashboard/store/database/open-database'
import { openFiles } from '@dashboard/store/files/open-files'
import { databaseUnavailableExitCode } from '@dashboard/store/runner-exit'
import { SettingsError } from '@dashboard/store/settings/setting'
import type { Settings } from '@dashboard/store/settings/settings'
import type { RunInputs } from '@dashboard/store/settings/settings-of-run'
import { heartbeatThread } from './heartbeat/start-heartbeat-thread.ts'
import { JobError } from './job-errors.ts'
import { runJob } from './run-job.ts'
import { describeResult, makeJobOfRun } from './run-on-github.ts'
import { requireServersSettings } from './servers-settings.ts'

/** Result of a run: a line for its log and, if the run must end as failed on GitHub, the reason. */
export interface RunReport {
  code: 0 | 1 | typeof databaseUnavailableExitCode
  line: string
  failure?: string
}

export async function runCommand(
  { id, workers = availableParallelism() }: { id: string; workers: number | undefined },
  settings: Settings,
  inputs: RunInputs,
): Promise<RunReport> {
  const db = openDatabase(settings.database, 'runner')
  const shutdown = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => shutdown.abort(new Error('The runner was asked to stop')))
  }
  try {
    await requireSchema(db, migrationNames())
    // The server on whose machine a job runs has checked that at its start.
    if (inputs.isOnGithub && settings.database.kind === 'postgres') await checkPooler(db)
    const files = await openFiles(settings.storage)
    // For a job of another database only that is reported: its other settings differ, too.
    const isComparable = id === '' || (await hasJob(db, id))
    if (inputs.isOnGithub && isComparable) await requireServersSettings(db, settings)
    const jobId = id || (await makeJobOfRun(db, inputs))
    const startHeartbeat = heartbeatThread(settings.database)
    const { isOnGithub, run } = inputs
    const result = await runJob(jobId, {
      db,
      files,
      settings,
      workers,
      shutdown: shutdown.signal,
      startHeartbeat,
      ...(isOnGithub && run && { run }),
    })
    const line = `Job ${jobId}: ${result}`
    // Beside the server, a job that could not be claimed is not a failure. On GitHub, a run that did nothing must not
    // look successful.
    if (!inputs.isOnGithub) return { line, code: result === 'failed' ? 1 : 0 }
    const failure = await describeResult(db, jobId, result)
    return failure === undefined ? { line, code: 0 } : { line, failure, code: 1 }
  } catch (error) {
    const line = 'No job was done.'
    const isExplained =
      error instanceof JobError || error instanceof SettingsError || error instanceof SchemaError
    if (isExplained) {
      return { line, failure: error.message, code: 1 }
    }
    const failure = explainPostgres(settings.database, error)
    // Exits with this code beside the server, which starts the job again once the database is available.
    const code =
      !inputs.isOnGithub && isDatabaseUnavailable(error) ? databaseUnavailableExitCode : 1
    if (failure !== undefined) return { line, failure, code }
    if (code === 1) throw error
    return { line, failure: 'The database cannot be used at the moment.', code }
  } finally {
    await db.destroy()
  }
}

async function hasJob(db: Db, id: string): Promise<boolean> {
  const job = await db.selectFrom('jobs').select('id').where('id', '=', id).executeTakeFirst()
  return job !== undefined
}
