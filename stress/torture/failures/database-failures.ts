import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { updateBrandSettings } from '@dashboard/contract/brand'
import { getHealth } from '@dashboard/contract/health'
import { listJobs } from '@dashboard/contract/jobs'
import { getLookupOptions, listReports, startCongregationReport } from '@dashboard/contract/reports'
import { hasPostgres, startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { type ApiClient, signInByApi } from '../../../e2e/api-client.ts'
import { startDashboard } from '../../../e2e/dashboard.ts'
import { completedJobProblems, type Failure, refusalProblems } from './failure.ts'

const lockedMs = 10_000
/**
 * Longest time of any response, including refusals: reads never wait for the database's lock, writes wait for a while.
 */
const slowestReadMs = 1_000
const slowestWriteMs = 11_500
const pollers = 8
const outageMs = 2_000
const reportTargets = 40

export const databaseLocked: Failure = {
  name: 'database locked for 10 s',
  async run({ dataDir, print }) {
    const dashboard = await startDashboard({}, dataDir)
    const other = new DatabaseSync(join(dataDir, 'dashboard.db'))
    try {
      const api = await signInByApi(dashboard)
      other.exec('begin immediate')
      const unlocking = sleep(lockedMs).then(() => other.exec('commit'))
      const writing = timed(() => setZoom(api, 1.2))
      const reads: number[] = []
      const problems: string[] = []
      const endsAt = performance.now() + lockedMs - 500
      while (performance.now() < endsAt) {
        for (const endpoint of [listJobs, listReports, getHealth]) {
          const { ms, answer } = await timed(() => api.call(endpoint))
          reads.push(ms)
          if (answer.status !== 200) problems.push(`${endpoint.path} was answered ${answer.status}`)
        }
        await sleep(100)
      }
      const write = await writing
      await unlocking
      problems.push(...refusalProblems('a write', write.answer))
      const slowest = Math.max(...reads)
      print(
        `database locked: ${reads.length} reads, the slowest ${slowest.toFixed(0)} ms; a write was answered ${write.answer.status} after ${write.ms.toFixed(0)} ms`,
      )
      if (slowest > slowestReadMs) problems.push(`a read took ${slowest.toFixed(0)} ms`)
      if (write.ms > slowestWriteMs) problems.push(`a write took ${write.ms.toFixed(0)} ms`)
      const again = await setZoom(api, 1.3)
      return again.status === 200 ? problems : [...problems, `afterwards ${JSON.stringify(again)}`]
    } finally {
      other.close()
      await dashboard.stop()
    }
  },
}

function setZoom(api: ApiClient, logoZoom: number) {
  return api.call(updateBrandSettings, { params: { id: 'default' }, body: { logoZoom } })
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const startedAt = performance.now()
  const answer = await work()
  return { ms: performance.now() - startedAt, answer }
}

export const postgresRestarted: Failure = {
  name: 'PostgreSQL restarted under load',
  obstacle: () => (hasPostgres() ? undefined : 'PostgreSQL is not installed'),
  async run({ dataDir, print }) {
    const postgres = await startPostgres()
    if (!postgres) return ['PostgreSQL did not start']
    const environment = {
      DATABASE_URL: postgres.createDatabase(),
      SESSION_SECRET: 'a secret for one run of the torture suites',
    }
    const dashboard = await startDashboard(environment, dataDir)
    try {
      const api = await signInByApi(dashboard)
      await api.sync()
      const { congregations } = (await api.call(getLookupOptions)).body
      const body = { congregations: congregations.slice(0, reportTargets) }
      const { jobId } = (await api.call(startCongregationReport, { body })).body
      await api.waitForJob(jobId, (job) => job.status !== 'queued')
      const load = startLoad(api)
      await sleep(500)
      for (const how of ['politely', 'at once'] as const) {
        await postgres.halt(how)
        await sleep(outageMs)
        await postgres.start()
        await sleep(outageMs)
      }
      const { answered, refused, problems } = await load.stop()
      print(`PostgreSQL restarted twice: ${answered} calls answered, ${refused} refused with 503`)
      const job = await api.waitForJob(jobId, undefined, 180_000)
      problems.push(...completedJobProblems('the report job', job))
      const reports = await api.reports()
      if (reports.length !== reportTargets) problems.push(`${reports.length} reports`)
      if (refused === 0) problems.push('no call noticed the restart')
      return problems
    } finally {
      await dashboard.stop()
      await postgres.stop()
    }
  },
}

/** Makes calls continuously; each refusal must be clear. */
function startLoad(api: ApiClient) {
  let stopped = false
  let answered = 0
  let refused = 0
  const problems = new Set<string>()
  const poll = async () => {
    while (!stopped) {
      for (const endpoint of [listJobs, listReports, getHealth]) {
        const answer = await api.call(endpoint)
        if (answer.status === 503) refused += 1
        else answered += 1
        for (const problem of refusalProblems(endpoint.path, answer)) problems.add(problem)
      }
      await sleep(50)
    }
  }
  const polling = Promise.all(Array.from({ length: pollers }, poll))
  return {
    async stop() {
      stopped = true
      await polling
      return { answered, refused, problems: [...problems] }
    },
  }
}
