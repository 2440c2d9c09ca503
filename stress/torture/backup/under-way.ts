import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCircuitReport } from '@dashboard/contract/reports'
import { importSheet } from '@dashboard/contract/sync'
import type { PostgresServer } from '@dashboard/doubles/postgres/postgres-server'
import { startS3Double } from '@dashboard/doubles/s3/s3-double'
import { type ApiClient, signInByApi } from '../../../e2e/api-client.ts'
import { startDashboard } from '../../../e2e/dashboard.ts'
import { startProgram } from '../../../e2e/server-program.ts'
import { contentTables, csvOf } from '../kills/imported-content.ts'
import {
  openPostgresDatabase,
  openSqliteDatabase,
  type StoredContent,
  type StoredDatabase,
  tablesThatDiffer,
} from '../kills/stored-content.ts'

export type Combination = readonly ['sqlite' | 'postgres', 'disk' | 's3']

const volunteers = 3_000
const circuits = ['NY-1', 'NY-2', 'NY-3', 'NY-4']
const jobMs = 600_000

/**
 * Prepares a place for a dashboard: the settings of its server, and functions that read its rows and files directly.
 */
async function openInstallation(
  [database, storage]: Combination,
  postgres: PostgresServer | undefined,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'dashboard-under-way-'))
  const s3 = storage === 's3' ? await startS3Double() : undefined
  const url = database === 'postgres' ? postgres?.createDatabase() : undefined
  const stored: StoredDatabase =
    url === undefined ? openSqliteDatabase(dataDir) : openPostgresDatabase(url)
  const environment = {
    ...stored.environment,
    ...(s3 && { STORAGE_URL: s3.storageUrl, ...s3.credentials }),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    SPREADSHEET: `file:${dataDir}/sheet.csv`,
  }
  return {
    dataDir,
    stored,
    environment,
    async hashOf(key: string): Promise<string | undefined> {
      const content = s3
        ? s3.objects.get(`files/${key}`)?.content
        : await readFile(join(dataDir, 'files', key)).catch(() => undefined)
      return content && createHash('sha256').update(content).digest('hex')
    },
    async close() {
      await s3?.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Installation = Awaited<ReturnType<typeof openInstallation>>

async function runProgram(name: 'backup' | 'restore', { environment }: Installation, path: string) {
  const { code, printed } = await startProgram(name, environment, path).ended
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${printed}`)
}

const setSheet = ({ dataDir }: Installation, generation: number) =>
  writeFile(join(dataDir, 'sheet.csv'), csvOf(generation, volunteers))

/** Starts an import of a sheet in which every row is changed, and a report job; resolves when both are running. */
async function startWork(api: ApiClient): Promise<() => Promise<unknown>> {
  const importing = api.call(importSheet)
  const { body } = await api.call(startCircuitReport, { body: { circuits } })
  const isReached = ({ progress, status }: { progress: number; status: string }) =>
    status !== 'queued' && progress >= 0
  await api.waitForJob(body.jobId, isReached, jobMs)
  return async () => [await importing, await api.waitForJob(body.jobId, undefined, jobMs)]
}

/**
 * Restores a backup that was made during an import and a report job, and compares the contents: people must be as
 * before or after that import, and every report must have the bytes of the original. Returns the differences.
 */
export async function restoreUnderWay(
  combination: Combination,
  postgres: PostgresServer | undefined,
): Promise<string[]> {
  const installation = await openInstallation(combination, postgres)
  const other = await openInstallation(combination, postgres)
  const path = join(installation.dataDir, 'under-way.tar.gz')
  try {
    await setSheet(installation, 1)
    const dashboard = await startDashboard(installation.environment, installation.dataDir)
    const api = await signInByApi(dashboard)
    await api.call(importSheet)
    const made = await api.call(startCircuitReport, { body: { circuits: circuits.slice(0, 2) } })
    await api.waitForJob(made.body.jobId, undefined, jobMs)
    const before = await installation.stored.readContent()
    await setSheet(installation, 2)
    const finishWork = await startWork(api)
    await runProgram('backup', installation, path)
    await finishWork()
    await dashboard.stop()
    const after = await installation.stored.readContent()
    await runProgram('restore', other, path)
    const restored = await other.stored.readContent()
    return [
      ...comparePeople(restored, before, after),
      ...(await compareReports(restored, { after, installation, other })),
      ...(await problemsOfStart(other)),
    ]
  } finally {
    await installation.close()
    await other.close()
  }
}

function comparePeople(
  restored: StoredContent,
  before: StoredContent,
  after: StoredContent,
): string[] {
  const fromBefore = tablesThatDiffer(restored, before, contentTables)
  const fromAfter = tablesThatDiffer(restored, after, contentTables)
  if (fromBefore.length === 0 || fromAfter.length === 0) return []
  return [`people are neither as before (${fromBefore}) nor as after (${fromAfter})`]
}

async function compareReports(
  restored: StoredContent,
  {
    after,
    installation,
    other,
  }: { after: StoredContent; installation: Installation; other: Installation },
): Promise<string[]> {
  const problems: string[] = []
  const originals = new Set((after.get('reports') ?? []).map(({ id }) => id))
  const reports = restored.get('reports') ?? []
  if (reports.length < 2) problems.push(`only ${reports.length} reports are there`)
  for (const { id, storageKey } of reports) {
    if (!originals.has(id ?? '')) problems.push(`report ${id} is none of the original`)
    const hash = await other.hashOf(String(storageKey))
    const wanted = await installation.hashOf(String(storageKey))
    if (hash === undefined || hash !== wanted) problems.push(`the file of ${id} is another one`)
  }
  return problems
}

/** Checks that the restored place works: people can sign in, and no work continues from the time of the backup. */
async function problemsOfStart({ environment, dataDir }: Installation): Promise<string[]> {
  const dashboard = await startDashboard(environment, dataDir)
  try {
    const jobs = await (await signInByApi(dashboard)).jobs()
    const active = jobs.filter(({ status }) => status === 'queued' || status === 'running')
    return active.map(({ id }) => `job ${id} is still active`)
  } finally {
    await dashboard.stop()
  }
}
