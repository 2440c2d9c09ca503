import { availableParallelism } from 'node:os'
import { isReportJob } from '@dashboard/contract/jobs'
import { type Db, isDatabaseUnavailable } from '@dashboard/store/database'
import { findLostJobs, findReadyJobs } from '@dashboard/store/job-queue'
import { failActiveJob, retryLostJob } from '@dashboard/store/jobs'
import type { JobRow } from '@dashboard/store/schema'
import type { EngineLog, WorkflowEngine } from './engine.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { type RunnerProcess, runnerProgram, startRunner } from './runner-process.ts'

const defaultTickMs = 1_000
/** Another server's fresh job is left to that server for so long. */
const othersFirstMs = 3_000
const maxVainStarts = 3

interface LocalEngineOptions {
  db: Db
  log: EngineLog
  /** The program to run with `run <job id>`. */
  program?: string
  tickMs?: number
  /** Leaves alone what it was not told to start: beside another engine. */
  onlyTold?: boolean
}

/**
 * Runs jobs as child processes of this machine: starts what is queued, takes up what a dead runner
 * left behind, and keeps at most as many report jobs going as there are cores.
 */
export function createLocalEngine(options: LocalEngineOptions): WorkflowEngine {
  const { db, log, program = runnerProgram, tickMs = defaultTickMs, onlyTold = false } = options
  const runners = new Map<string, RunnerProcess>()
  const wanted = new Set<string>()
  const vainStarts = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const warn = (message: string, details: object) => {
    if (!closed) log.warn(details, message)
  }

  const start = (job: JobRow) => {
    wanted.delete(job.id)
    const runner = startRunner(job, program, (ended, code) => {
      runners.delete(job.id)
      settle(ended, code)
        .catch((error: unknown) => warn('Could not look after a runner', { error, jobId: job.id }))
        .finally(look.soon)
    })
    runners.set(job.id, runner)
  }

  /** After a runner's end its job is done, or there to be taken up again. */
  const settle = async (runner: RunnerProcess, code: number | null) => {
    const { jobId } = runner
    const job = await findJob(db, jobId)
    if (job?.status === 'running' && runner.owns(job)) {
      warn('A runner died', { jobId, code })
      if ((await retryLostJob(db, job)) === 'queued') wanted.add(jobId)
    }
    if (job?.status !== 'queued' || code === 0) {
      vainStarts.delete(jobId)
      return
    }
    const starts = (vainStarts.get(jobId) ?? 0) + 1
    vainStarts.set(jobId, starts)
    if (starts < maxVainStarts || closed) return
    vainStarts.delete(jobId)
    const error = `The job's process could not be started (exit code ${code}). The server's log says why.`
    await failActiveJob(db, jobId, { error, kind: 'other' })
  }

  const retryLost = async (): Promise<number> => {
    let changed = 0
    for (const job of await findLostJobs(db)) {
      // What GitHub has is GitHub's engine's to judge.
      if (job.dispatchedAt !== null) continue
      const runner = runners.get(job.id)
      if (runner?.owns(job)) {
        // Alive but stuck; its end is what hands the job on.
        runner.kill()
        continue
      }
      const change = await retryLostJob(db, job)
      if (change === 'queued' && !onlyTold) wanted.add(job.id)
      if (change) changed += 1
    }
    return changed
  }

  const startReady = async () => {
    for (const job of await findReadyJobs(db)) {
      if (closed) return
      const isFresh = Date.now() - Date.parse(job.updatedAt) < othersFirstMs
      const isOurs = wanted.has(job.id) || (!onlyTold && (job.dependsOn !== null || !isFresh))
      if (isOurs && !runners.has(job.id) && hasRoom(job, runners)) start(job)
    }
  }

  const look = oneAtATime(
    async () => {
      const changed = await retryLost()
      await startReady()
      return changed
    },
    (error) => {
      if (!isDatabaseUnavailable(error)) warn('Could not look after the jobs', { error })
    },
  )

  return {
    start(jobId) {
      wanted.add(jobId)
      look.soon()
    },
    async stop(jobId) {
      await runners.get(jobId)?.stop()
    },
    sync: look.now,
    async syncJob() {
      return (await look.now()) > 0
    },
    isOpen: () => timer !== undefined && !closed,
    open() {
      timer = setInterval(look.soon, tickMs)
      look.soon()
    },
    async close() {
      closed = true
      clearInterval(timer)
      await look.now().catch(() => {})
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
