import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getLogo } from '@dashboard/contract/brand'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { type ApiClient, signInByApi } from '../../../e2e/api-client.ts'
import { type Dashboard, startDashboard } from '../../../e2e/dashboard.ts'
import type { Random } from '../../torture-suite.ts'
import { csvOf, importedLines, linesOfGeneration, sheetOfGeneration } from './imported-content.ts'
import type { StoredContent, StoredDatabase } from './stored-content.ts'

export type Victim = 'server' | 'runner' | 'both'

export type KillBench = Awaited<ReturnType<typeof openKillBench>>

const settleMs = 180_000
/** Large enough that an import writes each table in several statements. */
export const volunteerCount = 1_500

interface BenchOptions {
  database: StoredDatabase
  dataDir: string
  random: Random
}

/** Opens a dashboard whose processes are killed again and again, with the content that it must hold. */
export async function openKillBench({ database, dataDir, random }: BenchOptions) {
  const locust = await startLocustDouble({ rows: 1 })
  const sheetPath = join(dataDir, 'volunteers.csv')
  const environment = {
    ...database.environment,
    LOCUST_URL: locust.url,
    LOCUST_TOKEN: locustToken,
    SPREADSHEET: `file:${sheetPath}`,
    LOG_LEVEL: 'silent',
  }
  let dashboard: Dashboard
  let api: ApiClient
  let isUp = false
  let generation = 0
  let firstSheet = ''
  let firstLines: readonly string[] = []

  const restart = async () => {
    if (isUp) return
    dashboard = await startDashboard(environment, dataDir)
    isUp = true
    api = await signInByApi(dashboard)
  }

  const findRunners = async (): Promise<number[]> => {
    const rows = await database.query<{ leaseOwner: string }>(
      `select "leaseOwner" from jobs where status = 'running'`,
    )
    return rows.map((row) => Number(row.leaseOwner.split('-')[0]))
  }

  /** Kills the processes as a power cut would, and reads the stored content before anything recovers it. */
  const kill = async (victim: Victim): Promise<StoredContent> => {
    if (victim === 'server') await dashboard.kill()
    else {
      // The server is halted first; otherwise it might start the job again before the content is read.
      process.kill(dashboard.pid, 'SIGSTOP')
      for (const pid of await findRunners()) endProcess(pid)
      if (victim === 'both') await dashboard.kill()
    }
    const content = await database.readContent()
    if (victim === 'runner') process.kill(dashboard.pid, 'SIGCONT')
    else isUp = false
    return content
  }

  /** Restarts what was killed, and waits until no job is active. */
  const settle = async (): Promise<StoredContent> => {
    await restart()
    const deadline = Date.now() + settleMs
    for (;;) {
      const active = await database.query<{ id: string; type: string; status: string }>(
        `select id, type, status from jobs where status in ('queued', 'running')`,
      )
      if (active.length === 0) return database.readContent()
      if (Date.now() > deadline) {
        throw new Error(`Jobs that do not end: ${JSON.stringify(active)}`)
      }
      await sleep(50)
    }
  }

  await locust.setMode(csvAnswer(0))
  await restart()
  return {
    database,
    random,
    dataDir,
    get api() {
      return api
    },
    get url() {
      return dashboard.url
    },
    findRunners,
    kill,
    settle,
    sheet: () => readFile(sheetPath, 'utf8'),
    /** Makes Locust return the next generation; returns its number. */
    async nextGeneration(): Promise<number> {
      generation += 1
      await locust.setMode(csvAnswer(generation))
      return generation
    },
    /** Replaces the sheet with that of a generation, as an export would. */
    writeSheet: (of: number) => writeFile(sheetPath, sheetOfGeneration(firstSheet, of)),
    expectedSheet: (of: number) => sheetOfGeneration(firstSheet, of),
    /** Saves the sheet and the content of generation 0. */
    async recordFirst(): Promise<void> {
      firstSheet = await readFile(sheetPath, 'utf8')
      firstLines = importedLines(await database.readContent())
    },
    expectedLines: (of: number) => linesOfGeneration(firstLines, of),
    async readLogo(logoUrl: string): Promise<Buffer | undefined> {
      const path = logoUrl.startsWith('/') ? logoUrl : getLogo.path.replace(':fileName', logoUrl)
      const response = await fetch(new URL(path, dashboard.url))
      return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined
    },
    async close(): Promise<void> {
      if (isUp) await dashboard.stop()
      await locust.close()
    },
  }
}

function csvAnswer(generation: number) {
  const body = csvOf(generation, volunteerCount)
  return { kind: 'answer', type: 'text/csv; charset=utf-8', body } as const
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process ended by itself in between.
  }
}
