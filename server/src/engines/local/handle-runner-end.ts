import { setTimeout as sleep } from 'node:timers/promises'
import { uploadedSheet } from '@dashboard/contract/limits'
import type { Db } from '@dashboard/store/database/open-database'
import type { JobRow } from '@dashboard/store/database/schema'
import { repeatDuringOutage } from '@dashboard/store/failures/repeat-during-outage'
import { appendToLog } from '@dashboard/store/jobs/change-jobs'
import { failActiveJob } from '@dashboard/store/jobs/finish-job'
import { releaseJob, retryLostJob } from '@dashboard/store/jobs/retry-job'
import { databaseUnavailableExitCode } from '@dashboard/store/runner-exit'
import type { EngineLog } from '../job-engine.ts'
import { isOverBounds } from './bounded-process.ts'
import { describeRunnerEnd, type RunnerEnd } from './runner-end.ts'
import { isUploadedSheet, type RunnerProcess, uploadSeconds } from './runner-process.ts'

const maxFailedStarts = 3
const tooLarge = `The sheet is too large: it cannot be imported within ${uploadSeconds / 60} minutes of processor time and ${uploadedSheet.maxMemoryBytes / 1024 ** 2} MB of memory. Remove rows, columns and sheets that are not needed, then try again.`
/** After a runner was killed, the database needs a moment to close its connection and release the lock on the job. */
const leaseRelease = { tries: 20, pauseMs: 500 }

/** How long a stop waits for the database, twice. */
const giveBackMs = 2_000

/**
 * What its server does next with the job: start it again, start it when the database may answer again, or leave it.
 */
export type NextStart = 'soon' | 'later' | 'none'

/**
 * Ends a job, or queues it again, after its runner has ended. A job whose runner ends three times without having
 * claimed it fails, unless the runners could not reach the database.
 */
export class RunnerEndHandler {
  readonly #db: Db
  readonly #log: EngineLog
  /** Aborted when the engine closes: then a failed start says nothing about the job. */
  readonly #closing: AbortSignal
  readonly #failedStarts = new Map<string, number>()

  constructor(db: Db, log: EngineLog, closing: AbortSignal) {
    this.#db = db
    this.#log = log
    this.#closing = closing
  }

  async handle(runner: RunnerProcess, end: RunnerEnd): Promise<NextStart> {
    const { jobId } = runner
    if (end.wasStopped) return this.#leave(jobId)
    const job = await this.#duringOutage(() =>
      this.#db.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirst(),
    )
    if (end.code === databaseUnavailableExitCode) return this.#postpone(runner, job)
    if (job?.status === 'running' && runner.owns(job)) return this.#endLost(runner, job, end)
    if (job?.status === 'queued' && end.code !== 0) return this.#countFailedStart(runner, end)
    return this.#leave(jobId)
  }

  #leave(jobId: string): NextStart {
    this.#failedStarts.delete(jobId)
    return 'none'
  }

  async #endLost({ jobId, type }: RunnerProcess, job: JobRow, end: RunnerEnd): Promise<NextStart> {
    if (!this.#closing.aborted) this.#log.warn({ jobId, ...end }, 'A runner was lost')
    this.#failedStarts.delete(jobId)
    if (!isUploadedSheet(job) || !isOverBounds(end.signal)) {
      return this.#retry(job, describeRunnerEnd(end, type))
    }
    const failure = { error: tooLarge, kind: 'unreadable-sheet' } as const
    await this.#duringOutage(() => failActiveJob(this.#db, jobId, failure))
    return 'none'
  }

  async #countFailedStart({ jobId, type }: RunnerProcess, end: RunnerEnd): Promise<NextStart> {
    const starts = (this.#failedStarts.get(jobId) ?? 0) + 1
    this.#failedStarts.set(jobId, starts)
    if (starts < maxFailedStarts || this.#closing.aborted) return 'none'
    const reason = describeRunnerEnd(end, type) ?? "The server's log says why."
    const failure = {
      error:
        'The job could not be started. Retry it; if it happens again, an administrator has to look into it.',
      details: `The job's process could not be started (${end.signal ?? `exit code ${end.code}`}). ${reason}`,
      kind: 'other',
    } as const
    await this.#duringOutage(() => failActiveJob(this.#db, jobId, failure))
    return this.#leave(jobId)
  }

  /**
   * Returns the job of a runner that the server stops to the queue, unless the runner has; that does not count as a
   * try. If the database does not answer in time, the job is queued again once its lease expires.
   */
  async giveBack({ jobId, owns }: RunnerProcess): Promise<void> {
    const db = this.#db
    const work = async () => {
      const job = await db
        .selectFrom('jobs')
        .select(['id', 'attempts', 'leaseOwner'])
        .where('id', '=', jobId)
        .where('status', '=', 'running')
        .executeTakeFirst()
      if (job === undefined || job.leaseOwner === null || !owns(job)) return
      await releaseJob(db, { ...job, leaseOwner: job.leaseOwner })
    }
    const failed = (error: unknown) =>
      this.#log.warn({ jobId, err: error }, 'Could not requeue the job of a stopped runner')
    await Promise.race([work().catch(failed), sleep(giveBackMs, undefined, { ref: false })])
  }

  async #retry(job: JobRow, reason: string | undefined): Promise<NextStart> {
    const db = this.#db
    if (reason) await this.#duringOutage(() => appendToLog(db, job.id, `${reason}\n`))
    for (let tries = 1; ; tries++) {
      const change = await this.#duringOutage(() => retryLostJob(db, job))
      if (change === 'queued') return 'soon'
      if (change || this.#closing.aborted || tries === leaseRelease.tries) return 'none'
      await sleep(leaseRelease.pauseMs)
    }
  }

  /**
   * Delays a job whose runner could not reach the database: that counts neither as a try of the job nor as a failed
   * start.
   */
  async #postpone(runner: RunnerProcess, job: JobRow | undefined): Promise<NextStart> {
    if (job?.status === 'running' && job.leaseOwner !== null && runner.owns(job)) {
      const own = { ...job, leaseOwner: job.leaseOwner }
      return (await this.#duringOutage(() => releaseJob(this.#db, own))) ? 'later' : 'none'
    }
    return job?.status === 'queued' ? 'later' : 'none'
  }

  #duringOutage<T>(work: () => Promise<T>): Promise<T> {
    return repeatDuringOutage(work, () => !this.#closing.aborted)
  }
}
