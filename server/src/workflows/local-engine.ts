import { type Db, isDatabaseUnavailable } from '@dashboard/store/database/open-database'
import type { JobRow } from '@dashboard/store/database/schema'
import { isDiskFull } from '@dashboard/store/disk-full'
import { findReadyJobs } from '@dashboard/store/jobs/list-jobs'
import { databaseAwayCode } from '@dashboard/store/runner-exit'
import { coalesceRuns } from './coalesce-runs.ts'
import type { EngineLog, WorkflowEngine } from './engine.ts'
import { createRunnerEndHandler } from './handle-runner-end.ts'
import type { LeaseTimings } from './lease-watch.ts'
import { createLocalRunners } from './local-runners.ts'
import { runnerProgram, startRunner } from './runner-process.ts'
import { createStartDelays } from './start-delays.ts'

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
  /** Starts no other jobs than those assigned to it, and lists of volunteers: for use beside another engine. */
  onlyAssigned?: boolean
}

/**
 * Runs jobs as child processes of this machine: starts queued jobs, queues those again whose runner has ended
 * without finishing them, and runs at most as many report jobs at a time as there are cores.
 */
export function createLocalEngine(options: LocalEngineOptions): WorkflowEngine {
  const { db, log, cores, leaseTimings, tickMs = defaultTickMs, onlyAssigned = false } = options
  const assigned = new Set<string>()
  const delays = createStartDelays()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const warn = (message: string, details: object) => {
    if (!closed) log.warn(details, message)
  }

  const handleRunnerEnd = createRunnerEndHandler({
    db,
    warn,
    isClosed: () => closed,
    onQueuedAgain: (jobId) => assigned.add(jobId),
    onDatabaseAway(jobId) {
      assigned.add(jobId)
      delays.postpone(jobId)
    },
    onHandled: (jobId, { code }) => {
      if (code !== databaseAwayCode) delays.forget(jobId)
      // Only now: a job whose last start has failed must not be started once more meanwhile.
      runners.remove(jobId)
      reconciliation.soon()
    },
  })

  const start = (job: JobRow, drawers: number) =>
    startRunner(job, { program: options.program ?? runnerProgram, drawers }, handleRunnerEnd)
  const runners = createLocalRunners({ db, cores, leaseTimings, start })

  const reconcile = async () => {
    const changed = await runners.retryLost((jobId) => !onlyAssigned && assigned.add(jobId))
    for (const job of await findReadyJobs(db)) {
      if (closed) break
      const isOurs = assigned.has(job.id) || (isOurKind(job, onlyAssigned) && isLeftToAll(job))
      if (!isOurs || !delays.isDue(job.id) || !runners.canStart(job)) continue
      assigned.delete(job.id)
      runners.start(job)
    }
    return changed
  }
  const reconciliation = coalesceRuns(reconcile, (error) => {
    if (!isOutage(error)) warn('Could not reconcile jobs and runners', { error })
  })

  return {
    start(jobId) {
      assigned.add(jobId)
      reconciliation.soon()
    },
    stop: runners.stop,
    sync: reconciliation.now,
    syncJob: async () => (await reconciliation.now()) > 0,
    isOpen: () => timer !== undefined && !closed,
    open() {
      timer = setInterval(reconciliation.soon, tickMs)
      reconciliation.soon()
    },
    async close() {
      closed = true
      clearInterval(timer)
      await reconciliation.now().catch(() => {})
      await runners.stopAll()
    },
  }
}

/** Beside another engine this one takes what that one never does. */
function isOurKind({ type }: JobRow, onlyAssigned: boolean): boolean {
  return !onlyAssigned || type === 'volunteer-list'
}

/** Whether any server may start the job: it followed another, or the server that queued it has not started it in time. */
function isLeftToAll(job: JobRow): boolean {
  const ageMs = Date.now() - Date.parse(job.updatedAt)
  // Queued in the future: the clock was set back since.
  const isFresh = ageMs > -otherServerHeadStartMs && ageMs < otherServerHeadStartMs
  return job.dependsOn !== null || !isFresh
}

/** Whether the database is unavailable, locked or full, which is logged elsewhere. */
function isOutage(error: unknown): boolean {
  return isDatabaseUnavailable(error) || isDiskFull(error)
}
