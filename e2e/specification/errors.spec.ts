import { expect, type Locator, type Page } from '@playwright/test'
import { svgLogo } from '../branding.ts'
import { signInLiterally } from '../literal-calls.ts'
import { test } from '../reused-page.ts'
import { answerCall, expectFailure, expectToastOnce, toastOf } from './answered-calls.ts'
import { says } from './says.ts'
import { startWorld } from './world.ts'

/** The error catalogue: what fails. */

const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })

/** Opens a dialog that asks, and agrees by its last button. */
async function agree(page: Page, press: Locator): Promise<void> {
  await press.click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button').last().click()
  await expect(dialog).toHaveCount(0)
}

/** How a call that loads something fails: without a sentence, with one, with a page in place of JSON. */
const failedAnswers: { status: number; json?: object; body?: string; said?: string }[] = [
  { status: 500, json: {} },
  { status: 503, json: { message: 'The disk is full.' }, said: 'The disk is full.' },
  { status: 502, body: '<html>Oops</html>' },
]

/** Has what failed loaded again, which is then answered otherwise. */
const tryAgain = (page: Page) => button(page.getByRole('main'), 'Try again').click()

const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('session_token'))

// Nearly every call is answered here, so another server would prove nothing more.
const world = startWorld('full')

test('login, and the end of a session', async ({ page }) => {
  const logIn = async () => {
    await page.getByPlaceholder('Enter username').fill('admin')
    await page.getByPlaceholder('Enter password').fill('wrong')
    await button(page, 'Login').click()
  }
  await page.goto(`${world.url}/login`)
  await says(
    'A login call failing with 401 or 403 shows the server message and does not redirect.',
    async () => {
      for (const status of [401, 403]) {
        const json = { message: `Refused with ${status}.` }
        const done = await answerCall(page, 'POST /api/auth/login', { status, json })
        await logIn()
        await expect(page.getByRole('alert')).toContainText(json.message)
        await expectToastOnce(page, 'Login Failed', [json.message])
        await expect(page).toHaveURL(`${world.url}/login`)
        await done()
      }
    },
  )
  await says(
    "Login: destructive toast 'Login Failed' with the server message, or 'Invalid credentials. Please try again.';",
    () =>
      expectFailure(page, {
        call: 'POST /api/auth/login',
        title: 'Login Failed',
        fallback: 'Invalid credentials. Please try again.',
        press: logIn,
      }),
  )
  await says(
    "the login screen alert shows the error message or 'Login failed. Please try again.'.",
    async () => {
      await expect(page.getByRole('alert')).toContainText('Login failed. Please try again.')
    },
  )

  await says(
    "Generic rule for any non-OK response: if the status is 401 or 403 and the URL is not the login call, the stored token is removed, the browser goes to /login and the error message is 'Authentication expired. Please log in again.'.",
    async () => {
      for (const status of [401, 403]) {
        await world.open(page, '/dashboard/reports')
        await expect(button(page, 'Refresh')).toBeEnabled()
        const json = { message: 'No.' }
        const done = await answerCall(page, 'GET /api/reports', { status, json })
        await button(page, 'Refresh').click()
        await expect(page).toHaveURL(`${world.url}/login`)
        await expect(
          page.getByText('Authentication expired. Please log in again.').first(),
        ).toBeVisible()
        expect(await tokenIn(page)).toBeNull()
        await done()
      }
    },
  )
})

test('sync', async ({ page }) => {
  world.setJobs([])
  await world.open(page, '/dashboard/sync')
  const run = async () => button(page, 'Run').click()
  const box = (name: string) => page.getByRole('checkbox', { name })
  await says('Export + Import Failed: Failed to start export and import flow.', () =>
    expectFailure(page, {
      call: 'POST /api/workflows/export-and-import',
      title: 'Export + Import Failed',
      fallback: 'Failed to start export and import flow.',
      press: run,
    }),
  )
  await says('Export Failed: Failed to start data export.', async () => {
    await box('Import to SMPW Dashboard').uncheck()
    await expectFailure(page, {
      call: 'POST /api/workflows/locust-export',
      title: 'Export Failed',
      fallback: 'Failed to start data export.',
      press: run,
    })
  })
  await says(
    'Sync Failed: One or more operations failed. Check the job status for details.',
    async () => {
      for (const error of ['Locust is away.', null]) {
        const [job] = world.setJobs([{ type: 'export', status: 'failed', error }])
        const started = await answerCall(page, 'POST /api/workflows/locust-export', {
          status: 202,
          json: { jobId: job?.id },
        })
        await run()
        const text = error ?? 'One or more operations failed. Check the job status for details.'
        await expectToastOnce(page, 'Sync Failed', [text])
        await started()
      }
      world.setJobs([])
    },
  )
  await says('Import Failed: Failed to import data from Google Sheets.', async () => {
    await box('Import to SMPW Dashboard').check()
    await box('Export from Locust').uncheck()
    await expectFailure(page, {
      call: 'POST /api/import/sheets',
      title: 'Import Failed',
      fallback: 'Failed to import data from Google Sheets.',
      press: run,
    })
  })
})

