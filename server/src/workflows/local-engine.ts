import { availableParallelism } from 'node:os'
import { isReportJob } from '@dashboard/contract/jobs'
import { type Db, isDatabaseUnavailable } from '@dashboard/store/database/open-database'
import type { JobRow } from '@dashboard/store/database/schema'
import { findLostJobs, findReadyJobs } from '@dashboard/store/jobs/list-jobs'
import { retryLostJob } from '@dashboard/store/jobs/retry-job'
import { coalesceRuns } from './coalesce-runs.ts'
import type { EngineLog, WorkflowEngine } from './engine.ts'
import { createRunnerEndHandler } from './handle-runner-end.ts'
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
  /** Starts nothing but the jobs assigned to it: for use beside another engine. */
  onlyAssigned?: boolean
}

/**
 * Runs jobs as child processes of this machine: starts what is queued, takes up what a dead runner
 * left behind, and keeps at most as many report jobs going as there are cores.
 */
export function createLocalEngine(options: LocalEngineOptions): WorkflowEngine {
  const { db, log, program = runnerProgram, tickMs = defaultTickMs, onlyAssigned = false } = options
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
    onHandled: () => reconciliation.soon(),
  })

  const start = (job: JobRow) => {
    assigned.delete(job.id)
    const runner = startRunner(job, program, (ended, code) => {
      runners.delete(job.id)
      handleRunnerEnd(ended, code)
    })
    runners.set(job.id, runner)
  }

  const startReady = async () => {
    for (const job of await findReadyJobs(db)) {
      if (closed) return
      const isFresh = Date.now() - Date.parse(job.updatedAt) < otherServerHeadStartMs
      const isOurs = assigned.has(job.id) || (!onlyAssigned && (job.dependsOn !== null || !isFresh))
      if (isOurs && !runners.has(job.id) && hasRoom(job, runners)) start(job)
    }
  }

  const reconciliation = coalesceRuns(
    async () => {
      const changed = await retryLost(db, runners, (jobId) => !onlyAssigned && assigned.add(jobId))
      await startReady()
      return changed
    },
    (error) => {
      if (!isDatabaseUnavailable(error)) warn('Could not reconcile jobs and runners', { error })
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

/** Hands on the jobs whose lease has expired, and answers how many rows that changed. */
async function retryLost(
  db: Db,
  runners: ReadonlyMap<string, RunnerProcess>,
  onQueuedAgain: (jobId: string) => void,
): Promise<number> {
  let changed = 0
  for (const job of await findLostJobs(db)) {
    // Jobs dispatched to GitHub are the GitHub engine's.
    if (job.dispatchedAt !== null) continue
    const runner = runners.get(job.id)
    if (runner?.owns(job)) {
      // Alive but stuck; its end is what hands the job on.
      runner.kill()
      continue
    }
    const change = await retryLostJob(db, job)
    if (change === 'queued') onQueuedAgain(job.id)
    if (change) changed += 1
  }
  return changed
}

/** Report jobs share the cores; an export and an import always find room. */
function hasRoom(job: JobRow, runners: ReadonlyMap<string, RunnerProcess>): boolean {
  if (!isReportJob(job)) return true
  return [...runners.values()].filter(isReportJob).length < availableParallelism()
}
