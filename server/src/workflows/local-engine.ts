import { availableParallelism } from 'node:os'
import { isReportJob } from '@dashboard/contract/jobs'
import { type Db, isDatabaseUnavailable } from '@dashboard/store/database/open-database'
import type { JobRow } from '@dashboard/store/database/schema'
import { failActiveJob } from '@dashboard/store/jobs/finish-job'
import { findLostJobs, findReadyJobs } from '@dashboard/store/jobs/list-jobs'
import { retryLostJob } from '@dashboard/store/jobs/retry-job'
import { coalesceRuns } from './coalesce-runs.ts'
import type { EngineLog, WorkflowEngine } from './engine.ts'
import { type RunnerProcess, runnerProgram, startRunner } from './runner-process.ts'

const defaultTickMs = 1_000
/** Another server's new job is left to that server for so long. */
const otherServerHeadStartMs = 3_000
const maxFailedStarts = 3

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
  const failedStarts = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const warn = (message: string, details: object) => {
    if (!closed) log.warn(details, message)
  }

  const start = (job: JobRow) => {
    assigned.delete(job.id)
    const runner = startRunner(job, program, (ended, code) => {
      runners.delete(job.id)
      handleRunnerEnd(ended, code)
        .catch((error: unknown) =>
          warn('Could not handle the end of a runner', { error, jobId: job.id }),
        )
        .finally(reconciliation.soon)
    })
    runners.set(job.id, runner)
  }

  /** After a runner's end its job is done, or there to be taken up again. */
  const handleRunnerEnd = async (runner: RunnerProcess, code: number | null) => {
    const { jobId } = runner
    const job = await findJob(db, jobId)
    if (job?.status === 'running' && runner.owns(job)) {
      warn('A runner died', { jobId, code })
      if ((await retryLostJob(db, job)) === 'queued') assigned.add(jobId)
    }
    if (job?.status !== 'queued' || code === 0) {
      failedStarts.delete(jobId)
      return
    }
    const starts = (failedStarts.get(jobId) ?? 0) + 1
    failedStarts.set(jobId, starts)
    if (starts < maxFailedStarts || closed) return
    failedStarts.delete(jobId)
    const error = `The job's process could not be started (exit code ${code}). The server's log says why.`
    await failActiveJob(db, jobId, { error, kind: 'other' })
  }

  const retryLost = async (): Promise<number> => {
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
      if (change === 'queued' && !onlyAssigned) assigned.add(job.id)
      if (change) changed += 1
    }
    return changed
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
      const changed = await retryLost()
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

/** Report jobs share the cores; an export and an import always find room. */
function hasRoom(job: JobRow, runners: ReadonlyMap<string, RunnerProcess>): boolean {
  if (!isReportJob(job)) return true
  return [...runners.values()].filter(isReportJob).length < availableParallelism()
}

function findJob(db: Db, id: string): Promise<JobRow | undefined> {
  return db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
}
