import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getLookupOptions, startCongregationReport } from '@dashboard/contract/reports'
import { importSheet } from '@dashboard/contract/sync'
import { type ApiClient, signInByApi } from '../../../e2e/api-client.ts'
import { type Dashboard, startDashboard } from '../../../e2e/dashboard.ts'
import { memoryMb } from '../../bench/measuring/process-figures.ts'
import { csvOf } from '../kills/imported-content.ts'
import { fillDashboard, signInAll } from './full-dashboard.ts'
import { type Latencies, mergeLatencies } from './latencies.ts'

const clientProcesses = 2
const importedRows = 50_000
const congregationCount = 160
const reportTargets = 100
const maxJobMs = 20 * 60_000
const sampleMs = 5_000
/** How long clients poll before the two jobs begin, so that both jobs are measured with all clients. */
const headStartMs = 3_000

export interface CrowdedDashboard {
  /** Measures polling while an import and a report job run; the jobs may take longer than `seconds`. */
  measureJobs(seconds: number): Promise<MeasuredJobs>
  stop(): Promise<void>
}

export interface MeasuredJobs {
  latencies: Record<string, Latencies>
  /** How long the jobs took, and what went wrong. */
  figures: Record<string, string | number>
  problems: string[]
  /** Resident memory of the server in MB, every few seconds. */
  memory: number[]
}

/** Starts a server with 100 jobs, 2,000 reports and this many signed-in people whose pages poll. */
export async function startCrowded(users: number, seed: number): Promise<CrowdedDashboard> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dashboard-load-'))
  const sheetPath = join(dataDir, 'volunteers.csv')
  const environment = { SPREADSHEET: `file:${sheetPath}`, IMPORT_MAX_REMOVAL: '1' }
  const dashboard = await startDashboard(environment, dataDir)
  const stop = async () => {
    await dashboard.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const api = await signInByApi(dashboard)
    await writeFile(sheetPath, csvOf(0, 3_000, congregationCount))
    const filled = await api.call(importSheet)
    if (filled.status !== 200) throw new Error(`No first import: ${JSON.stringify(filled.body)}`)
    await fillDashboard(dataDir, users)
    const tokens = await signInAll(dashboard.url, users)
    const clients = { url: dashboard.url, tokens, seed }
    return {
      async measureJobs(seconds) {
        await writeFile(sheetPath, csvOf(1, importedRows, congregationCount))
        const latencies = startClients({ ...clients, seconds })
        const samples = sampleMemory(dashboard)
        await sleep(headStartMs)
        const ended = await runJobs(api)
        return { latencies: await latencies, ...ended, memory: samples.stop() }
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Clients {
  url: string
  tokens: readonly string[]
  seed: number
  seconds: number
}

/** Runs the clients in separate processes, so that only the server is measured. */
async function startClients({ tokens, ...rest }: Clients): Promise<Record<string, Latencies>> {
  const program = fileURLToPath(new URL('./poll-clients.ts', import.meta.url))
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

/** Runs one import of many rows and one job of many reports at the same time. */
async function runJobs(api: ApiClient): Promise<Pick<MeasuredJobs, 'figures' | 'problems'>> {
  const { congregations } = (await api.call(getLookupOptions)).body
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10
  const figures: MeasuredJobs['figures'] = {}
  const problems: string[] = []
  const importing = api.call(importSheet).then(({ status, body }) => {
    figures[`import of ${importedRows} rows, s`] = seconds()
    if (status !== 200) problems.push(`the import was answered ${status}: ${JSON.stringify(body)}`)
  })
  const body = { congregations: congregations.slice(0, reportTargets) }
  const started = await api.call(startCongregationReport, { body })
  if (started.status === 202) {
    const job = await api.waitForJob(started.body.jobId, undefined, maxJobMs)
    figures[`job of ${reportTargets} reports, s`] = seconds()
    if (job.status !== 'completed') problems.push(`the report job ended: ${job.error}`)
  } else problems.push(`the report job was answered ${JSON.stringify(started)}`)
  await importing
  return { figures, problems }
}

/** Samples the server's resident memory in MB, every few seconds. */
function sampleMemory({ pid }: Dashboard) {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(memoryMb(pid, 'present')), sampleMs)
  return {
    stop(): number[] {
      clearInterval(timer)
      return samples
    },
  }
}
