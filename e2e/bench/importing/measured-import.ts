import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startDashboard } from '../../dashboard.ts'
import {
  openPostgresDatabase,
  openSqliteDatabase,
  type StoredDatabase,
} from '../../torture/kills/stored-content.ts'

const runner = fileURLToPath(new URL('../../../runner/src/main.ts', import.meta.url))

/** What one run of the job process took, from its start to its end. */
export interface ImportFigures {
  processorMs: number
  elapsedMs: number
  /** The most memory that it held at a time, in MB. */
  memoryMb: number
}

/** A database of its own in which sheets are imported by the program that runs jobs. */
export interface ImportPlace {
  folder: string
  importSheet(path: string): Promise<ImportFigures>
  remove(): Promise<void>
}

/** An empty, migrated database: a file in a new folder, or the PostgreSQL database at `url`. */
export async function openImportPlace(url?: string): Promise<ImportPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-bench-'))
  const database = url === undefined ? openSqliteDatabase(folder) : openPostgresDatabase(url)
  const dashboard = await startDashboard({ ...database.environment }, folder)
  await dashboard.stop()
  return {
    folder,
    importSheet: (path) => runImport(database, folder, path),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Has the process say at its end what it has used. */
const report = `import { writeFileSync } from 'node:fs'
process.on('exit', () => writeFileSync(process.env.FIGURES, JSON.stringify(process.resourceUsage())))`

async function runImport(
  database: StoredDatabase,
  folder: string,
  sheet: string,
): Promise<ImportFigures> {
  const id = randomUUID()
  await database.query(`insert into jobs (id, type, sequence, "createdAt", "updatedAt")
    select '${id}', 'import', coalesce(max(sequence), 0) + 1, '2026-01-01', '2026-01-01' from jobs
    returning id`)
  const figures = join(folder, 'figures.json')
  const preload = `data:text/javascript,${encodeURIComponent(report)}`
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--import', preload, runner, 'run', id], {
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder, FIGURES: figures },
      SPREADSHEET: `file:${sheet}`,
      ...database.environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  const elapsedMs = performance.now() - startedAt
  if (code !== 0) throw new Error(`The import of ${sheet} ended with ${code}`)
  const used = JSON.parse(await readFile(figures, 'utf8')) as NodeJS.ResourceUsage
  return {
    processorMs: (used.userCPUTime + used.systemCPUTime) / 1_000,
    elapsedMs,
    memoryMb: used.maxRSS / 1_024,
  }
}
