import type { ChildProcess } from 'node:child_process'
import { readWorkflows } from './workflow-files.ts'

/** The state of the double. */
export interface DoubleState {
  repository: string
  branches: Set<string>
  workflows: DoubleWorkflow[]
  /** Keyed by id, in the order of creation. */
  runs: Map<number, DoubleRun>
}

export interface DoubleWorkflow {
  /** Name of the file. */
  file: string
  name: string
  state: 'active' | 'disabled_manually'
  inputs: string[]
  /** Returns the evaluated `run-name`. */
  titleOf(inputs: Record<string, string>, actor: string): string
}

export type RunConclusion =
  | 'success'
  | 'failure'
  | 'neutral'
  | 'cancelled'
  | 'skipped'
  | 'timed_out'
  | 'action_required'
  | 'stale'
  | 'startup_failure'

export type RunStatus = 'requested' | 'queued' | 'pending' | 'waiting' | 'in_progress' | 'completed'

export interface DoubleRun {
  id: number
  workflow: DoubleWorkflow
  title: string
  inputs: Record<string, string>
  actor: string
  status: RunStatus
  conclusion: RunConclusion | null
  attempt: number
  createdAt: Date
  updatedAt: Date
  /** When this attempt was requested. */
  attemptAt: Date
  /** The step in progress, counted from 0. */
  step: number
  log: string
  /** Bytes of lines before the log, made while they are sent: a log may be larger than memory. */
  fillerBytes: number
  /** Whether the run ignores a cancellation, but not a forced one. */
  ignoresCancel: boolean
  process: ChildProcess | undefined
}

const firstRunId = 9_000_000_001

export function createDoubleState(): DoubleState {
  const workflows = readWorkflows().map((read) => ({ ...read, state: 'active' as const }))
  return {
    repository: 'octo-org/dashboard',
    branches: new Set(['main']),
    workflows,
    runs: new Map(),
  }
}

export function addRun(
  state: DoubleState,
  run: Pick<DoubleRun, 'workflow' | 'title' | 'inputs' | 'actor'>,
): DoubleRun {
  const now = new Date()
  const added: DoubleRun = {
    ...run,
    id: Math.max(firstRunId - 1, ...state.runs.keys()) + 1,
    status: 'queued',
    conclusion: null,
    attempt: 1,
    createdAt: now,
    updatedAt: now,
    attemptAt: now,
    step: 0,
    log: '',
    fillerBytes: 0,
    ignoresCancel: false,
    process: undefined,
  }
  state.runs.set(added.id, added)
  return added
}

export function changeRun(run: DoubleRun, change: Partial<DoubleRun>): void {
  Object.assign(run, change, { updatedAt: new Date() })
}

/** Adds a line to a run's log as GitHub stores it: with its time, and with the program's colors. */
export function addLogLine(run: DoubleRun, line: string): void {
  run.log += `${new Date().toISOString().replace('Z', '0000Z')} ${line}\n`
}

/** Returns the id of a run's job; each attempt has one job. */
export function jobIdOf(run: DoubleRun): number {
  return run.id * 10 + run.attempt
}

export function findRunOfJob(state: DoubleState, jobId: number): DoubleRun | undefined {
  return [...state.runs.values()].find((run) => jobIdOf(run) === jobId)
}
