import { availableParallelism } from 'node:os'
import { isReportJob } from '@dashboard/contract/jobs'
import { type Db, isDatabaseUnavailable } from '@dashboard/store/database/open-database'
import type { JobRow } from '@dashboard/store/database/schema'
import { isDiskFull } from '@dashboard/store/disk-full'
import { findReadyJobs, listLeasedJobs } from '@dashboard/store/jobs/list-jobs'
import { isLeaseAbandoned } from '@dashboard/store/jobs/renew-lease'
import { retryLostJob } from '@dashboard/store/jobs/retry-job'
import { coalesceRuns } from './coalesce-runs.ts'
import type { EngineLog, WorkflowEngine } from './engine.ts'
import { createRunnerEndHandler } from './handle-runner-end.ts'
import { createLeaseWatch, type LeaseTimings } from './lease-watch.ts'
import { type RunnerProcess, runnerProgram, startRunner } from './runner-process.ts'

const defaultTickMs = 1_000
/** Another server's new job is left to that server for so long. */
const otherServerHeadStartMs = 3_000

interface LocalEngineOptions {
  db: Db
  log: EngineLog
  /** The program to run with `run <job id>`. */
  program?: string
  tickMs?: number
  leaseTimings?: LeaseTimings
  /** How many report jobs may run at once; as many as there are cores unless given. */
  cores?: number
  /** Starts nothing but the jobs assigned to it: for use beside another engine. */
  onlyAssigned?: boolean
}

/**
 * Runs jobs as child processes of this machine: starts queued jobs, queues those again whose runner has ended
 * without finishing them, and runs at most as many report jobs at a time as there are cores.
 */
export function createLocalEngine(options: LocalEngineOptions): WorkflowEngine {
  const { db, log, program = runnerProgram, tickMs = defaultTickMs, onlyAssigned = false } = options
  const { cores } = options
  const leases = createLeaseWatch(options.leaseTimings)
  const runners = new Map<string, RunnerProcess>()
  const assigned = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const warn = (message: string, details: object) => {
    if (!closed) log.warn(details, message)
  }

  const handleRunnerEnd = createRunnerEndHandler({
    ...{ db, warn },
    isClosed: () => closed,
    onQueuedAgain: (jobId) => assigned.add(jobId),
    onHandled: (jobId) => {
      // Only now: a job whose last start has failed must not be started once more meanwhile.
      runners.delete(jobId)
      reconciliation.soon()
    },
  })

  const start = (job: JobRow) => {
    assigned.delete(job.id)
    const runner = startRunner(job, program, handleRunnerEnd)
    runners.set(job.id, runner)
  }

  const startReady = async () => {
    for (const job of await findReadyJobs(db)) {
      if (closed) return
      const isLeftToUs = !onlyAssigned && (job.dependsOn !== null || !isFresh(job))
      const isOurs = assigned.has(job.id) || isLeftToUs
      if (isOurs && !runners.has(job.id) && hasRoom(job, [...runners.values()], cores)) start(job)
    }
  }

  const reconciliation = coalesceRuns(
    async () => {
      const changed = await retryLost({ db, leases, runners }, (jobId) => {
        if (!onlyAssigned) assigned.add(jobId)
      })
      await startReady()
      return changed
    },
    (error) => {
      if (!isOutage(error)) warn('Could not reconcile jobs and runners', { error })
    },
  )

  return {
    start(jobId) {
      assigned.add(jobId)
      reconciliation.soon()
    },
    async stop(jobId) {
      await runners.get(jobId)?.stop()
    },
    sync: reconciliation.now,
    async syncJob() {
      return (await reconciliation.now()) > 0
    },
    isOpen: () => timer !== undefined && !closed,
    open() {
      timer = setInterval(reconciliation.soon, tickMs)
      reconciliation.soon()
    },
    async close() {
      closed = true
      clearInterval(timer)
      await reconciliation.now().catch(() => {})
      await Promise.all([...runners.values()].map((runner) => runner.stop()))
    },
  }
}

interface Watched {
  db: Db
  leases: ReturnType<typeof createLeaseWatch>
  runners: ReadonlyMap<string, RunnerProcess>
}

/** Queues jobs again whose lease is overdue, and answers how many rows that changed. */
async function retryLost(
  { db, leases, runners }: Watched,
  onQueuedAgain: (jobId: string) => void,
): Promise<number> {
  let changed = 0
  for (const { job, hangs } of leases.findOverdue(await listLeasedJobs(db))) {
    // Jobs dispatched to GitHub are the GitHub engine's.
    if (job.dispatchedAt !== null) continue
    const runner = runners.get(job.id)
    if (runner?.owns(job)) {
      // It runs but hangs, unless its import is under way; once its process has ended, the job is queued again.
      if (hangs || (await isLeaseAbandoned(db, job))) runner.kill()
      continue
    }
    const change = await retryLostJob(db, job)
    if (change === 'queued') onQueuedAgain(job.id)
    if (change) changed += 1
  }
  return changed
}

/** Whether the job is so new that the server that queued it may be about to start it. */
function isFresh(job: JobRow): boolean {
  const ageMs = Date.now() - Date.parse(job.updatedAt)
  // Queued in the future: the clock was set back since.
  return ageMs > -otherServerHeadStartMs && ageMs < otherServerHeadStartMs
}

/** Whether the database is unavailable, locked or full, which is logged elsewhere. */
function isOutage(error: unknown): boolean {
  return isDatabaseUnavailable(error) || isDiskFull(error)
}

/** Report jobs share the cores; an export and an import can always start. */
export function hasRoom(
  job: Pick<JobRow, 'type'>,
  running: readonly Pick<JobRow, 'type'>[],
  cores = availableParallelism(),
): boolean {
  return !isReportJob(job) || running.filter(isReportJob).length < cores
}
