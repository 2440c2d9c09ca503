import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '@dashboard/contract/endpoint'
import { getHealth } from '@dashboard/contract/health'
import { listJobs } from '@dashboard/contract/jobs'
import { getMonitoringStatus } from '@dashboard/contract/monitoring'
import { listReports } from '@dashboard/contract/reports'
import { getLookupOptions, startCongregationReport } from '@dashboard/contract/workflows'
import { hasPostgres, startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { startSilentProxy } from '@dashboard/doubles/silent-proxy'
import { type ApiClient, signInByApi } from '../api-client.ts'
import { startDashboard } from '../dashboard.ts'
import {
  createRandom,
  startChecks,
  type TortureOptions,
  type TortureResult,
} from '../torture-suite.ts'
import { type Answered, healthProblems } from './silence/health-truth.ts'

/** Load while connections to PostgreSQL go silent at random every 20 s (docs/torture.md#silence). */

const defaultMinutes = 10
const everyMs = 20_000
const longestMs = 15_000
const reportTargets = 20
const polled: readonly Endpoint[] = [listJobs, listReports, getMonitoringStatus]
const pollers = 8

export async function run(options: TortureOptions): Promise<TortureResult> {
  const { seed, minutes = defaultMinutes, print } = options
  const checks = startChecks(print)
  if (!hasPostgres()) {
    print('not tried: PostgreSQL is not installed')
    return checks.result({})
  }
  const random = createRandom(seed)
  const postgres = await startPostgres()
  if (!postgres) throw new Error('PostgreSQL did not start')
  const proxy = await startSilentProxy(postgres.createDatabase())
  const dashboard = await startDashboard({
    DATABASE_URL: proxy.url,
    SESSION_SECRET: 'a secret for one run of the torture suites',
  })
  try {
    const api = await signInByApi(dashboard)
    await api.sync()
    print(`${minutes} minutes begin`)
    const endsAt = performance.now() + minutes * 60_000
    const isOver = () => performance.now() >= endsAt
    const calls: Answered[] = []
    const health: Answered[] = []
    let silenced = 0
    const silence = async () => {
      for (;;) {
        await sleep(Math.min(everyMs, endsAt - performance.now()))
        if (isOver()) return
        const before = proxy.speaking()
        proxy.silence(() => random.next() < 0.5)
        silenced += before - proxy.speaking()
      }
    }
    const ask = async (endpoint: Endpoint, answers: Answered[], pauseMs: number) => {
      while (!isOver()) {
        const begunAt = performance.now()
        const { status } = await api.call(endpoint)
        answers.push({ begunAt, endedAt: performance.now(), status })
        await sleep(pauseMs)
      }
    }
    const asking = Array.from({ length: pollers }, () =>
      polled.map((endpoint) => ask(endpoint, calls, 200)),
    )
    const [jobs] = await Promise.all([
      makeReports(api, isOver),
      silence(),
      ask(getHealth, health, 200),
      ...asking.flat(),
    ])
    const slowest = Math.max(
      ...[...calls, ...health].map(({ begunAt, endedAt }) => endedAt - begunAt),
    )
    const odd = calls.filter(({ status }) => status !== 200 && status !== 503)
    checks.add(
      'answers come in time',
      slowest > longestMs ? [`one took ${slowest.toFixed(0)} ms`] : [],
    )
    checks.add(
      'answers are 200 or 503',
      odd.slice(0, 5).map(({ status }) => `one was ${status}`),
    )
    checks.add('health is right', healthProblems(health, calls))
    checks.add('no job fails', jobs.problems)
    return checks.result({
      'connections gone silent': silenced,
      'calls answered': calls.filter(({ status }) => status === 200).length,
      'calls refused with 503': calls.filter(({ status }) => status === 503).length,
      'slowest answer, ms': Math.round(slowest),
      'jobs completed': jobs.completed,
    })
  } finally {
    await dashboard.stop()
    await proxy.close()
    await postgres.stop()
  }
}

/** One job of reports after the other; a start that is refused is no job. */
async function makeReports(api: ApiClient, isOver: () => boolean) {
  const { congregations } = (await api.call(getLookupOptions)).body
  const body = { congregations: congregations.slice(0, reportTargets) }
  const problems: string[] = []
  let completed = 0
  while (!isOver()) {
    const started = await api.call(startCongregationReport, { body })
    if (started.status !== 202) {
      await sleep(500)
      continue
    }
    const job = await api.waitForJob(started.body.jobId, undefined, 400_000)
    if (job.status === 'completed') completed += 1
    else problems.push(`a job ended as ${job.status}: ${job.error}`)
  }
  return { problems, completed }
}
