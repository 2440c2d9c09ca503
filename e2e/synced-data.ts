import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCircuitReport } from '@dashboard/contract/workflows'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { signInByApi } from './api-client.ts'
import { type Dashboard, startDashboard } from './dashboard.ts'
import { madeOnce } from './shared-folder.ts'

/**
 * Data folders as a first start or a sync leaves them. A sync takes a hundred times as long as a copy of its
 * outcome, and a first start half as long again as another one, so each kind is made once for all specs of a
 * run that begin with it.
 */

/** The product's sample data, the same with reports that were made of it, or the 400 volunteers of the Locust double. */
export type SyncedKind = 'sample' | 'reports' | 'locust'
/** Or only what a first start makes: the tables and the administrator. */
type FolderKind = SyncedKind | 'started'

/** A new data folder as a sync of that kind has left it, whose copy is the caller's to remove. */
export async function copySyncedData(kind: SyncedKind): Promise<string> {
  return copyOf(kind)
}

/** The same of a server that was started once and has synced nothing. */
export async function copyStartedData(): Promise<string> {
  return copyOf('started')
}

async function copyOf(kind: FolderKind): Promise<string> {
  const made = await madeOnce(kind, (folder) => makeIn(folder, kind))
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-e2e-'))
  await cp(made, folder, { recursive: true })
  return folder
}

async function makeIn(folder: string, kind: FolderKind): Promise<void> {
  const locust = kind === 'locust' ? await startLocustDouble() : undefined
  const environment = locust && { LOCUST_URL: locust.url, LOCUST_TOKEN: locustToken }
  const dashboard = await startDashboard(environment, folder)
  try {
    if (kind !== 'started') await syncOnce(dashboard)
    if (kind === 'reports') await makeReports(dashboard)
  } finally {
    await dashboard.stop()
    await locust?.close()
  }
}

/** Two circuits, and a later version of the first of them. */
async function makeReports(dashboard: Dashboard): Promise<void> {
  const api = await signInByApi(dashboard)
  for (const circuits of [['NY-1', 'NY-2'], ['NY-1']]) {
    const { body } = await api.call(startCircuitReport, { body: { circuits } })
    const { status, error } = await api.waitForJob(body.jobId)
    if (status !== 'completed') throw new Error(`The reports failed: ${error}`)
  }
}

/** Syncs what the dashboard exports: the sample data unless it was started otherwise. Throws when the import fails. */
export async function syncOnce(dashboard: Dashboard): Promise<void> {
  const { importJob } = await (await signInByApi(dashboard)).sync()
  if (importJob.status !== 'completed') throw new Error(`The import failed: ${importJob.error}`)
}
