import type { Db } from '@dashboard/store/database/open-database'
import type { JobRow } from '@dashboard/store/database/schema'
import { failActiveJob } from '@dashboard/store/jobs/finish-job'
import { retryLostJob } from '@dashboard/store/jobs/retry-job'
import type { RunnerProcess } from './runner-process.ts'

const maxFailedStarts = 3

interface Dependencies {
  db: Db
  warn(message: string, details: object): void
  /** Whether the engine is closing: then a failed start says nothing about the job. */
  isClosed(): boolean
  /** Called for a job that is queued again, because its runner died. */
  onQueuedAgain(jobId: string): void
  /** Called after each end, also when handling it has failed. */
  onHandled(): void
}

/**
 * After a runner's end its job is done, or there to be taken up again. A job whose runner ends three
 * times without having claimed it fails.
 */
export function createRunnerEndHandler(dependencies: Dependencies) {
  const { db, warn, isClosed, onQueuedAgain, onHandled } = dependencies
  const failedStarts = new Map<string, number>()

  const handle = async (runner: RunnerProcess, code: number | null): Promise<void> => {
    const { jobId } = runner
    const job = await findJob(db, jobId)
    if (job?.status === 'running' && runner.owns(job)) {
      warn('A runner died', { jobId, code })
      if ((await retryLostJob(db, job)) === 'queued') onQueuedAgain(jobId)
    }
    if (job?.status !== 'queued' || code === 0) {
      failedStarts.delete(jobId)
      return
    }
    const starts = (failedStarts.get(jobId) ?? 0) + 1
    failedStarts.set(jobId, starts)
    if (starts < maxFailedStarts || isClosed()) return
    failedStarts.delete(jobId)
    const error = `The job's process could not be started (exit code ${code}). The server's log says why.`
    await failActiveJob(db, jobId, { error, kind: 'other' })
  }

  return (runner: RunnerProcess, code: number | null): void => {
    handle(runner, code)
      .catch((error: unknown) =>
        warn('Could not handle the end of a runner', { error, jobId: runner.jobId }),
      )
      .finally(onHandled)
  }
}

function findJob(db: Db, id: string): Promise<JobRow | undefined> {
  return db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
}