test('jobs', async ({ page }) => {
  world.setJobs([
    { status: 'running', progress: 10 },
    { status: 'completed', type: 'import' },
  ])
  await world.open(page, '/dashboard/monitor')
  await says('Cancel Failed: Failed to cancel job.', () =>
    expectFailure(page, {
      call: 'POST /api/jobs/*/cancel',
      title: 'Cancel Failed',
      fallback: 'Failed to cancel job.',
      press: () => button(page, 'Cancel Job').click(),
    }),
  )
  await says('Cancel All Failed: Failed to cancel all jobs.', () =>
    expectFailure(page, {
      call: 'POST /api/jobs/cancel-all',
      title: 'Cancel All Failed',
      fallback: 'Failed to cancel all jobs.',
      press: () => button(page, 'Cancel All Jobs').click(),
    }),
  )
  await says('Clear Failed: Failed to clear completed jobs.', () =>
    expectFailure(page, {
      call: 'POST /api/jobs/clear-completed',
      title: 'Clear Failed',
      fallback: 'Failed to clear completed jobs.',
      press: () => button(page, 'Clear Completed').click(),
    }),
  )
  await says('Refresh Failed: Failed to refresh job status.', () =>
    expectFailure(page, {
      call: 'POST /api/jobs/sync-github',
      title: 'Refresh Failed',
      fallback: 'Failed to refresh job status.',
      press: () => button(page, 'Refresh Status').click(),
    }),
  )
})

test('reports', async ({ page }) => {
  await world.open(page, '/dashboard/reports')
  const center = page.getByRole('region', { name: 'Download Center' })
  const refreshed = async () => {
    await button(center, 'Refresh').click()
  }
  const edge = (title: string) =>
    toastOf(page, title).evaluate((element) => getComputedStyle(element).borderLeftColor)
  await says(
    'Error toasts (error variant; the server message is shown, otherwise the fallback):',
    async () => {
      const done = await answerCall(page, 'GET /api/reports', { status: 500, json: {} })
      await refreshed()
      await expect(toastOf(page, 'Refresh Failed')).toBeVisible()
      const ofError = await edge('Refresh Failed')
      await done()
      await refreshed()
      await expect(toastOf(page, 'Refreshed')).toBeVisible()
      expect(await edge('Refreshed')).not.toBe(ofError)
    },
  )
  await says('Otherwise the message is the message field of the JSON body,', async () => {
    const json = { message: 'The disk is full.' }
    const done = await answerCall(page, 'GET /api/reports', { status: 503, json })
    await refreshed()
    await expectToastOnce(page, 'Refresh Failed', [json.message])
    await done()
  })
  await says(
    'falling back to the HTTP status text when the body is not JSON or has no message.',
    async () => {
      for (const answer of [{ body: '<html>' }, { json: {} }]) {
        const done = await answerCall(page, 'GET /api/reports', { status: 502, ...answer })
        await refreshed()
        await expectToastOnce(page, 'Refresh Failed', ['Failed to refresh reports.', 'Bad Gateway'])
        await done()
      }
    },
  )
  await says('Refresh Failed: Failed to refresh reports.', () =>
    expectFailure(page, {
      call: 'GET /api/reports',
      title: 'Refresh Failed',
      fallback: 'Failed to refresh reports.',
      press: refreshed,
    }),
  )
  await says('Generation Failed: Failed to generate reports.', async () => {
    const card = page.getByRole('region', { name: 'Generate Reports' })
    await card.getByRole('checkbox').first().check()
    await expectFailure(page, {
      call: 'POST /api/workflows/circuit-report',
      title: 'Generation Failed',
      fallback: 'Failed to generate reports.',
      press: () => card.getByRole('button', { name: /^Generate/ }).click(),
    })
  })
  await says('Download Failed: Failed to download report.', () =>
    expectFailure(page, {
      call: 'GET /api/reports/*/download',
      title: 'Download Failed',
      fallback: 'Failed to download report.',
      press: () =>
        center
          .getByRole('button', { name: /^Download PDF/ })
          .first()
          .click(),
    }),
  )
  await says('Delete Failed: Failed to delete report.', () =>
    expectFailure(page, {
      call: 'DELETE /api/reports/*',
      title: 'Delete Failed',
      fallback: 'Failed to delete report.',
      press: () => agree(page, center.getByRole('button', { name: /^Delete report/ }).first()),
    }),
  )
  await says('Bulk Download Failed: Failed to create bulk download.', async () => {
    await button(center, 'Select All').click()
    await expectFailure(page, {
      call: 'POST /api/reports/bulk-download',
      title: 'Bulk Download Failed',
      fallback: 'Failed to create bulk download.',
      press: () => button(center, 'Download Archive').click(),
    })
  })
  await says('Bulk Delete Failed: Failed to delete reports.', () =>
    expectFailure(page, {
      call: 'DELETE /api/reports',
      title: 'Bulk Delete Failed',
      fallback: 'Failed to delete reports.',
      press: () => agree(page, button(center, 'Delete Selected')),
    }),
  )
  await says('Clear Failed: Failed to clear all reports.', () =>
    expectFailure(page, {
      call: 'DELETE /api/reports/clear-all',
      title: 'Clear Failed',
      fallback: 'Failed to clear all reports.',
      press: () => agree(page, button(center, 'Clear All')),
    }),
  )
})

