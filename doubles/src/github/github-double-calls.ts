import {
  type DoubleContext,
  describeDispatched,
  describeJob,
  describeRun,
  describeWorkflow,
} from './github-double-answers.ts'
import type { DoubleApp } from './github-double-app.ts'
import type { GithubCall } from './github-double-faults.ts'
import type { DoubleRunner } from './github-double-runs.ts'
import { addRun, type DoubleRun, findRunOfJob } from './github-double-state.ts'

export interface CallAnswer {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

interface CallInput {
  context: DoubleContext
  runner: DoubleRunner
  /** Address of the logs, on another host. */
  logOrigin: string
  actor: string
  app: DoubleApp | undefined
  authorization: string | undefined
  /** The id or name in the address, such as a run's id. */
  name: string
  query: URLSearchParams
  body: unknown
  /** Makes a dispatch create no run. */
  isForgotten: boolean
}

export interface CallRoute {
  call: GithubCall
  method: 'GET' | 'POST'
  /** Relative to `/repos/{owner}/{repo}/actions`, or the full path where an App authenticates as itself. */
  path: RegExp
  /** The full path in GitHub's description. */
  template: string
  answer(input: CallInput): CallAnswer | Promise<CallAnswer>
}

const notFound: CallAnswer = { status: 404, body: { message: 'Not Found', status: '404' } }

export const callRoutes: CallRoute[] = [
  {
    call: 'list-workflows',
    method: 'GET',
    path: /^\/workflows$/,
    template: '/repos/{owner}/{repo}/actions/workflows',
    answer: ({ context }) => {
      const workflows = context.state.workflows.map(describeWorkflow)
      return { status: 200, body: { total_count: workflows.length, workflows } }
    },
  },
  {
    call: 'dispatch',
    method: 'POST',
    path: /^\/workflows\/([^/]+)\/dispatches$/,
    template: '/repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches',
    answer: dispatch,
  },
  {
    call: 'list-runs',
    method: 'GET',
    path: /^\/runs$/,
    template: '/repos/{owner}/{repo}/actions/runs',
    answer: listRuns,
  },
  {
    call: 'get-run',
    method: 'GET',
    path: /^\/runs\/(\d+)$/,
    template: '/repos/{owner}/{repo}/actions/runs/{run_id}',
    answer: (input) =>
      withRun(input, (run) => ({ status: 200, body: describeRun(input.context, run) })),
  },
  {
    call: 'list-jobs',
    method: 'GET',
    path: /^\/runs\/(\d+)\/jobs$/,
    template: '/repos/{owner}/{repo}/actions/runs/{run_id}/jobs',
    answer: (input) =>
      withRun(input, (run) => ({
        status: 200,
        body: { total_count: 1, jobs: [describeJob(run)] },
      })),
  },
  {
    call: 'cancel',
    method: 'POST',
    path: /^\/runs\/(\d+)\/cancel$/,
    template: '/repos/{owner}/{repo}/actions/runs/{run_id}/cancel',
    answer: (input) =>
      withRun(input, (run) => {
        if (run.status === 'completed') return cannotCancel
        if (!run.ignoresCancel) input.runner.cancel(run)
        return { status: 202, body: {} }
      }),
  },
  {
    call: 'force-cancel',
    method: 'POST',
    path: /^\/runs\/(\d+)\/force-cancel$/,
    template: '/repos/{owner}/{repo}/actions/runs/{run_id}/force-cancel',
    answer: (input) =>
      withRun(input, (run) => {
        if (run.status === 'completed') return cannotCancel
        input.runner.end(run, 'cancelled')
        return { status: 202, body: {} }
      }),
  },
  {
    call: 'log-address',
    method: 'GET',
    path: /^\/jobs\/(\d+)\/logs$/,
    template: '/repos/{owner}/{repo}/actions/jobs/{job_id}/logs',
    answer: ({ context, name, logOrigin }) =>
      findRunOfJob(context.state, Number(name))
        ? { status: 302, headers: { location: `${logOrigin}/logs/${name}?signature=good` } }
        : notFound,
  },
]

/** Calls that an App makes as itself, not as its installation. */
export const appRoutes: CallRoute[] = [
  {
    call: 'app-token',
    method: 'POST',
    path: /^\/app\/installations\/(\d+)\/access_tokens$/,
    template: '/app/installations/{installation_id}/access_tokens',
    answer: ({ app, name, authorization }) => app?.grant(name, authorization) ?? notFound,
  },
]

const cannotCancel: CallAnswer = {
  status: 409,
  body: { message: 'Cannot cancel a workflow run that is completed.', status: '409' },
}

function withRun(input: CallInput, answer: (run: DoubleRun) => CallAnswer): CallAnswer {
  const run = input.context.state.runs.get(Number(input.name))
  return run ? answer(run) : notFound
}

interface DispatchBody {
  ref?: string
  inputs?: Record<string, string>
  return_run_details?: boolean
}

function dispatch({ context, runner, actor, name, body, isForgotten }: CallInput): CallAnswer {
  const { state } = context
  const workflow = state.workflows.find((one) => one.file === name)
  if (!workflow) return notFound
  const { ref = '', inputs = {}, return_run_details: wantsDetails } = body as DispatchBody
  const branch = ref.replace(/^refs\/heads\//, '')
  const unexpected = Object.keys(inputs).filter((input) => !workflow.inputs.includes(input))
  if (!state.branches.has(branch)) return refused(`No ref found for: ${ref}`)
  if (workflow.state !== 'active') {
    return refused("Cannot trigger a 'workflow_dispatch' on a disabled workflow")
  }
  if (unexpected.length > 0) return refused(`Unexpected inputs provided: ["${unexpected[0]}"]`)

  if (isForgotten) return { status: 204 }
  const title = workflow.titleOf(inputs, actor)
  const run = addRun(state, { workflow, title, inputs, actor })
  runner.enqueue(run)
  if (!wantsDetails) return { status: 204 }
  return { status: 200, body: describeDispatched(context, run) }
}

function refused(message: string): CallAnswer {
  return { status: 422, body: { message, status: '422' } }
}

function listRuns({ context, query }: CallInput): CallAnswer {
  const perPage = Math.min(Number(query.get('per_page') ?? 30), 100)
  const page = Number(query.get('page') ?? 1)
  const all = [...context.state.runs.values()].sort((one, other) => other.id - one.id)
  const runs = all.slice((page - 1) * perPage, page * perPage)
  return {
    status: 200,
    body: { total_count: all.length, workflow_runs: runs.map((run) => describeRun(context, run)) },
  }
}
