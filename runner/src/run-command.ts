import { explainPostgres } from '@dashboard/store/database/explain-database'
import { openDatabase } from '@dashboard/store/database/open-database'
import { openFiles } from '@dashboard/store/files/open-files'
import type { Settings } from '@dashboard/store/settings'
import type { RunInputs } from '@dashboard/store/settings-of-run'
import { JobError } from './job-errors.ts'
import { runJob } from './run-job.ts'
import { describeResult, makeJobOfRun } from './run-on-github.ts'

/** What a run came to: a line for its log, and on GitHub the reason when it is to end as failed. */
export interface RunReport {
  code: 0 | 1
  line: string
  failure?: string
}

/** `runner run <job id>`; without an id, a run of GitHub Actions makes its own job. */
export async function runCommand(
  id: string,
  settings: Settings,
  inputs: RunInputs,
): Promise<RunReport> {
  const db = openDatabase(settings.database, 'runner')
  const shutdown = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => shutdown.abort(new Error('The runner was asked to stop')))
  }
  try {
    const files = openFiles(settings.storage)
    const jobId = id || (await makeJobOfRun(db, inputs))
    const result = await runJob(jobId, { db, files, settings, shutdown: shutdown.signal })
    const line = `Job ${jobId}: ${result}`
    // Beside the server a job that was not there to claim is no failure; on GitHub a run that did nothing
    // must not look as if it had.
    if (!inputs.isOnGithub) return { line, code: result === 'failed' ? 1 : 0 }
    const failure = await describeResult(db, jobId, result)
    return failure === undefined ? { line, code: 0 } : { line, failure, code: 1 }
  } catch (error) {
    const line = 'No job was done.'
    if (error instanceof JobError) return { line, failure: error.message, code: 1 }
    const failure = explainPostgres(settings.database, error)
    if (failure === undefined) throw error
    return { line, failure, code: 1 }
  } finally {
    await db.destroy()
  }
}