test('profile', async ({ page }) => {
  await world.open(page, '/profile')
  await says('Profile update errors also appear in an alert above the form.', async () => {
    const json = { message: 'Username is already taken' }
    const done = await answerCall(page, 'PUT /api/auth/profile', { status: 409, json })
    await button(page, 'Save Changes').click()
    const alert = page.locator('form').getByRole('alert')
    await expect(alert).toContainText(json.message)
    await expectToastOnce(page, 'Update Failed', [json.message])
    await done()
  })
  await page.getByRole('tab', { name: 'Security' }).click()
  for (const label of ['Current Password', 'New Password', 'Confirm New Password'])
    await page.getByLabel(label, { exact: true }).fill('secret')
  await says('Error: password change errors (also shown as an inline alert);', async () => {
    const json = { message: 'Current password is incorrect' }
    const done = await answerCall(page, 'PUT /api/auth/change-password', { status: 400, json })
    await button(page, 'Change Password').click()
    await expect(page.locator('form').getByRole('alert')).toContainText(json.message)
    await expectToastOnce(page, 'Error', [json.message])
    await done()
  })
})

test('users', async ({ page }) => {
  const client = await signInLiterally(world)
  const names = { firstName: 'Ola', lastName: 'Nordmann', username: 'ola', password: 'p' }
  await client.send('POST /api/users', names)
  await says("Other server-message fallbacks: 'Failed to fetch users',", async () => {
    for (const [index, { said, ...answer }] of failedAnswers.entries()) {
      const done = await answerCall(page, 'GET /api/users', answer)
      await (index === 0 ? world.open(page, '/admin/users') : tryAgain(page))
      const alert = page.getByRole('main').getByRole('alert')
      await expect(alert).toContainText(said ?? 'Failed to fetch users')
      if (!said) await expect(alert).not.toContainText('The disk is full.')
      await expect(alert).toContainText('Failed to load users')
      await done()
    }
  })
  await tryAgain(page)
  const row = page.getByRole('row').filter({ hasText: 'Ola Nordmann' })
  await button(page, 'Add User').click()
  const creating = page.getByRole('dialog', { name: 'Create New User' })
  for (const label of ['First Name', 'Last Name', 'Username'])
    await creating.getByLabel(label).fill('P')
  await creating.getByLabel('Password', { exact: true }).fill('p')
  await says('Error: other generic failures', () =>
    says("'Failed to create user',", () =>
      expectFailure(page, {
        call: 'POST /api/users',
        title: 'Error',
        fallback: 'Failed to create user',
        press: () => button(creating, 'Create User').click(),
      }),
    ),
  )
  await page.keyboard.press('Escape')
  await says('Update Failed: update failures', () =>
    says("'Failed to update user',", async () => {
      await row.getByRole('button', { name: /actions/i }).click()
      await page.getByRole('menuitem', { name: 'Edit User' }).click()
      const editing = page.getByRole('dialog', { name: 'Edit User' })
      await expectFailure(page, {
        call: 'PUT /api/users/*',
        title: 'Update Failed',
        fallback: 'Failed to update user',
        press: () => button(editing, 'Save Changes').click(),
      })
      await page.keyboard.press('Escape')
    }),
  )
  await says('Delete Failed: Failed to delete user', () =>
    says("'Failed to delete user',", () =>
      expectFailure(page, {
        call: 'DELETE /api/users/*',
        title: 'Delete Failed',
        fallback: 'Failed to delete user',
        press: () => agree(page, row.getByRole('button', { name: /delete/i })),
      }),
    ),
  )
})

