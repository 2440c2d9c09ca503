import { createSchedule, listSchedules } from '@dashboard/contract/schedules'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { admin } from '../dashboard.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { makeDue, pauseAll } from '../schedule-rows.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'
import { tryAgain } from '../try-again.ts'

/** The card of schedules on the sync page (docs/behavior.md#schedule-card). */

const dashboard = ownDashboard()
const card = (page: Page) => page.getByRole('region', { name: 'Schedule', exact: true })
const open = (page: Page, user = admin) => openSignedIn(page, dashboard, '/dashboard/sync', user)
const weekdays = 'Every Monday to Friday at 6:00 AM ET'

async function choose(page: Page, what: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${what}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function addByApi(api: Awaited<ReturnType<typeof signInByApi>>) {
  const body = { days: [1, 2, 3, 4, 5], time: '06:00', reportsAfter: 'outdated', isActive: true }
  return (await api.call(createSchedule, { body })).body.schedule
}

test.describe
  .serial('schedules', () => {
    onEachScreen(() => {
      test('without any the card says what will be there', async ({ page }) => {
        await open(page)
        await expect(card(page)).toContainText('No schedule yet')
        await expectAccessible(page)
        await takeScreenshots(page, 'schedules')('none')
      })
    })

    test('a schedule is added, with what is missing named', async ({ page }) => {
      await open(page)
      const add = card(page).getByRole('button', { name: 'Add schedule' })
      await add.click()
      const dialog = page.getByRole('dialog', { name: 'Add schedule' })
      await expect(dialog.getByRole('checkbox', { name: 'Monday' })).toBeChecked()
      await expect(dialog.getByRole('checkbox', { name: 'Sunday' })).not.toBeChecked()
      for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
        await dialog.getByRole('checkbox', { name: day }).uncheck()
      }
      await dialog.getByLabel('Time').fill('')
      await dialog.getByLabel('Reports after the import').selectOption('Those of chosen circuits')
      await dialog.getByRole('button', { name: 'Add schedule' }).click()
      for (const text of ['Choose at least one day', 'Choose a time such as 06:00']) {
        await expect(dialog.getByText(text, { exact: true })).toBeVisible()
      }
      await expect(dialog.getByText('Select at least one circuit')).toBeVisible()
      await expectAccessible(page)
      await takeScreenshots(page, 'schedules')('refused')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(add).toBeFocused()

      await add.click()
      await expectAccessible(page)
      await takeScreenshots(page, 'schedules')('add')
      await dialog.getByRole('button', { name: 'Add schedule' }).click()
      await expect(page.getByText('Schedule Added', { exact: true })).toBeVisible()
      await expect(card(page)).toContainText(new RegExp(`${weekdays}, next: \\w+`))
      await expect(card(page)).toContainText('Then makes the reports again that are out of date')
    })

    test('it is paused, resumed and changed', async ({ page }) => {
      await open(page)
      await choose(page, weekdays, 'Pause')
      await expect(card(page)).toContainText(`${weekdays}, paused`)
      await choose(page, weekdays, 'Resume')
      await expect(card(page)).toContainText(`${weekdays}, next: `)
      await choose(page, weekdays, 'Edit')
      const dialog = page.getByRole('dialog', { name: 'Edit schedule' })
      for (const day of ['Saturday', 'Sunday']) {
        await dialog.getByRole('checkbox', { name: day }).check()
      }
      await dialog.getByLabel('Time').fill('23:30')
      await dialog.getByLabel('Reports after the import').selectOption('None')
      await dialog.getByRole('button', { name: 'Save changes' }).click()
      await expect(card(page)).toContainText('Every day at 11:30 PM ET, next: ')
      await expect(card(page)).toContainText('Makes no reports')
    })

    test('a run shows what became of it, and the monitor who started it', async ({ page }) => {
      makeDue(dashboard.dataDir)
      const api = await signInByApi(dashboard)
      const outcome = async () =>
        (await api.call(listSchedules)).body.schedules[0]?.lastRun?.outcome
      // The sync fails because there is no sheet to import.
      await expect.poll(outcome).toBe('failed')
      await open(page)
      await expect(card(page)).toContainText(/Last run: failed, /)
      await card(page).getByRole('link', { name: 'Open its job' }).click()
      await expect(page.getByRole('dialog').getByText('Schedule', { exact: true })).toBeVisible()
    })

    onEachScreen((width) => {
      test('a pause of all is seen by everybody, and ended by an administrator', async ({
        page,
      }) => {
        const user = await createAccount(dashboard, {
          username: `mia${width}`,
          password: 'a secret',
        })
        const api = await signInByApi(dashboard)
        await addByApi(api)
        pauseAll(dashboard.dataDir, { reason: 'guard', at: '2026-11-20T11:01:00.000Z' })
        await open(page, user)
        await expect(card(page)).toContainText('The schedules are paused')
        await expect(card(page)).toContainText(
          'Paused since Nov 20, 2026, 6:01 AM ET, when an import was stopped',
        )
        await expect(card(page)).toContainText('An administrator can resume them.')
        await expect(card(page).getByRole('button')).toHaveCount(0)
        await expectAccessible(page)

        await open(page)
        await expectAccessible(page)
        await takeScreenshots(page, 'schedules')('paused')
        await card(page).getByRole('button', { name: 'Resume' }).click()
        await expect(page.getByText('Schedules Resumed', { exact: true })).toBeVisible()
        await expect(card(page).getByText('The schedules are paused')).toHaveCount(0)
        await expect(card(page)).toContainText('next: ')
        await expectAccessible(page)
        await takeScreenshots(page, 'schedules')('list')
        await choose(page, weekdays, 'Delete')
        await page.getByRole('button', { name: 'Delete schedule' }).click()
        await expect(card(page).getByText(weekdays)).toHaveCount(0)
      })
    })

    test('a list that cannot be loaded says so, and is asked for again', async ({ page }) => {
      await page.route('**/api/schedules', (route) =>
        route.fulfill({ status: 502, json: { message: 'The database is away.' } }),
      )
      await open(page)
      await expect(card(page)).toContainText('The schedule could not be loaded')
      await expect(card(page)).toContainText('The database is away.')
      await expectAccessible(page)
      await takeScreenshots(page, 'schedules')('not-loaded')
      await tryAgain(page, card(page).getByRole('button', { name: 'Try again' }), {
        call: '**/api/schedules',
        mend: () => page.unroute('**/api/schedules'),
      })
      await expect(card(page)).toContainText('Every day at 11:30 PM ET')
    })
  })
