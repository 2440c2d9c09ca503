import type { FailureKind } from '@dashboard/contract/jobs'
import type { TrackedJob } from '@dashboard/store/jobs/github-runs'
import { githubOwner } from '@dashboard/store/jobs/github-started-jobs'
import { maxAttempts } from '@dashboard/store/jobs/retry-job'
import type { Run } from './api/github-schemas.ts'

/**
 * Translates GitHub's statuses and conclusions of a run into the four states of a job
 * (docs/github-actions.md#what-githubs-states-become); `decide` says what to do about the job.
 */

interface ActiveState {
  state: 'queued' | 'running'
  /** What a job waits for that no runner has claimed yet; shown as its step. */
  step: string
}

interface EndState {
  /** The state of the job when its run was started on GitHub. */
  state: 'completed' | 'failed'
  /** The error of a job that its runner had not finished. */
  error: string
  kind: FailureKind
  /** A job that a runner had begun may be tried again in a new run. */
  mayRetry: boolean
}

export const waitingForMachine = 'Waiting for a machine'

const activeStates: Record<string, ActiveState> = {
  requested: { state: 'queued', step: waitingForMachine },
  queued: { state: 'queued', step: waitingForMachine },
  pending: { state: 'queued', step: 'Waiting for other runs on GitHub to end' },
  waiting: { state: 'queued', step: 'Waiting for somebody to approve the run on GitHub' },
  in_progress: { state: 'running', step: 'Preparing the machine' },
}

function failed(error: string, facts: Partial<EndState> = {}): EndState {
  return { state: 'failed', error, kind: 'outside-system', mayRetry: false, ...facts }
}

const endedWithoutJob = failed(
  'The run ended on GitHub without doing the job. Check that its secrets name the same database as this dashboard.',
  { state: 'completed', mayRetry: true },
)

const endStates: Record<string, EndState> = {
  success: endedWithoutJob,
  neutral: endedWithoutJob,
  failure: failed('The run failed on GitHub. The end of its log says why.', { mayRetry: true }),
  cancelled: failed('The run was cancelled on GitHub.', { kind: 'cancelled' }),
  timed_out: failed(
    'The run took longer than its workflow allows and GitHub stopped it. Select fewer reports at once, or raise timeout-minutes in the workflow.',
  ),
  skipped: failed('GitHub skipped the run: a condition in its workflow was not met.'),
  action_required: failed(
    'GitHub requires an approval for this run. Approve it there or change that rule, then retry the job.',
  ),
  stale: failed(
    'GitHub ended the run because its machine did not report for too long. Retry the job.',
    { mayRetry: true },
  ),
  startup_failure: failed(
    'GitHub could not start the run. Open the workflow details to read whether the workflow file or the account needs attention.',
  ),
}

export const runHasStopped = 'The run on GitHub has stopped.'

export const runIsGone = failed(
  'The run no longer exists on GitHub; somebody has deleted it. Retry the job.',
)

/** Returns the state of an active run; a status of GitHub's that is not known counts as waiting. */
export function readActiveState(run: Pick<Run, 'status'>): ActiveState {
  return activeStates[run.status] ?? { state: 'queued', step: waitingForMachine }
}

export function readEndState(run: Pick<Run, 'conclusion'>): EndState {
  const conclusion = run.conclusion ?? 'nothing'
  return (
    endStates[conclusion] ??
    failed(`The run ended on GitHub with "${conclusion}". Open the workflow details to read why.`)
  )
}

export function hasEnded(run: Pick<Run, 'status'>): boolean {
  return run.status === 'completed'
}

/** Whether the attempt that was to stop has ended. A later attempt, which somebody began on purpose, is not stopped. */
export function hasStopped(run: Run, requestedAt: string | null): boolean {
  const isLaterAttempt =
    run.attempt > 1 && run.startedAt !== null && requestedAt !== null && run.startedAt > requestedAt
  return hasEnded(run) || isLaterAttempt
}

