import { setTimeout as sleep } from 'node:timers/promises'
import { uploadedSheet } from '@dashboard/contract/limits'
import { type Db, isDatabaseUnavailable } from '@dashboard/store/database/open-database'
import type { JobRow } from '@dashboard/store/database/schema'
import { isDiskFull } from '@dashboard/store/failures/system-failures'
import { failActiveJob } from '@dashboard/store/jobs/finish-job'
import { appendToLog } from '@dashboard/store/jobs/github-runs'
import { releaseJob, retryLostJob } from '@dashboard/store/jobs/retry-job'
import { databaseUnavailableExitCode } from '@dashboard/store/runner-exit'
import { isOverBounds } from './bounded-process.ts'
import { describeRunnerEnd, type RunnerEnd } from './runner-end.ts'
import { isUploadedSheet, type RunnerProcess, uploadSeconds } from './runner-process.ts'

const maxFailedStarts = 3
const tooLarge = `The sheet is too large: it cannot be imported within ${uploadSeconds / 60} minutes of processor time and ${uploadedSheet.mostMemoryBytes / 1024 ** 2} MB of memory. Remove rows, columns and sheets that are not needed, then try again.`
/** After a runner was killed, the database needs a moment to close its connection and release the lock on the job. */
const leaseRelease = { tries: 20, pauseMs: 500 }

interface Dependencies {
  db: Db
  warn(message: string, details: object): void
  /** Whether the engine is closing: then a failed start says nothing about the job. */
  isClosed(): boolean
  /** Called for a job that is queued again because its runner ended without finishing it. */
  onQueuedAgain(jobId: string): void
  /** Called for a queued job whose runner could not reach the database. */
  onDatabaseAway(jobId: string): void
  /** Called after each end, also when handling it has failed. */
  onHandled(jobId: string, end: RunnerEnd): void
}

/**
 * Ends a job, or queues it again, after its runner has ended. A job whose runner ends three times without having
 * claimed it fails, unless the runners could not reach the database.
 */
export class RunnerEndHandler {
  readonly #dependencies: Dependencies
  readonly #failedStarts = new Map<string, number>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  handle(runner: RunnerProcess, end: RunnerEnd): void {
    const { warn, onHandled } = this.#dependencies
    this.#handle(runner, end)
      .catch((error: unknown) =>
        warn('Could not handle the end of a runner', { error, jobId: runner.jobId }),
      )
      .finally(() => onHandled(runner.jobId, end))
  }

  async #handle(runner: RunnerProcess, end: RunnerEnd): Promise<void> {
    const { db, warn, isClosed } = this.#dependencies
    const { jobId } = runner
    const { code } = end
    const job = await this.#duringOutage(() =>
      db.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirst(),
    )
    if (code === databaseUnavailableExitCode) return this.#postpone(runner, job)
    if (job?.status === 'running' && runner.owns(job)) {
      warn('A runner died', { jobId, ...end })
      if (isUploadedSheet(job) && isOverBounds(end.signal)) {
        await this.#duringOutage(() =>
          failActiveJob(db, jobId, { error: tooLarge, kind: 'unreadable-sheet' }),
        )
        return
      }
      await this.#retry(job, describeRunnerEnd(end, runner.type))
    }
    if (job?.status !== 'queued' || code === 0) {
      this.#failedStarts.delete(jobId)
      return
    }
    const starts = (this.#failedStarts.get(jobId) ?? 0) + 1
    this.#failedStarts.set(jobId, starts)
    if (starts < maxFailedStarts || isClosed()) return
    this.#failedStarts.delete(jobId)
    const reason = describeRunnerEnd(end, runner.type) ?? "The server's log says why."
    const error =
      'The job could not be started. Retry it; if it happens again, tell an administrator.'
    const details = `The job's process could not be started (${end.signal ?? `exit code ${code}`}). ${reason}`
    await this.#duringOutage(() => failActiveJob(db, jobId, { error, details, kind: 'other' }))
  }

  async #retry(job: JobRow, reason: string | undefined): Promise<void> {
    const { db, isClosed, onQueuedAgain } = this.#dependencies
    if (reason) await this.#duringOutage(() => appendToLog(db, job.id, `${reason}\n`))
    for (let tries = 1; ; tries++) {
      const change = await this.#duringOutage(() => retryLostJob(db, job))
      if (change === 'queued') onQueuedAgain(job.id)
      if (change || isClosed() || tries === leaseRelease.tries) return
      await sleep(leaseRelease.pauseMs)
    }
  }

  /**
   * Delays a job whose runner could not reach the database: that counts neither as a try of the job nor as a failed
   * start.
   */
  async #postpone(runner: RunnerProcess, job: JobRow | undefined): Promise<void> {
    const { db, onDatabaseAway } = this.#dependencies
    if (job?.status === 'running' && job.leaseOwner !== null && runner.owns(job)) {
      const own = { ...job, leaseOwner: job.leaseOwner }
      if ((await this.#duringOutage(() => releaseJob(db, own))) !== 'queued') return
    } else if (job?.status !== 'queued') return
    onDatabaseAway(job.id)
  }

  /** Repeats `work` while the database is unavailable. */
  async #duringOutage<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        const mayEnd = isDatabaseUnavailable(error) || isDiskFull(error)
        if (!mayEnd || this.#dependencies.isClosed()) throw error
        await sleep(leaseRelease.pauseMs)
      }
    }
  }
}
