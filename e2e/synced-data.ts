import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCircuitReport } from '@dashboard/contract/reports'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { signInByApi } from './api-client.ts'
import { type Dashboard, startDashboard } from './dashboard.ts'
import { type Makers, sharedFolder } from './shared-folder.ts'

/**
 * Data folders as a first start or a sync leaves them. A sync takes a hundred times as long as a copy of its
 * outcome, and a first start half as long again as another one, so each kind is made once for all specs of a
 * run that begin with it.
 */

/**
 * Only what a first start makes, the tables and the administrator; with the product's sample data; also with reports
 * of it; or with the 400 volunteers of the Locust double.
 */
export type DataKind = 'started' | 'sample' | 'reports' | 'locust'

/** A new data folder of that kind, which is the caller's to remove. */
export async function copyData(kind: DataKind): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-e2e-'))
  await cp(await sharedFolder(kind), folder, { recursive: true })
  return folder
}

/** How each kind is made. */
export const dataFolders: Record<DataKind, Makers[string]> = {
  started: (folder) => workIn(folder, async () => {}),
  sample: (folder) => workIn(folder, syncOnce),
  async reports(folder) {
    await cp(await sharedFolder('sample'), folder, { recursive: true })
    await workIn(folder, makeReports)
  },
  async locust(folder) {
    const locust = await startLocustDouble()
    try {
      const environment = { LOCUST_URL: locust.url, LOCUST_TOKEN: locustToken }
      await workIn(folder, syncOnce, environment)
    } finally {
      await locust.close()
    }
  },
}

async function workIn(
  folder: string,
  work: (dashboard: Dashboard) => Promise<void>,
  environment?: NodeJS.ProcessEnv,
): Promise<void> {
  const dashboard = await startDashboard(environment, folder)
  try {
    await work(dashboard)
  } finally {
    await dashboard.stop()
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