/** What to do about a job because of its run's state. */
export type RunAction =
  | { do: 'nothing' }
  /** The run that was to stop has stopped, or does not exist. */
  | { do: 'end-stop'; line: string }
  /** The job shows what its run waits for, or that its machine is prepared. */
  | { do: 'show-step'; step: string }
  /** The run ended or hangs after its job had begun. */
  | { do: 'retry'; cancelsRun: boolean }
  /** `readsLog`: the log of the run may contain a better reason. */
  | { do: 'fail'; error: string; kind: FailureKind; readsLog: boolean }
  /** A run that was started on GitHub is in progress, so its job is running. */
  | { do: 'begin'; step: string }
  /** A run that was started on GitHub has ended, so its job ends. */
  | { do: 'end-with-run'; end: EndState; endedAt: string }

/**
 * Decides what to do about a job, from the states of the job and its run at one moment; `gone` is a run that GitHub no
 * longer has.
 */
export function decide(
  job: TrackedJob,
  run: Run | 'gone',
  { lostRunnerMs }: { lostRunnerMs: number },
): RunAction {
  if (run !== 'gone' && isStartedOnGithub(job)) return decideForStartedRun(run)
  if (job.stopRequestedAt !== null) {
    if (run === 'gone') return { do: 'end-stop', line: runIsGone.error }
    if (hasStopped(run, job.stopRequestedAt)) return { do: 'end-stop', line: runHasStopped }
    return { do: 'nothing' }
  }
  const isEnded = job.status === 'completed' || job.status === 'failed'
  if (isEnded || hasLiveLease(job)) return { do: 'nothing' }
  if (run === 'gone') return { do: 'fail', ...failureOf(runIsGone), readsLog: false }
  // The job may have been dispatched again since the run was read.
  if (job.githubRunId !== run.id) return { do: 'nothing' }
  if (hasEnded(run)) return decideForEndedRun(job, run)
  if (job.status === 'queued') return { do: 'show-step', step: readActiveState(run).step }
  // A runner that renews no lease while its run is active has lost its database or hangs.
  const isLost = expiredMs(job) >= lostRunnerMs
  return isLost ? { do: 'retry', cancelsRun: true } : { do: 'nothing' }
}

/** Decides for a job whose run was started on GitHub: no runner here holds such a job, so it follows its run. */
function decideForStartedRun(run: Run): RunAction {
  if (hasEnded(run)) return { do: 'end-with-run', end: readEndState(run), endedAt: run.updatedAt }
  const { state, step } = readActiveState(run)
  return state === 'queued' ? { do: 'show-step', step } : { do: 'begin', step }
}

/**
 * Decides for a run that has ended although its job has not: a job that had begun is tried again, three times in all.
 */
function decideForEndedRun(job: TrackedJob, run: Run): RunAction {
  const end = readEndState(run)
  const wasBegun = job.startedAt !== null
  if (!end.mayRetry || !wasBegun) {
    const readsLog = !wasBegun && run.conclusion === 'failure'
    return { do: 'fail', ...failureOf(end), readsLog }
  }
  if (job.status === 'queued' && job.attempts >= maxAttempts) {
    const error = `GitHub interrupted the job ${maxAttempts} times. Retry it later.`
    return { do: 'fail', error, kind: 'interrupted', readsLog: false }
  }
  return { do: 'retry', cancelsRun: false }
}

function failureOf({ error, kind }: EndState) {
  return { error, kind }
}

/** Whether a runner works on the job and has renewed its lease in time. */
export function hasLiveLease(job: TrackedJob): boolean {
  return job.status === 'running' && expiredMs(job) < 0
}

/** Returns how long the lease had been expired when the row was read; this machine's clock is not used. */
function expiredMs({ leaseExpiresAt, readAt }: TrackedJob): number {
  if (leaseExpiresAt === null) return Number.POSITIVE_INFINITY
  return Date.parse(readAt) - Date.parse(leaseExpiresAt)
}

export function isStartedOnGithub(job: TrackedJob): boolean {
  return job.leaseOwner === githubOwner
}

/** Returns the id of the job that a run's name contains. */
export function readJobId(title: string): string | undefined {
  return /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/i.exec(title)?.[0].toLowerCase()
}
