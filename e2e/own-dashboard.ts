import { rm } from 'node:fs/promises'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { test } from '@playwright/test'
import { type Dashboard, startDashboard } from './dashboard.ts'
import { copyData, type DataKind } from './synced-data.ts'

/**
 * Declares a dashboard for a single spec file. It is started before the file's tests, on existing tables or, with
 * `synced`, on data, and stopped after them. The returned object can be used while tests run.
 */
export function ownDashboard(
  environment: NodeJS.ProcessEnv = {},
  { synced }: { synced?: DataKind } = {},
): Dashboard {
  let started: Dashboard | undefined
  let close: (() => Promise<void>) | undefined
  const running = () => {
    if (!started) throw new Error('The dashboard starts before the first test')
    return started
  }
  test.beforeAll(async () => {
    const locust = synced === 'locust' ? await startLocustDouble() : undefined
    const folder = await copyData(synced ?? 'started')
    const outside = locust && { LOCUST_URL: locust.url, LOCUST_TOKEN: locustToken }
    started = await startDashboard({ ...outside, ...environment }, folder)
    close = async () => {
      await started?.stop()
      await locust?.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
  test.afterAll(() => close?.())
  return {
    get url() {
      return running().url
    },
    get dataDir() {
      return running().dataDir
    },
    get pid() {
      return running().pid
    },
    output: () => running().output(),
    stop: () => running().stop(),
    kill: () => running().kill(),
  }
}
