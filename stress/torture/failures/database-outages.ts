import { setTimeout as sleep } from 'node:timers/promises'
import { listJobs } from '@dashboard/contract/jobs'
import { getLookupOptions, startCongregationReport } from '@dashboard/contract/reports'
import {
  hasPostgres,
  type PostgresServer,
  startPostgres,
} from '@dashboard/doubles/postgres/postgres-server'
import { type SilentProxy, startSilentProxy } from '@dashboard/doubles/silent-proxy'
import pg from 'pg'
import { type ApiClient, signInByApi } from '../../../e2e/api-client.ts'
import { startDashboard } from '../../../e2e/dashboard.ts'
import { completedJobProblems, type Failure, type FailureContext } from './failure.ts'
import { watchCalls } from './watched-calls.ts'

const servedAgainMs = 30_000
const reportTargets = 20
const jobMs = 300_000
/** Longer than a call, the start of a runner, and its lease. */
const outageMs = 20_000
/** Time in which requests refused at the end of an outage are repeated. */
const afterwardsMs = 5_000
const connections = 20
/** Enough for three starts of a runner, even on a busy machine. */
const exhaustedMs = 40_000

interface Outage {
  name: string
  settings?: readonly string[]
  /** Makes the database unavailable and available again; returns what went wrong meanwhile. */
  happen(around: Around): Promise<string[]>
}

interface Around {
  postgres: PostgresServer
  proxy: SilentProxy
  api: ApiClient
  startReports(): Promise<{ status: number }>
}

/** Returns the failure for an outage during many calls and a report job: only time may be lost. */
function outageOf({ name, settings = [], happen }: Outage): Failure {
  return {
    name,
    obstacle: () => (hasPostgres() ? undefined : 'PostgreSQL is not installed'),
    async run({ dataDir, print }: FailureContext) {
      const postgres = await startPostgres({ settings })
      if (!postgres) return ['PostgreSQL did not start']
      const proxy = await startSilentProxy(postgres.createDatabase())
      const environment = {
        DATABASE_URL: proxy.url,
        SESSION_SECRET: 'a secret for one run of the torture suites',
      }
      const dashboard = await startDashboard(environment, dataDir)
      try {
        const api = await signInByApi(dashboard)
        await api.sync()
        const { congregations } = (await api.call(getLookupOptions)).body
        const body = { congregations: congregations.slice(0, reportTargets) }
        const startReports = () => api.call(startCongregationReport, { body })
        const { jobId } = (await startReports()).body
        await api.waitForJob(jobId, (job) => job.status !== 'queued')
        const watch = watchCalls(api)
        await sleep(500)
        const problems = await happen({ postgres, proxy, api, startReports })
        const ms = await timeUntilServed(api)
        if (ms > servedAgainMs) problems.push(`served again after ${ms.toFixed(0)} ms`)
        await sleep(afterwardsMs)
        const { served, refused, slowestMs, problems: found } = await watch.stop()
        for (const [title, of] of Object.entries(found)) {
          problems.push(...of.map((problem) => `${title}: ${problem}`))
        }
        const jobs = await api.jobs()
        for (const { id } of jobs) {
          const job = await api.waitForJob(id, undefined, jobMs)
          problems.push(...completedJobProblems(`the ${job.type}`, job))
        }
        print(
          `${name}: ${served} calls served, ${refused} refused with 503, the slowest ${slowestMs.toFixed(0)} ms; served again after ${ms.toFixed(0)} ms; ${jobs.length} jobs ended`,
        )
        return problems
      } finally {
        await dashboard.stop()
        await proxy.close()
        await postgres.stop()
      }
    },
  }
}

async function timeUntilServed(api: ApiClient): Promise<number> {
  const from = performance.now()
  const ms = () => performance.now() - from
  while ((await api.call(listJobs)).status !== 200 && ms() < 2 * servedAgainMs) await sleep(100)
  return ms()
}

export const silentConnections = outageOf({
  name: 'connections to PostgreSQL gone silent',
  async happen({ proxy }) {
    const open = proxy.speaking()
    proxy.silence()
    return open === 0 ? ['no connection was open'] : []
  },
})

export const frozenDatabase = outageOf({
  name: 'PostgreSQL frozen for 20 s',
  async happen({ postgres, api }) {
    postgres.freeze()
    const meanwhile = api.call(listJobs)
    await sleep(outageMs)
    postgres.thaw()
    const { status } = await meanwhile
    return status === 503 ? [] : [`a call that could not be served was answered ${status}`]
  },
})

export const exhaustedConnections = outageOf({
  name: 'no connection to PostgreSQL left for 40 s',
  settings: [`max_connections=${connections}`, 'superuser_reserved_connections=0'],
  async happen({ postgres, startReports }) {
    const taking = takeConnections(postgres.url, exhaustedMs)
    await sleep(2_000)
    const { status } = await startReports()
    const others = await taking
    await Promise.all(others.map((other) => other.end()))
    if (status !== 202) return [`a job's start was answered ${status}`]
    return others.length === 0 ? ['no connection could be taken'] : []
  },
})

/** Takes each free connection for this long, including those that are returned meanwhile. */
async function takeConnections(url: string, ms: number): Promise<pg.Client[]> {
  const taken: pg.Client[] = []
  const until = performance.now() + ms
  while (performance.now() < until) {
    const other = new pg.Client({ connectionString: url })
    const isTaken = await other.connect().then(
      () => true,
      () => false,
    )
    if (isTaken) taken.push(other)
    else await sleep(50)
  }
  return taken
}
