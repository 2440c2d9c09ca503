import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  getLookupOptions,
  importSheet,
  startCongregationReport,
} from '@dashboard/contract/workflows'
import { type ApiClient, signInByApi } from '../api-client.ts'
import { type Dashboard, startDashboard } from '../dashboard.ts'
import { startChecks, type TortureOptions, type TortureResult } from '../torture-suite.ts'
import { csvOf } from './kills/imported-content.ts'
import { fillDashboard, signInAll } from './load/full-dashboard.ts'
import {
  describeLatencies,
  describeSlowMoments,
  type Latencies,
  mergeLatencies,
  percentile,
  slowMs,
} from './load/latencies.ts'

/**
 * Staff whose pages poll as the web app does, while a large import and a large report job run
 * (docs/torture.md#load).
 */

const defaultUsers = 200
const defaultMinutes = 10
const clientProcesses = 2
const importedRows = 50_000
const congregationCount = 160
const reportTargets = 100
const longestJobMs = 20 * 60_000
const sampleMs = 5_000
/** Before the two jobs begin, so that both are measured with all clients there. */
const headStartMs = 3_000

export async function run(options: TortureOptions): Promise<TortureResult> {
  const { seed, count: users = defaultUsers, minutes = defaultMinutes, print } = options
  const checks = startChecks(print)
  const dataDir = await mkdtemp(join(tmpdir(), 'dashboard-load-'))
  const sheetPath = join(dataDir, 'volunteers.csv')
  const environment = { SPREADSHEET: `file:${sheetPath}`, IMPORT_MAX_REMOVAL: '1' }
  const dashboard = await startDashboard(environment, dataDir)
  try {
    const api = await signInByApi(dashboard)
    await writeFile(sheetPath, csvOf(0, 3_000, congregationCount))
    const filled = await api.call(importSheet)
    if (filled.status !== 200) throw new Error(`No first import: ${JSON.stringify(filled.body)}`)
    await fillDashboard(dataDir, users)
    const tokens = await signInAll(dashboard.url, users)
    await writeFile(sheetPath, csvOf(1, importedRows, congregationCount))
    print(`${users} signed in, 100 jobs, 2,000 reports; ${minutes} minutes begin`)

    const clients = startClients({ url: dashboard.url, tokens, seed, seconds: minutes * 60 })
    const memory = sampleMemory(dashboard)
    await sleep(headStartMs)
    const [latencies, ended] = await Promise.all([clients, runJobs(api)])
    const samples = memory.stop()
    const figures = {
      ...describeLatencies(latencies),
      [`calls of ${slowMs} ms or more`]: describeSlowMoments(latencies),
      ...ended.figures,
      ...describeMemory(samples),
    }
    checks.add('the import and the report job complete', ended.problems)
    for (const [call, { ms, errors }] of Object.entries(latencies)) {
      const p99 = percentile(ms, 0.99)
      checks.add(`${call} is answered without an error`, errors.slice(0, 5))
      checks.add(
        `the 99th percentile of ${call} is under ${slowMs} ms`,
        p99 < slowMs ? [] : [`${p99.toFixed(0)} ms`],
      )
    }
    checks.add('memory stays flat', memoryProblems(samples))
    return checks.result(figures)
  } finally {
    await dashboard.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Clients {
  url: string
  tokens: readonly string[]
  seed: number
  seconds: number
}

/** Runs the clients in processes of their own, so that the server is measured and not they. */
async function startClients({ tokens, ...rest }: Clients): Promise<Record<string, Latencies>> {
  const program = fileURLToPath(new URL('./load/poll-clients.ts', import.meta.url))
  const results = Array.from({ length: clientProcesses }, async (_, index) => {
    const own = tokens.filter((_, position) => position % clientProcesses === index)
    const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdin.end(JSON.stringify({ ...rest, seed: rest.seed + index, tokens: own }))
    return readResult(child)
  })
  return mergeLatencies(await Promise.all(results))
}

async function readResult(child: ChildProcess): Promise<Record<string, Latencies>> {
  let printed = ''
  child.stdout?.on('data', (piece) => {
    printed += piece
  })
  await once(child, 'close')
  return JSON.parse(printed) as Record<string, Latencies>
}

/** One import of many rows and one job of many reports, at once. */
async function runJobs(api: ApiClient) {
  const { congregations } = (await api.call(getLookupOptions)).body
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10
  const figures: TortureResult['figures'] = {}
  const problems: string[] = []
  const importing = api.call(importSheet).then(({ status, body }) => {
    figures[`import of ${importedRows} rows, s`] = seconds()
    if (status !== 200) problems.push(`the import was answered ${status}: ${JSON.stringify(body)}`)
  })
  const body = { congregations: congregations.slice(0, reportTargets) }
  const started = await api.call(startCongregationReport, { body })
  if (started.status === 202) {
    const job = await api.waitForJob(started.body.jobId, undefined, longestJobMs)
    figures[`job of ${reportTargets} reports, s`] = seconds()
    if (job.status !== 'completed') problems.push(`the report job ended: ${job.error}`)
  } else problems.push(`the report job was answered ${JSON.stringify(started)}`)
  await importing
  return { figures, problems }
}

/** The server's resident memory in MB, every few seconds. */
function sampleMemory({ pid }: Dashboard) {
  const samples: number[] = []
  const sample = () => {
    const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
    samples.push(Math.round(Number(stdout) / 1_024))
  }
  const timer = setInterval(sample, sampleMs)
  return {
    stop(): number[] {
      clearInterval(timer)
      return samples
    },
  }
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

function thirds(samples: readonly number[]) {
  const third = Math.floor(samples.length / 3)
  return { first: mean(samples.slice(0, third)), last: mean(samples.slice(samples.length - third)) }
}

function memoryProblems(samples: readonly number[]): string[] {
  if (samples.length < 3) return ['too short a time to say']
  const { first, last } = thirds(samples)
  return last <= first * 1.2 ? [] : [`${first.toFixed(0)} MB became ${last.toFixed(0)} MB`]
}

function describeMemory(samples: readonly number[]): TortureResult['figures'] {
  const { first, last } = thirds(samples)
  return {
    'memory, first third, MB': Math.round(first),
    'memory, last third, MB': Math.round(last),
    'memory over time, MB': samples.join(' '),
  }
}
