import { rm } from 'node:fs/promises'
import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import { test } from '@playwright/test'
import { type Dashboard, startDashboard } from './dashboard.ts'
import { copyData, type DataKind } from './synced-data.ts'

/**
 * Declares a dashboard of a spec file's own, started before its tests and stopped after them, on tables that are
 * there; with `synced` on data, too. What is answered can be used from then on.
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
