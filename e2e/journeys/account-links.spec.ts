import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { smtpCredentials, startSmtpDouble } from '@dashboard/doubles/smtp/smtp-double'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../accessibility.ts'
import { createAccount } from '../accounts.ts'
import { type Dashboard, startDashboard } from '../dashboard.ts'
import { test } from '../kept-page.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { onEachScreen } from '../screens.ts'
import { takeScreenshots } from '../screenshots.ts'
import { openSignedIn } from '../sign-in.ts'

/** Invitations and new passwords by links (docs/behavior.md#links-to-set-a-password). */

const dashboard = ownDashboard()

const dialog = (page: Page) => page.getByRole('dialog')

async function fillInvitation(page: Page, username: string) {
  await page.getByRole('button', { name: 'Invite User' }).click()
  await dialog(page).getByLabel('First Name').fill('Mia')
  await dialog(page).getByLabel('Last Name').fill('Ortega')
  await dialog(page).getByLabel('Username').fill(username)
}

const send = (page: Page) => dialog(page).getByRole('button', { name: 'Invite User' }).click()

async function choosePassword(page: Page, link: string, username: string) {
  await page.goto(link)
  await expect(page.getByLabel('Username')).toHaveValue(username)
  await page.getByLabel('New Password').fill('a fine new day')
  await page.getByRole('button', { name: 'Save and Log In' }).click()
  await expect(page).toHaveURL(/\/dashboard\/reports$/)
}

onEachScreen((width) => {
  test('an invitation is copied, opened, and leads in with a password of one’s own', async ({
    page,
    browser,
  }) => {
    const username = `mia-${width}`
    await openSignedIn(page, dashboard, '/admin/users')
    await fillInvitation(page, username)
    await expectAccessible(page)
    await send(page)
    await expect(dialog(page)).toContainText(`The link for @${username} is ready.`)
    await expectAccessible(page)
    await takeScreenshots(page, 'links')('made')
    const link = (await dialog(page).locator('code').textContent()) ?? ''
    expect(link).toMatch(new RegExp(`^${dashboard.url}/set-password#`))
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    const entry = page
      .getByRole(width === 1280 ? 'row' : 'listitem')
      .filter({ has: page.getByRole('button', { name: `Actions for ${username}` }) })
    await expect(entry).toContainText('Invited, no password yet')
    await expectAccessible(page)

    const theirs = await browser.newContext({ viewport: { width, height: 800 } })
    const their = await theirs.newPage()
    await their.goto(link)
    await expect(their.getByRole('heading', { name: 'Welcome, Mia' })).toBeVisible()
    await expectAccessible(their)
    await takeScreenshots(their, 'links')('opened')
    await their.getByLabel('New Password').fill('password1')
    await expect(their.getByText('one of the most used passwords')).toBeVisible()
    await their.getByLabel('New Password').fill('a fine new day')
    await their.getByRole('button', { name: 'Save and Log In' }).click()
    await expect(their).toHaveURL(/\/dashboard\/reports$/)

    await their.goto(`${dashboard.url}/login`)
    await their.evaluate('localStorage.clear()')
    await their.goto(link)
    await expect(their.getByRole('alert')).toContainText('This link was used, has expired')
    await expectAccessible(their)
    await takeScreenshots(their, 'links')('used')
    await their.getByRole('link', { name: 'Go to Login' }).click()
    await their.getByLabel('Username').fill(username)
    await their.getByLabel('Password', { exact: true }).fill('a fine new day')
    await their.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(their).toHaveURL(/\/dashboard\/reports$/)
    await theirs.close()
    await page.reload()
    await expect(entry).toBeVisible()
    await expect(entry).not.toContainText('Invited')
  })
})

test('a password link signs its user out everywhere once it is used', async ({ page, browser }) => {
  const uma = await createAccount(dashboard, { username: 'uma', password: 'a fine day' })
  const theirs = await browser.newContext()
  const their = await theirs.newPage()
  await openSignedIn(their, dashboard, '/profile', uma)
  await openSignedIn(page, dashboard, '/admin/users')
  await page.getByRole('button', { name: 'Actions for uma' }).click()
  await page.getByRole('menuitem', { name: 'Password Link' }).click()
  await expectAccessibleAtEachWidth(page)
  await dialog(page).getByRole('button', { name: 'Make Link' }).click()
  const link = (await dialog(page).locator('code').textContent()) ?? ''
  const other = await browser.newContext()
  await choosePassword(await other.newPage(), link, 'uma')
  await their.reload()
  await expect(their).toHaveURL(/\/login$/)
  await Promise.all([theirs.close(), other.close()])
})

test.describe('by e-mail', () => {
  let mail: Awaited<ReturnType<typeof startSmtpDouble>>
  let sending: Dashboard
  test.beforeAll(async () => {
    mail = await startSmtpDouble({ encryption: 'starttls' })
    const certificate = join(await mkdtemp(join(tmpdir(), 'links-')), 'mail.pem')
    await writeFile(certificate, mail.certificate)
    const { user, password } = smtpCredentials
    sending = await startDashboard({
      SMTP_URL: `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${mail.port}`,
      SMTP_FROM: 'dashboard@example.org',
      PUBLIC_URL: 'https://dashboard.example.org',
      NODE_EXTRA_CA_CERTS: certificate,
    })
  })
  test.afterAll(async () => {
    await sending.stop()
    await mail.close()
  })

  test('an invitation arrives, and is shown to nobody else', async ({ page }) => {
    await openSignedIn(page, sending, '/admin/users')
    await fillInvitation(page, 'noor')
    await dialog(page).getByLabel('E-mail Address').fill('noor@example.org')
    await expectAccessibleAtEachWidth(page)
    await send(page)
    await expect(dialog(page)).toContainText('The link was sent to noor@example.org.')
    await expect(dialog(page).locator('code')).toHaveCount(0)
    const raw = mail.mails[0]?.raw.replaceAll('=\r\n', '') ?? ''
    const [, path = ''] = /dashboard\.example\.org(\/set-password#[\w-]{43})/.exec(raw) ?? []
    await page.evaluate('localStorage.clear()')
    await choosePassword(page, `${sending.url}${path}`, 'noor')
  })
})
