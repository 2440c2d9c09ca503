import { startCircuitReport } from '@dashboard/contract/reports'
import { expect, type Page, test } from '@playwright/test'
import { type ApiClient, signInByApi } from '../api-client.ts'
import { builtPages, findExample } from '../built-pages.ts'
import { takeShifts, watchShifts } from '../layout-shift.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { openSignedIn } from '../sign-in.ts'
import { type SlowLine, startSlowLine } from '../slow-line.ts'

/** Nothing moves while a page loads, whether for the first time or again, with motion or without. */

const limit = 0.01
const dashboard = ownDashboard({}, { synced: 'sample' })

let client: ApiClient
let line: SlowLine

test.beforeAll(async () => {
  line = await startSlowLine(dashboard)
  client = await signInByApi(dashboard)
  const { body } = await client.call(startCircuitReport, { body: { circuits: ['NY-1'] } })
  await client.waitForJob(body.jobId)
})

test.afterAll(() => line.stop())

onEachScreen(() => {
  for (const address of ['/login', ...builtPages()]) {
    test(`nothing shifts at ${address}`, async ({ page }) => {
      await watchShifts(page)
      if (address === '/login') await page.goto(`${line.url}${address}`)
      else await openSignedIn(page, line, await findExample(client, address))
      await expectStill(page, 'opened for the first time')
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.reload()
      await expectStill(page, 'opened again, with reduced motion')
    })
  }
})

async function expectStill(page: Page, when: string): Promise<void> {
  const shifts = await takeShifts(page)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect.soft(sum, `${when}: ${JSON.stringify(shifts, null, 2)}`).toBeLessThan(limit)
}