test('monitoring', async ({ page }) => {
  await says("'Failed to fetch monitoring status',", async () => {
    for (const [index, { said, ...answer }] of failedAnswers.entries()) {
      const done = await answerCall(page, 'GET /api/monitoring/status', answer)
      await (index === 0 ? world.open(page, '/admin/monitoring') : tryAgain(page))
      const failed = page.getByText('Failed to fetch monitoring status', { exact: true })
      await expect(failed).toBeVisible()
      await expect(page.getByText('The disk is full.', { exact: true })).toHaveCount(said ? 1 : 0)
      if (said) await expect(page.getByText(said, { exact: true })).toBeVisible()
      await done()
    }
  })
  await tryAgain(page)
  await says("(also 'Sync failed' on the admin Sync Now)", () =>
    expectFailure(page, {
      call: 'POST /api/jobs/sync-github',
      title: 'Sync failed',
      fallback: 'One or more operations failed. Check the job status for details.',
      press: () => button(page, 'Sync Now').click(),
    }),
  )
  await says("'Failed to update auto-sync',", () =>
    expectFailure(page, {
      call: 'POST /api/monitoring/auto-sync',
      title: 'Update Failed',
      fallback: 'Failed to update auto-sync',
      press: () => page.getByRole('switch', { name: 'Auto-Sync' }).click(),
    }),
  )
})

test('brand', async ({ page }) => {
  await says("'Failed to fetch brand settings',", async () => {
    for (const { said, ...answer } of failedAnswers) {
      const done = await answerCall(page, 'GET /api/brand-settings', answer)
      await world.open(page, '/admin/branding')
      const note = page.getByRole('note').filter({ hasText: 'could not be read' })
      await expect(note).toContainText(said ?? 'Failed to fetch brand settings')
      await done()
    }
  })
  await page.reload()
  const file = page.locator('input[type=file]')
  await says('Invalid File: file-validation failures', async () => {
    await file.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('G') })
    await expectToastOnce(page, 'Invalid File')
  })
  await file.setInputFiles(svgLogo())
  const upload = () => button(page, 'Upload').click()
  await says('Upload Failed: upload failures', async () => {
    await says("'Failed to get upload URL',", () =>
      expectFailure(page, {
        call: 'POST /api/brand-settings/upload-url',
        title: 'Upload Failed',
        fallback: 'Failed to get upload URL',
        press: upload,
      }),
    )
    const ticket = { uploadUrl: '/api/elsewhere', logoId: 'x' }
    await answerCall(page, 'POST /api/brand-settings/upload-url', { json: ticket })
    await says("'Failed to upload logo file',", () =>
      expectFailure(page, {
        call: 'PUT /api/elsewhere',
        title: 'Upload Failed',
        fallback: 'Failed to upload logo file',
        press: upload,
      }),
    )
    await answerCall(page, 'PUT /api/elsewhere', { json: {} })
    await says("'Failed to confirm upload',", () =>
      expectFailure(page, {
        call: 'POST /api/brand-settings/*/confirm',
        title: 'Upload Failed',
        fallback: 'Failed to confirm upload',
        press: upload,
      }),
    )
  })
  await page.unrouteAll()
  await upload()
  await expect(button(page, 'Disable')).toBeVisible()
  await says("'Failed to update logo status'.", () =>
    expectFailure(page, {
      call: 'PUT /api/brand-settings/*/status',
      title: 'Update Failed',
      fallback: 'Failed to update logo status',
      press: () => button(page, 'Disable').click(),
    }),
  )
  await says('Delete Failed: Failed to delete logo', () =>
    expectFailure(page, {
      call: 'DELETE /api/brand-settings/*',
      title: 'Delete Failed',
      fallback: 'Failed to delete logo',
      press: () => agree(page, button(page, 'Delete')),
    }),
  )
  await page.getByLabel('Primary Actions', { exact: true }).fill('#123456')
  await says('Save Failed: save failures', () =>
    says('A failed brand save is logged and rethrown.', async () => {
      // The browser writes to its console what nobody catches, and tells the window.
      const logged = page.waitForEvent('pageerror')
      const rethrown = page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            window.addEventListener('error', ({ message }) => resolve(message), { once: true })
          }),
      )
      const json = { message: 'The disk is full.' }
      const failing = { status: 503, json }
      const done = await answerCall(page, 'PATCH /api/brand-settings/*', failing)
      await button(page, 'Save Changes').click()
      await expectToastOnce(page, 'Save Failed', [json.message])
      expect((await logged).message).toContain(json.message)
      expect(await rethrown).toContain(json.message)
      await done()
    }),
  )
})
