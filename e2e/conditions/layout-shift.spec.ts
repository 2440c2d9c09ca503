import { startCircuitReport } from '@dashboard/contract/reports'
import { expect, type Page, test } from '@playwright/test'
import { type ApiClient, signInByApi } from '../api-client.ts'
import { builtPages, findExample } from '../built-pages.ts'
import { takeShifts, watchShifts } from '../layout-shift.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen, widths } from '../screens.ts'
import { openSignedIn } from '../sign-in.ts'
import { type SlowLine, startSlowLine } from '../slow-line.ts'

/**
 * Nothing moves while a page loads: at both widths when it is opened for the first time, and at one of them when it is
 * opened again by somebody who wants no motion, since no rule about motion depends on the width.
 */

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

onEachScreen((width) => {
  for (const address of ['/login', ...builtPages()]) {
    test(`nothing shifts at ${address}`, async ({ page }) => {
      await watchShifts(page)
      if (address === '/login') await page.goto(`${line.url}${address}`)
      else await openSignedIn(page, line, await findExample(client, address))
      await expectStill(page, 'opened for the first time')
      if (width !== widths[0]) return
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
