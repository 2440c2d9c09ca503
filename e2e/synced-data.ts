import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCircuitReport } from '@dashboard/contract/reports'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { signInByApi } from './api-client.ts'
import { type Dashboard, startDashboard } from './dashboard.ts'
import { type Makers, sharedFolder } from './shared-folder.ts'

/**
 * Provides data folders as a first start or a sync leaves them. A sync takes a hundred times as long as copying its
 * result, and a first start takes half as long again as later ones, so each kind is created once for all specs of a
 * run.
 */

/**
 * `started`: only tables and administrator of a first start; `sample`: the product's sample data; `reports`: the same
 * with reports; `locust`: the 400 volunteers of the Locust double.
 */
export type DataKind = 'started' | 'sample' | 'reports' | 'locust'

/** Returns a new data folder of that kind, which the caller must remove. */
export async function copyData(kind: DataKind): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-e2e-'))
  await cp(await sharedFolder(kind), folder, { recursive: true })
  return folder
}

/** Creates each kind of data folder. */
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

/** Makes reports of two circuits, and a later version of the first one. */
async function makeReports(dashboard: Dashboard): Promise<void> {
  const api = await signInByApi(dashboard)
  for (const circuits of [['NY-1', 'NY-2'], ['NY-1']]) {
    const { body } = await api.call(startCircuitReport, { body: { circuits } })
    const { status, error } = await api.waitForJob(body.jobId)
    if (status !== 'completed') throw new Error(`The reports failed: ${error}`)
  }
}

/** Runs a sync from the dashboard's source, by default the sample data. Throws when the import fails. */
export async function syncOnce(dashboard: Dashboard): Promise<void> {
  const { importJob } = await (await signInByApi(dashboard)).sync()
  if (importJob.status !== 'completed') throw new Error(`The import failed: ${importJob.error}`)
}
