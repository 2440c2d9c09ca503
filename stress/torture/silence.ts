import { setTimeout as sleep } from 'node:timers/promises'
import { getLookupOptions, startCongregationReport } from '@dashboard/contract/reports'
import { hasPostgres, startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { startSilentProxy } from '@dashboard/doubles/silent-proxy'
import { type ApiClient, signInByApi } from '../../e2e/api-client.ts'
import { startDashboard } from '../../e2e/dashboard.ts'
import {
  createRandom,
  startChecks,
  type TortureOptions,
  type TortureResult,
} from '../torture-suite.ts'
import { watchCalls } from './silence/watched-calls.ts'

/** Loads a server while connections to PostgreSQL go silent at random every 20 s (docs/torture.md#silence). */

const defaultMinutes = 10
const everyMs = 20_000
const reportTargets = 20

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
    const watch = watchCalls(api)
    const [jobs] = await Promise.all([makeReports(api, isOver), silence()])
    const { served, refused, slowestMs, problems } = await watch.stop()
    for (const [title, found] of Object.entries(problems)) checks.add(title, found)
    checks.add('no job fails', jobs.problems)
    return checks.result({
      'connections gone silent': silenced,
      'calls answered': served,
      'calls refused with 503': refused,
      'slowest answer, ms': Math.round(slowestMs),
      'jobs completed': jobs.completed,
    })
  } finally {
    await dashboard.stop()
    await proxy.close()
    await postgres.stop()
  }
}

/** Runs report jobs one after another; a start that is refused is not counted. */
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
