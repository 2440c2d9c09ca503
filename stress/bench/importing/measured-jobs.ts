import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ColumnMatch, saveColumnMatch } from '@dashboard/contract/columns'
import { signInByApi } from '../../../e2e/api-client.ts'
import { startDashboard } from '../../../e2e/dashboard.ts'
import {
  openPostgresDatabase,
  openSqliteDatabase,
  type StoredDatabase,
} from '../../torture/kills/stored-content.ts'
import { jobProgram, measureProcess, type ProcessFigures } from '../measuring/finished-process.ts'

interface ReportRequest {
  type: 'circuit-report' | 'congregation-report'
  targets: readonly string[]
  workers: number
}

/** A separate database in which the program that runs jobs imports sheets. */
export interface BenchInstallation {
  folder: string
  importSheet(path: string): Promise<ProcessFigures>
  /** Saves a match by which sheets with these titles are read. */
  saveMatch(match: ColumnMatch): Promise<void>
  /** Plans an import. */
  reviewSheet(path: string): Promise<ProcessFigures>
  /** Makes reports, with the given number of workers. */
  makeReports(request: ReportRequest): Promise<ProcessFigures>
  remove(): Promise<void>
}

/** Opens an empty, migrated database: a file in a new folder, or the PostgreSQL database at `url`. */
export async function openBenchInstallation(url?: string): Promise<BenchInstallation> {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-bench-'))
  const database = url === undefined ? openSqliteDatabase(folder) : openPostgresDatabase(url)
  const dashboard = await startDashboard({ ...database.environment }, folder)
  await dashboard.stop()
  const readSheet = (type: string, path: string) =>
    runJob({ database, folder }, { type, environment: { SPREADSHEET: `file:${path}` } })
  return {
    folder,
    importSheet: (path) => readSheet('import', path),
    async saveMatch(match) {
      const server = await startDashboard({ ...database.environment }, folder)
      try {
        const { call } = await signInByApi(server)
        await call(saveColumnMatch, { body: { name: 'Bench', match } })
      } finally {
        await server.stop()
      }
    },
    reviewSheet: (path) => readSheet('review', path),
    makeReports: ({ type, targets, workers }) =>
      runJob({ database, folder }, { type, targets, arguments: [String(workers)] }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

interface JobRequest {
  type: string
  targets?: readonly string[]
  arguments?: readonly string[]
  environment?: NodeJS.ProcessEnv
}

async function runJob(
  { database, folder }: { database: StoredDatabase; folder: string },
  { type, targets = [], arguments: words = [], environment }: JobRequest,
): Promise<ProcessFigures> {
  const id = randomUUID()
  await database.query(`insert into jobs (id, type, targets, sequence, "createdAt", "updatedAt")
    select '${id}', '${type}', '${JSON.stringify(targets)}', coalesce(max(sequence), 0) + 1, '2026-01-01', '2026-01-01'
    from jobs returning id`)
  return measureProcess([jobProgram, 'run', id, ...words], {
    DATA_DIR: folder,
    ...environment,
    ...database.environment,
  })
}
