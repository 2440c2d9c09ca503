import { createServer } from 'node:http'
import { closeServer, listenOnLoopback } from '../loopback-server.ts'
import { createDoubleApp } from './github-double-app.ts'
import type { GithubVersion } from './github-double-exchange.ts'
import { createGithubFaults, type GithubCall, type GithubFault } from './github-double-faults.ts'
import { createDoubleRunner, type RunOptions } from './github-double-runs.ts'
import {
  basePaths,
  type DoubleServerParts,
  serveGithub,
  serveLogs,
} from './github-double-server.ts'
import {
  addLogLine,
  addRun,
  changeRun,
  createDoubleState,
  type DoubleRun,
  type RunConclusion,
} from './github-double-state.ts'

const hourlyLimit = 5_000
const hourMs = 3_600_000

export interface GithubDoubleOptions extends Partial<RunOptions> {
  /** Defaults to GitHub itself. */
  version?: GithubVersion
  /** Whether the server authenticates as the installation of an App, and not by a token. */
  asApp?: boolean
}

export type GithubDouble = Awaited<ReturnType<typeof startGithubDouble>>

/**
 * Starts a double of GitHub Actions over HTTP, as far as the dashboard uses it: it stores workflows and runs, runs jobs
 * in real processes if given a program, counts requests, and responds with faults on request.
 */
export async function startGithubDouble(options: GithubDoubleOptions = {}) {
  const { version = 'github.com', runJob, machines = 20, stepMs = 50 } = options
  const state = createDoubleState()
  const { repository } = state
  const faults = createGithubFaults()
  const runner = createDoubleRunner({ ...(runJob && { runJob }), machines, stepMs })
  const [owner = '', repo = ''] = repository.split('/')
  const app = options.asApp ? createDoubleApp() : undefined
  const origins = { api: '', logs: '' }
  const parts: DoubleServerParts = {
    version,
    state,
    runner,
    faults,
    access: { token: 'github_pat_double', rights: 'write', login: 'dashboard-bot' },
    app,
    limit: { limit: hourlyLimit, remaining: hourlyLimit, resetAt: inSeconds(Date.now() + hourMs) },
    exchanges: [],
    origin: () => origins.api,
    logOrigin: () => origins.logs,
  }
  const api = createServer(serveGithub(parts))
  const logs = createServer(serveLogs(parts))
  origins.api = await listenOnLoopback(api)
  origins.logs = await listenOnLoopback(logs)

  const apiUrl = origins.api + basePaths[version]
  const credentials = app?.credentials ?? { kind: 'token' as const, token: parts.access.token }
  return {
    url: origins.api,
    /** Settings of the server for this double. */
    settings: { owner, repo, ref: 'main', credentials, apiUrl },
    /** The same settings as environment variables. */
    environment: {
      WORKFLOW_ENGINE: 'github',
      GITHUB_REPOSITORY: repository,
      ...(app
        ? {
            GITHUB_APP_ID: app.credentials.appId,
            GITHUB_APP_INSTALLATION_ID: app.credentials.installationId,
            GITHUB_APP_PRIVATE_KEY: app.credentials.privateKey,
          }
        : { GITHUB_TOKEN: parts.access.token }),
      GITHUB_API_URL: apiUrl,
    },
    /** Environment variables that GitHub itself gives a run. */
    runEnvironment: (run: DoubleRun) => ({
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTOR: run.actor,
      GITHUB_TRIGGERING_ACTOR: run.actor,
      GITHUB_REPOSITORY: repository,
      GITHUB_RUN_ID: String(run.id),
      GITHUB_SERVER_URL: origins.api,
    }),
    state,
    access: parts.access,
    app,
    limit: parts.limit,
    exchanges: parts.exchanges,
    /** Returns the number of requests, of one kind or all, including "not modified" responses. */
    count: (call?: GithubCall) =>
      parts.exchanges.filter((exchange) => call === undefined || exchange.call === call).length,
    /** Sets a fault for the next `times` requests of a kind. */
    setFault(call: GithubCall, fault: GithubFault, times = Number.POSITIVE_INFINITY) {
      faults.add(call, fault, times)
    },
    clearFaults: () => faults.clear(),
    ...controlRuns(parts),
    async close() {
      runner.close()
      await Promise.all([api, logs].map(closeServer))
    },
  }
}

interface ManualStart {
  title?: string
  actor?: string
  inputs?: Record<string, string>
}

/** Changes runs as a person on GitHub would, not through the dashboard. */
function controlRuns({ state, runner }: DoubleServerParts) {
  const find = (jobId: string) => {
    const runs = [...state.runs.values()].filter(({ inputs }) => inputs.job_id === jobId)
    const run = runs.at(-1)
    if (!run) throw new Error(`The double has no run of job ${jobId}`)
    return run
  }
  return {
    /** Returns the newest run of a job. */
    runOf: find,
    /** Starts a workflow by hand on GitHub; the test advances its run. */
    startRun(file: string, { title, actor = 'octocat', inputs = {} }: ManualStart = {}): DoubleRun {
      const workflow = state.workflows.find((one) => one.file === file)
      if (!workflow) throw new Error(`The double has no workflow ${file}`)
      return addRun(state, {
        workflow,
        inputs,
        actor,
        title: title ?? workflow.titleOf(inputs, actor),
      })
    },
    /** Starts a workflow by hand, and the run executes its program. */
    startRealRun(file: string, how: ManualStart = {}): DoubleRun {
      const run = this.startRun(file, how)
      runner.enqueue(run)
      return run
    },
    move: changeRun,
    say: addLogLine,
    end: (run: DoubleRun, conclusion: RunConclusion) => runner.end(run, conclusion),
    /** Repeats a run by hand: the same run gets another attempt. */
    rerun(run: DoubleRun) {
      const again = {
        status: 'queued',
        conclusion: null,
        step: 0,
        attempt: run.attempt + 1,
      } as const
      changeRun(run, { ...again, attemptAt: new Date() })
      runner.enqueue(run)
    },
    forget(run: DoubleRun) {
      state.runs.delete(run.id)
    },
  }
}

function inSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000)
}
