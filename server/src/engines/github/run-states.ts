import type { FailureKind } from '@dashboard/contract/jobs'
import type { TrackedJob } from '@dashboard/store/jobs/github-runs'
import { githubOwner } from '@dashboard/store/jobs/github-started-jobs'
import { maxAttempts } from '@dashboard/store/jobs/retry-job'
import type { Run, RunJob } from './api/github-schemas.ts'

/**
 * What the state of a run means for its job: GitHub's statuses and conclusions as the four states of a job
 * (docs/github-actions.md#what-githubs-states-become), and `decide`.
 */

interface ActiveState {
  state: 'queued' | 'running'
  /** What a job waits for that no runner has claimed yet. */
  step: string
}

interface EndState {
  /** The state of the job of a run that was started on GitHub. */
  state: 'completed' | 'failed'
  /** How a job ends whose runner had not finished it. */
  error: string
  kind: FailureKind
  /** A runner that had begun the job may begin it again in a new run. */
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

const endedWithoutJob: EndState = {
  state: 'completed',
  error:
    'The run ended on GitHub without doing the job. Check that its secrets name the same database as this dashboard.',
  kind: 'outside-system',
  mayRetry: true,
}

const endStates: Record<string, EndState> = {
  success: endedWithoutJob,
  neutral: endedWithoutJob,
  failure: {
    state: 'failed',
    error: 'The run failed on GitHub. The end of its log says why.',
    kind: 'outside-system',
    mayRetry: true,
  },
  cancelled: {
    state: 'failed',
    error: 'The run was cancelled on GitHub.',
    kind: 'cancelled',
    mayRetry: false,
  },
  timed_out: {
    state: 'failed',
    error:
      'The run took longer than its workflow allows and GitHub stopped it. Select fewer reports at once, or raise timeout-minutes in the workflow.',
    kind: 'outside-system',
    mayRetry: false,
  },
  skipped: {
    state: 'failed',
    error: 'GitHub skipped the run: a condition in its workflow was not met.',
    kind: 'outside-system',
    mayRetry: false,
  },
  action_required: {
    state: 'failed',
    error:
      'GitHub wants the run to be approved by somebody. Approve it there or change that rule, then retry the job.',
    kind: 'outside-system',
    mayRetry: false,
  },
  stale: {
    state: 'failed',
    error: 'GitHub ended the run because its machine did not report for too long. Retry the job.',
    kind: 'outside-system',
    mayRetry: true,
  },
  startup_failure: {
    state: 'failed',
    error:
      'GitHub could not start the run. Open the workflow details to read whether the workflow file or the account needs attention.',
    kind: 'outside-system',
    mayRetry: false,
  },
}

export const runHasStopped = 'The run on GitHub has stopped.'

export const runIsGone: EndState = {
  state: 'failed',
  error: 'The run no longer exists on GitHub; somebody has deleted it. Retry the job.',
  kind: 'outside-system',
  mayRetry: false,
}

/** The state of an active run; an unknown status of GitHub's counts as waiting. */
export function readActiveState(run: Pick<Run, 'status'>): ActiveState {
  return activeStates[run.status] ?? { state: 'queued', step: waitingForMachine }
}

/** How an ended run ended. */
export function readEndState(run: Pick<Run, 'conclusion'>): EndState {
  const conclusion = run.conclusion ?? 'nothing'
  const known = Object.hasOwn(endStates, conclusion) ? endStates[conclusion] : undefined
  return (
    known ?? {
      state: 'failed',
      error: `The run ended on GitHub with "${conclusion}". Open the workflow details to read why.`,
      kind: 'outside-system',
      mayRetry: false,
    }
  )
}

export function hasEnded(run: Pick<Run, 'status'>): boolean {
  return run.status === 'completed'
}

/** Whether the attempt that was to stop has ended; one that somebody began later is not ours to stop. */
export function hasStopped(run: Run, requestedAt: string | null): boolean {
  const isLaterAttempt =
    run.attempt > 1 && run.startedAt !== null && requestedAt !== null && run.startedAt > requestedAt
  return hasEnded(run) || isLaterAttempt
}

/** What the state of a run asks for. */
export type RunAction =
  | { do: 'nothing' }
  /** The run that was to stop has stopped, or is not there. */
  | { do: 'end-stop'; line: string }
  /** The job shows what its run waits for. */
  | { do: 'show-step'; step: string }
  /** The machine is at work for a job that no runner has claimed yet: the run's steps say how far it is. */
  | { do: 'show-progress' }
  /** The run ended, or hangs, although its job had begun. */
  | { do: 'retry'; cancelsRun: boolean }
  /** `readsLog`: the log of the run may give a better reason. */
  | { do: 'fail'; error: string; kind: FailureKind; readsLog: boolean }
  /** A run that was started on GitHub is at work, and its job with it. */
  | { do: 'begin' }
  /** A run that was started on GitHub has ended, and its job with it. */
  | { do: 'end-with-run'; end: EndState; endedAt: string }

/** The job and its run at one moment; `gone` is a run that GitHub no longer has. */
export function decide(
  job: TrackedJob,
  run: Run | 'gone',
  { silentRunnerMs }: { silentRunnerMs: number },
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
  // It may have been dispatched anew since the run was seen.
  if (job.githubRunId !== run.id) return { do: 'nothing' }
  if (hasEnded(run)) return decideForEndedRun(job, run)
  if (job.status === 'queued') {
    const { state, step } = readActiveState(run)
    return state === 'queued' ? { do: 'show-step', step } : { do: 'show-progress' }
  }
  // A runner that renews no lease while its run goes on has lost its database or hangs.
  const isSilent = expiredMs(job) >= silentRunnerMs
  return isSilent ? { do: 'retry', cancelsRun: true } : { do: 'nothing' }
}

/** No runner here holds the job of such a run: it follows its run. */
function decideForStartedRun(run: Run): RunAction {
  if (hasEnded(run)) return { do: 'end-with-run', end: readEndState(run), endedAt: run.updatedAt }
  const { state, step } = readActiveState(run)
  return state === 'queued' ? { do: 'show-step', step } : { do: 'begin' }
}

/** The run has ended although its job has not: once begun the job is tried again, three times in all. */
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

/** How long the lease had been expired when the row was read; this machine's clock has no part in it. */
function expiredMs({ leaseExpiresAt, readAt }: TrackedJob): number {
  if (leaseExpiresAt === null) return Number.POSITIVE_INFINITY
  return Date.parse(readAt) - Date.parse(leaseExpiresAt)
}

export function isStartedOnGithub(job: TrackedJob): boolean {
  return job.leaseOwner === githubOwner
}

/** The step in which a run's program works, by its name in `.github/workflows/run-job.yml`. */
export const runStep = 'Run the job'

/** The steps of this project's workflows, in words for people. */
const stepWords: Record<string, string> = {
  'Set up job': 'Preparing the machine',
  'Check out': 'Fetching the program',
  'Set up Node': 'Installing',
  Install: 'Installing',
  [runStep]: 'Starting the job',
}

/** In the order in which a run comes to them. */
const stepOrder = [
  waitingForMachine,
  'Preparing the machine',
  'Fetching the program',
  'Installing',
  'Starting the job',
]
const waitingSteps = new Set(Object.values(activeStates).map(({ step }) => step))

/**
 * The steps that a run comes to after this one: a job that shows one of them keeps it, since events of a run may
 * arrive late or out of order.
 */
export function stepsAfter(step: string): readonly string[] {
  const isWaiting = waitingSteps.has(step) && !stepOrder.includes(step)
  const index = isWaiting ? 0 : stepOrder.indexOf(step)
  return index === -1 ? [] : stepOrder.slice(index + 1)
}

/** What a run in progress does at this moment. */
export function describeCurrentStep(jobs: readonly RunJob[]): string {
  const job = jobs.find(({ status }) => status === 'in_progress') ?? jobs[0]
  if (job?.status !== 'in_progress') return waitingForMachine
  const step = job.steps.find(({ status }) => status === 'in_progress')
  if (!step) return 'Preparing the machine'
  return Object.hasOwn(stepWords, step.name) ? (stepWords[step.name] ?? step.name) : step.name
}

/** The name of the step at which a run failed, if one did. */
export function findFailedStep(jobs: readonly RunJob[]): string | undefined {
  const steps = jobs.flatMap((job) => job.steps)
  return steps.find(({ conclusion }) => conclusion === 'failure' || conclusion === 'timed_out')
    ?.name
}
