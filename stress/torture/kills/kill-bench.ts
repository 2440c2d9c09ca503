import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { signInByApi } from '../../../e2e/api-client.ts'
import { startDashboard } from '../../../e2e/dashboard.ts'
import type { Random } from '../../torture-suite.ts'
import { csvOf, textOfGeneration } from './imported-content.ts'
import type { StoredContent, StoredDatabase } from './stored-content.ts'

export type Victim = 'server' | 'runner' | 'both'

export type KillBench = Awaited<ReturnType<typeof openKillBench>>

const settleMs = 180_000
/** Large enough that an import writes each table in several statements. */
const volunteerCount = 1_500

interface BenchOptions {
  database: StoredDatabase
  dataDir: string
  random: Random
}

/** Opens a dashboard, with a first sync, whose processes are killed again and again. */
export async function openKillBench({ database, dataDir, random }: BenchOptions) {
  const locust = await startLocustDouble({ mode: csvAnswer(0) })
  const sheetPath = join(dataDir, 'volunteers.csv')
  const environment = {
    ...database.environment,
    LOCUST_URL: locust.url,
    LOCUST_TOKEN: locustToken,
    SPREADSHEET: `file:${sheetPath}`,
    LOG_LEVEL: 'silent',
  }
  let dashboard = await startDashboard(environment, dataDir)
  let api = await signInByApi(dashboard)
  let isUp = true
  let generation = 0

  const restart = async () => {
    if (isUp) return
    dashboard = await startDashboard(environment, dataDir)
    isUp = true
    api = await signInByApi(dashboard)
  }

  /** Kills the processes as a power cut would, and reads the stored content before anything recovers it. */
  const kill = async (victim: Victim): Promise<StoredContent> => {
    if (victim === 'server') await dashboard.kill()
    else {
      // The server is halted first; otherwise it might start the job again before the content is read.
      process.kill(dashboard.pid, 'SIGSTOP')
      const running = await database.query<{ leaseOwner: string }>(
        `select "leaseOwner" from jobs where status = 'running'`,
      )
      for (const { leaseOwner } of running) endProcess(Number(leaseOwner.split('-')[0]))
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

  const close = async () => {
    if (isUp) await dashboard.stop()
    await locust.close()
  }

  const { importJob } = await api.sync()
  if (importJob.status !== 'completed') throw new Error(`No first import: ${importJob.error}`)
  const firstSheet = await readFile(sheetPath, 'utf8')
  const sheetOf = (of: number) => textOfGeneration(firstSheet, of)
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
    kill,
    settle,
    close,
    sheet: () => readFile(sheetPath, 'utf8'),
    /** Returns the sheet that an export of the generation writes. */
    sheetOf,
    writeSheet: (of: number) => writeFile(sheetPath, sheetOf(of)),
    /** Makes Locust return the next generation; returns its number. */
    async nextGeneration(): Promise<number> {
      generation += 1
      await locust.setMode(csvAnswer(generation))
      return generation
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
