import { test } from '@playwright/test'
import { type Dashboard, startDashboard } from './dashboard.ts'

/**
 * Declares a dashboard of a spec file's own, started before its tests and stopped after them. What is
 * answered can be used from then on.
 */
export function ownDashboard(environment: NodeJS.ProcessEnv = {}): Dashboard {
  let started: Dashboard | undefined
  const running = () => {
    if (!started) throw new Error('The dashboard starts before the first test')
    return started
  }
  test.beforeAll(async () => {
    started = await startDashboard(environment)
  })
  test.afterAll(() => started?.stop())
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
