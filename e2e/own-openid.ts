import { startOpenIdDouble } from '@dashboard/doubles/openid/openid-double'
import { findServerPort } from '@dashboard/doubles/server-port'
import { test } from '@playwright/test'
import { type Dashboard, startDashboard } from './dashboard.ts'

type Provider = Awaited<ReturnType<typeof startOpenIdDouble>>

/** Declares a dashboard for a single spec file, with its own real OpenID provider to sign in at. */
export function ownOpenId(environment: NodeJS.ProcessEnv = {}): {
  readonly dashboard: Dashboard
  readonly provider: Provider
} {
  let started: { dashboard: Dashboard; provider: Provider } | undefined
  const running = () => {
    if (!started) throw new Error('They start before the first test')
    return started
  }
  test.beforeAll(async () => {
    const port = await findServerPort()
    const url = `http://127.0.0.1:${port}`
    const provider = await startOpenIdDouble({ redirectUris: [`${url}/login/openid`] })
    const settings = { ...provider.environment, PORT: String(port), PUBLIC_URL: url }
    started = { provider, dashboard: await startDashboard({ ...settings, ...environment }) }
  })
  test.afterAll(async () => {
    await started?.dashboard.stop()
    await started?.provider.close()
  })
  return {
    get dashboard() {
      return running().dashboard
    },
    get provider() {
      return running().provider
    },
  }
}
