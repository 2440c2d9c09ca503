import { listJobs } from '@dashboard/contract/jobs'
import { type BenchResult, limitRow, type MeasuredInTurn, measureInTurn } from '../bench-suite.ts'
import { insertJobs } from './measuring/fill-tables.ts'
import {
  type DatabaseKind,
  databaseKinds,
  type MeasuredDashboard,
  startMeasured,
} from './measuring/measured-dashboard.ts'
import { processorMsOf } from './measuring/process-figures.ts'
import { type Sending, sendRequests } from './measuring/send-requests.ts'
import { costOfListAfresh, costOfSingleAnswers, sizeOfAnswer } from './measuring/single-answers.ts'
import { type MeasuredServer, startBareServer } from './measuring/start-bare-server.ts'

/** Measures the list of jobs, which every page polls, against bare Fastify, and on both databases. */

const rounds = 9
/** V8 optimizes the code of a response several times before it is fully optimized. */
const warmUps = 8
const requests = 3_000
const connections = 20
const path = listJobs.path

const ways = ['unchanged', 'full', 'afresh'] as const
type Way = (typeof ways)[number]

const whats: Record<Way, string> = {
  unchanged: 'jobs list, nothing changed, 304',
  full: 'jobs list, full answer',
  afresh: 'jobs list, computed afresh',
}
const limits = { unchanged: 0.5, full: 0.4 }

type Measured = 'bare' | 'sqlite' | 'postgres'

export async function run(): Promise<BenchResult> {
  const dashboards = new Map<DatabaseKind, MeasuredDashboard>()
  for (const kind of databaseKinds()) {
    const dashboard = await startMeasured(kind)
    await insertJobs(dashboard, 100)
    dashboards.set(kind, dashboard)
  }
  const sqlite = required(dashboards.get('sqlite'))
  const postgres = dashboards.get('postgres')
  const bytes = await sizeOfAnswer({ url: `${sqlite.url}${path}`, token: sqlite.token })
  const bare = await startBareServer({
    '/unchanged': { status: 304, bytes: 0 },
    '/full': { status: 200, bytes },
  })
  try {
    return await measure({ sqlite, postgres, bare }, bytes)
  } finally {
    await bare.stop()
    for (const dashboard of dashboards.values()) await dashboard.stop()
  }
}

interface Servers {
  sqlite: MeasuredDashboard
  postgres: MeasuredDashboard | undefined
  bare: MeasuredServer
}

async function measure({ sqlite, postgres, bare }: Servers, bytes: number): Promise<BenchResult> {
  const costs = {} as Record<Way, MeasuredInTurn<Measured>>
  for (let round = 0; round < warmUps; round += 1) {
    for (const way of ['unchanged', 'full'] as const) {
      await costOf(sqlite, way)
      if (postgres) await costOf(postgres, way)
      await costOfBare(bare, way)
    }
  }
  for (const way of ways) {
    costs[way] = await measureInTurn(rounds, {
      sqlite: () => costOf(sqlite, way),
      ...(postgres && { postgres: () => costOf(postgres, way) }),
      bare: () => costOfBare(bare, way),
    } as Record<Measured, () => Promise<number>>)
  }
  const rows = (['unchanged', 'full'] as const).map((way) =>
    limitRow(
      { what: whats[way], against: 'Fastify sending a constant string of that size' },
      costs[way].ratio('bare', 'sqlite'),
      { atLeast: limits[way] },
    ),
  )
  return { rows, tables: [costTable(costs, bytes)] }
}

function costTable(costs: Record<Way, MeasuredInTurn<Measured>>, bytes: number) {
  const us = (value: number) => (Number.isNaN(value) ? '' : value.toFixed(0))
  return {
    title: `Processor time per answer in microseconds (100 jobs, ${bytes} bytes as sent)`,
    head: ['Answer', 'Fastify', 'SQLite', 'PostgreSQL'],
    rows: ways.map((way) => [
      whats[way],
      ...(['bare', 'sqlite', 'postgres'] as const).map((name) =>
        us(costs[way].medians[name] ?? Number.NaN),
      ),
    ]),
  }
}

async function costOf(dashboard: MeasuredDashboard, way: Way): Promise<number> {
  if (way === 'afresh') return costOfListAfresh(dashboard, path)
  const sending: Sending = {
    url: `${dashboard.url}${path}`,
    token: dashboard.token,
    count: requests,
    connections,
    etags: way === 'full' ? 'none' : 'known',
  }
  const ms = await processorMsOf(dashboard.pid, () => sendRequests(sending))
  return (ms / requests) * 1_000
}

async function costOfBare({ url: base, pid }: MeasuredServer, way: Way): Promise<number> {
  const url = `${base}/${way === 'unchanged' ? way : 'full'}`
  if (way === 'afresh') return costOfSingleAnswers({ url, pid })
  const sending: Sending = { url, count: requests, connections, etags: 'none' }
  const ms = await processorMsOf(pid, () => sendRequests(sending))
  return (ms / requests) * 1_000
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There is nothing to measure')
  return value
}
