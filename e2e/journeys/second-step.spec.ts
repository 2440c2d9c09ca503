import { readFile } from 'node:fs/promises'
import { createUser } from '@dashboard/contract/accounts'
import { sessionTokenKey } from '@dashboard/contract/limits'
import { expect, type Page } from '@playwright/test'
import { codeOf } from '../authenticator-app.ts'
import { admin } from '../dashboard.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { test } from '../reused-page.ts'
import { letAnHourPass } from '../second-steps.ts'

/**
 * The second step as an administrator sees it who has to set one up (docs/sign-in.md#required-of-administrators): from
 * the login to the login with a code, with the file of recovery codes. What is asked, refused and counted is in
 * web/test/pages/second-step.page.test.tsx.
 */

const dashboard = ownDashboard({ SECOND_FACTOR: 'administrators' })

test.use({ hasTouch: true })

async function giveLogin(page: Page) {
  await page.goto(`${dashboard.url}/login`)
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('an authenticator app is set up, reset, and asked for', async ({ page }) => {
  await giveLogin(page)
  await expect(page.getByText('Set up a second step first')).toBeVisible()
  await page.goto(`${dashboard.url}/admin/users`)
  await page.getByRole('button', { name: 'Set Up an Authenticator App' }).click()
  const dialog = page.getByRole('dialog')
  const qrCode = dialog.getByRole('img', { name: 'QR code for the authenticator app' })
  await expect(qrCode).toBeVisible()
  const key = String(await dialog.locator('code').textContent())
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(key))
  await dialog.getByRole('button', { name: 'Add App' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('recovery-codes.txt')
  const kept = await codes.allInnerTexts()
  expect(await readFile(await file.path(), 'utf8')).toContain(kept.join('\n'))
  await page.getByRole('button', { name: 'I Have Kept Them' }).click()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()

  const token = await page.evaluate((name) => localStorage.getItem(name), sessionTokenKey)
  await page.request.post(dashboard.url + createUser.path, {
    headers: { authorization: `Bearer ${token}` },
    data: { username: 'tess', firstName: 'Tess', lastName: 'Lost', password: 'a fine day' },
  })
  await page.reload()
  await page.getByRole('button', { name: 'Actions for tess' }).click()
  await page.getByRole('menuitem', { name: 'Reset Sign-in' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()

  await page.goto(`${dashboard.url}/profile#sign-in`)
  await expect(page.getByText('10 of 10 left.')).toBeVisible()
  letAnHourPass(dashboard)
  await page.getByRole('button', { name: 'Make New Codes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible()

  await page.evaluate('localStorage.clear()')
  await giveLogin(page)
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code', { exact: true })).toBeFocused()
  await page.getByLabel('Recovery code', { exact: true }).fill('not one of them')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText(/code is wrong/)).toBeVisible()
  await page.getByLabel('Recovery code', { exact: true }).fill(kept[0] ?? '')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/reports$/)
})
