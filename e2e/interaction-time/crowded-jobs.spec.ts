import { expect, test } from '@playwright/test'
import { expectSmooth, slowMachine } from '../interaction-time.ts'
import { dialogOf, logBox, logOf } from '../job-dialog.ts'
import { deleteAllJobs, jobRow, runningRow, writeJobs } from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { openSignedIn } from '../sign-in.ts'

/** 100 jobs of 40 targets, the first with a log of a megabyte, stay smooth on a slow machine. */

const targets = Array.from({ length: 40 }, (_, index) => `NY-${index + 1}`)
const dashboard = ownDashboard()

test.beforeEach(() => {
  deleteAllJobs(dashboard.dataDir)
  const crowd = Array.from({ length: 99 }, () => jobRow({ type: 'circuit-report', targets }))
  const big = runningRow({ targets, type: 'circuit-report', logs: logOf(36_000) })
  expect(big.logs?.length).toBeGreaterThan(1_000_000)
  writeJobs(dashboard.dataDir, [...crowd, big])
})

onEachScreen(() => {
  test('the list', async ({ page }) => {
    await openSignedIn(page, dashboard, '/dashboard/monitor')
    const list = page.getByRole('list', { name: 'Completed jobs' })
    await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '99')
    expect(await list.getByRole('listitem').count()).toBeLessThan(25)
    const machine = await slowMachine(page)
    await expectSmooth('scrolling the list', () =>
      machine.scroll(list.getByRole('listitem').first()),
    )
  })

  test('a log of a megabyte', async ({ page }) => {
    await openSignedIn(page, dashboard, '/dashboard/monitor')
    const details = page.getByRole('button', { name: 'View Details' }).first()
    await expect(details).toBeVisible()
    const machine = await slowMachine(page)
    const lastLine = logBox(page).getByText('Line 36000:')
    await expectSmooth('opening', async () => {
      if (await dialogOf(page).isVisible()) {
        await page.keyboard.press('Escape')
        await expect(dialogOf(page)).toHaveCount(0)
      }
      const milliseconds = await machine.click(details)
      await expect(lastLine).toBeVisible()
      return milliseconds
    })
    const scrolledPx = () => logBox(page).evaluate((box) => box.scrollTop)
    await logBox(page).evaluate((box) => box.scrollTo(0, 0))
    await expectSmooth('scrolling the log', () => machine.scroll(logBox(page)))
    expect(await scrolledPx()).toBeGreaterThan(1_000)
    await expectSmooth('closing', async () => {
      if (!(await dialogOf(page).isVisible())) await details.click()
      return machine.press(logBox(page), 'Escape')
    })
  })
})
