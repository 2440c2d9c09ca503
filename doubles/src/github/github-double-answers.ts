import {
  type DoubleRun,
  type DoubleState,
  type DoubleWorkflow,
  jobIdOf,
} from './github-double-state.ts'
import { stepNames } from './workflow-files.ts'

/** Builds what the product reads of GitHub's answers, as its published description defines it. */

export interface DoubleContext {
  state: DoubleState
  /** Address of the double. */
  origin: string
}

export function describeRun(context: DoubleContext, run: DoubleRun) {
  return {
    id: run.id,
    path: `.github/workflows/${run.workflow.file}`,
    display_title: run.title,
    run_attempt: run.attempt,
    status: run.status,
    conclusion: run.conclusion,
    html_url: pageOfRun(context, run),
    created_at: run.createdAt.toISOString(),
    updated_at: run.updatedAt.toISOString(),
    run_started_at: run.attemptAt.toISOString(),
    actor: { login: run.actor },
    triggering_actor: { login: run.actor },
  }
}

function pageOfRun({ state, origin }: DoubleContext, run: DoubleRun): string {
  return `${origin}/${state.repository}/actions/runs/${run.id}`
}

/** Returns the job of a run's latest attempt, with its steps. */
export function describeJob(run: DoubleRun) {
  const isWaiting = run.status !== 'in_progress' && run.status !== 'completed'
  return {
    id: jobIdOf(run),
    status: run.status,
    steps: isWaiting ? [] : stepNames.map((name, index) => describeStep(run, name, index)),
  }
}

function describeStep(run: DoubleRun, name: string, index: number) {
  const isOver = run.status === 'completed' || index < run.step
  const isCurrent = index === run.step
  const failed = isCurrent && run.conclusion !== 'success' ? run.conclusion : 'success'
  const conclusion = index > run.step ? 'skipped' : failed
  return {
    name,
    status: isOver ? 'completed' : isCurrent ? 'in_progress' : 'queued',
    conclusion: isOver ? conclusion : null,
    number: index + 1,
  }
}

export function describeWorkflow({ file, state }: DoubleWorkflow) {
  return { path: `.github/workflows/${file}`, state }
}

export function describeDispatched(context: DoubleContext, run: DoubleRun) {
  return { workflow_run_id: run.id, html_url: pageOfRun(context, run) }
}
