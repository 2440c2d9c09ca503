import { randomUUID } from 'node:crypto'
import { GithubJobType } from '@dashboard/contract/jobs'
import { acquireLease, releaseLease } from '@dashboard/store/database/leader-leases'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import type { JobRow } from '@dashboard/store/database/schema'
import { findReadyJobs, listLeasedJobs } from '@dashboard/store/jobs/list-jobs'
import { isRunnerLost } from '@dashboard/store/jobs/renew-lease'
import { retryLostJob } from '@dashboard/store/jobs/retry-job'
import { BackgroundLoop } from '../../background/background-loop.ts'
import type { EngineLog, ProcessEngine } from '../job-engine.ts'
import { freeRenderWorkers, hasRoom } from './capacity.ts'
import { RunnerEndHandler } from './handle-runner-end.ts'
import { LeaseWatch } from './lease-watch.ts'
import type { RunnerEnd } from './runner-end.ts'
import { type RunnerProcess, runnerProgram, startRunner } from './runner-process.ts'

const defaultTickMs = 1_000
/** How long another server's new job is left to that server. */
const otherServerHeadStartMs = 3_000
/** How long a start keeps other servers from starting the job: longer than a busy machine takes to load a runner. */
const startMs = 60_000
/** How long a job waits for its next start after a runner that could not reach the database. */
const databaseUnavailableMs = 10_000

interface LocalEngineOptions {
  db: Db
  log: EngineLog
  /** The program to run with `run <job id>`. */
  program?: string
  tickMs?: number
  /** How long a lease may stay unrenewed before its runner counts as lost. */
  lostAfterMs?: number
  /** How many report jobs may run at once; when left out, as many as the machine has room for. */
  jobsAtOnce?: number | undefined
  /** Starts only the jobs assigned to it, and lists of volunteers; for use beside another engine. */
  onlyAssigned?: boolean
}

/**
 * Runs jobs as child processes on this machine: starts queued jobs, queues jobs again whose runner has ended without
 * finishing them, and runs only as many report jobs at once as the machine has room for.
 */
export class LocalEngine implements ProcessEngine {
  readonly #options: LocalEngineOptions
  readonly #id = randomUUID()
  /** Jobs that this server starts, and no other one. */
  readonly #assigned = new Set<string>()
  /** The processes that this server has started, keyed by job id. */
  readonly #runners = new Map<string, RunnerProcess>()
  /** When jobs may be started again whose runner could not reach the database. */
  readonly #startsAfter = new Map<string, number>()
  readonly #leases: LeaseWatch
  readonly #runnerEnds: RunnerEndHandler
  readonly #reconciliation: BackgroundLoop
  /** How many rows this engine has changed. */
  #changes = 0
  readonly #closing = new AbortController()

  constructor(options: LocalEngineOptions) {
    const { db, log, lostAfterMs, tickMs = defaultTickMs } = options
    this.#options = options
    this.#leases = new LeaseWatch(lostAfterMs)
    this.#runnerEnds = new RunnerEndHandler(db, log, this.#closing.signal)
    this.#reconciliation = new BackgroundLoop({
      run: () => this.#reconcile(),
      everyMs: tickMs,
      failed: 'Could not reconcile jobs and runners',
      log,
    })
  }

  start(jobId: string): void {
    this.#assigned.add(jobId)
    this.#reconciliation.wake()
  }

  async stop(jobId: string): Promise<void> {
    const runner = this.#runners.get(jobId)
    if (runner) await this.#stop(runner)
  }

  async sync(): Promise<number> {
    const before = this.#changes
    await this.#reconciliation.now()
    return this.#changes - before
  }

  open(): void {
    this.#reconciliation.open()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#reconciliation.now().catch(() => {})
    await this.#reconciliation.close()
    await Promise.all([...this.#runners.values()].map((runner) => this.#stop(runner)))
  }

  async #stop(runner: RunnerProcess): Promise<void> {
    await runner.stop(() => this.#runnerEnds.giveBack(runner))
    await this.#endStart(runner.jobId)
  }

  async #reconcile(): Promise<void> {
    const { db, onlyAssigned, program = runnerProgram, jobsAtOnce } = this.#options
    await this.#retryLost()
    for (const job of await findReadyJobs(db)) {
      if (this.#closing.signal.aborted) break
      // Beside another engine, this one takes only what the other never takes.
      const isOurKind = !onlyAssigned || !GithubJobType.safeParse(job.type).success
      const isOurs = this.#assigned.has(job.id) || (isOurKind && isLeftToAll(job))
      const isPutOff = performance.now() < (this.#startsAfter.get(job.id) ?? 0)
      if (!isOurs || isPutOff || this.#runners.has(job.id)) continue
      const running = [...this.#runners.values()]
      if (!hasRoom(job, running, jobsAtOnce)) continue
      if (!(await this.#claimStart(job.id))) continue
      this.#assigned.delete(job.id)
      const how = { program, workers: freeRenderWorkers(running, jobsAtOnce) }
      const onEnd = (runner: RunnerProcess, end: RunnerEnd) => void this.#handleEnd(runner, end)
      this.#runners.set(job.id, startRunner(job, how, onEnd))
    }
  }

  /** Whether no other server has begun to start the job; SQLite has only one server. */
  async #claimStart(jobId: string): Promise<boolean> {
    const { db } = this.#options
    return !isPostgres(db) || acquireLease(db, startOf(jobId), { owner: this.#id, ms: startMs })
  }

  /** Lets other servers start the job at once. */
  async #endStart(jobId: string): Promise<void> {
    const { db } = this.#options
    if (isPostgres(db)) await releaseLease(db, startOf(jobId), this.#id).catch(() => {})
  }

  async #handleEnd(runner: RunnerProcess, end: RunnerEnd): Promise<void> {
    const { jobId } = runner
    this.#startsAfter.delete(jobId)
    try {
      const next = await this.#runnerEnds.handle(runner, end)
      if (next !== 'none') this.#assigned.add(jobId)
      if (next === 'later') this.#startsAfter.set(jobId, performance.now() + databaseUnavailableMs)
    } catch (error) {
      const message = 'Could not handle the end of a runner'
      if (!this.#closing.signal.aborted) this.#options.log.warn({ jobId, err: error }, message)
    }
    await this.#endStart(jobId)
    // Deleted only now: a job whose last start has failed must not be started once more meanwhile.
    this.#runners.delete(jobId)
    this.#reconciliation.wake()
  }

  /** Queues jobs again whose runner was lost. */
  async #retryLost(): Promise<void> {
    const { db, onlyAssigned } = this.#options
    for (const { job, hangs } of this.#leases.findLost(await listLeasedJobs(db))) {
      // Jobs that were dispatched to GitHub are followed by the GitHub engine.
      if (job.dispatchedAt !== null) continue
      const runner = this.#runners.get(job.id)
      if (runner?.owns(job)) {
        // A process that hangs is killed, unless its import is under way; once it has ended, the job is queued again.
        if (hangs || (await isRunnerLost(db, job))) runner.kill()
        continue
      }
      const change = await retryLostJob(db, job)
      if (change === 'queued' && !onlyAssigned) this.#assigned.add(job.id)
      if (change) this.#changes += 1
    }
  }
}

const startOf = (jobId: string) => `start ${jobId}`

/**
 * Whether any server may start the job: it depends on another job, or the server that queued it has not started it in
 * time.
 */
function isLeftToAll(job: JobRow): boolean {
  const ageMs = Date.now() - Date.parse(job.updatedAt)
  return job.dependsOn !== null || ageMs >= otherServerHeadStartMs
}
