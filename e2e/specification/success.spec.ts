import { expect, type Locator, type Page } from '@playwright/test'
import { svgLogo } from '../branding.ts'
import { test } from '../reused-page.ts'
import { answerCall, expectSuccess, expectToastOnce, toastOf } from './answered-calls.ts'
import { says } from './says.ts'
import { admin, startWorld } from './world.ts'

/** The error catalogue: the toasts of what succeeds. */

const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })

/** Opens a dialog that asks, and agrees by its last button. */
async function agree(page: Page, press: Locator): Promise<void> {
  await press.click()
  await page.getByRole('alertdialog').getByRole('button').last().click()
}

const message = 'The server says what it has done.'
const withMessage = { json: { message } }
const withNothing = { json: {} }

// Nearly every call is answered here, so another server would prove nothing more.
const world = startWorld('full')

test('login and logout', async ({ page }) => {
  await page.goto(`${world.url}/login`)
  await says('Welcome back!;', async () => {
    await page.getByPlaceholder('Enter username').fill(admin.username)
    await page.getByPlaceholder('Enter password').fill(admin.password)
    await button(page, 'Login').click()
    await expectToastOnce(page, 'Welcome back!')
  })
  await says('Logged out.', async () => {
    await page.getByRole('button', { name: /user menu/i }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expectToastOnce(page, 'Logged out')
  })
})

test('sync', async ({ page }) => {
  world.setJobs([])
  await world.open(page, '/dashboard/sync')
  const jobId = 'aaaaaaaa-0000-4000-8000-000000000c5e'
  const run = () => button(page, 'Run').click()
  const box = (name: string) => page.getByRole('checkbox', { name })
  await says('Export + Import Started;', () =>
    expectSuccess(
      page,
      { call: 'POST /api/workflows/export-and-import', answer: withNothing, press: run },
      'Export + Import Started',
    ),
  )
  await says('Success toasts: Export Started (job #id queued);', async () => {
    await box('Import to SMPW Dashboard').uncheck()
    await expectSuccess(
      page,
      { call: 'POST /api/workflows/locust-export', answer: { json: { jobId } }, press: run },
      'Export Started',
      /job #\S*c5e queued/i,
    )
  })
  await says('Import Completed (imported N rows and synchronized M circuits);', async () => {
    await box('Import to SMPW Dashboard').check()
    await box('Export from Locust').uncheck()
    const answer = { json: { rowCount: 30, circuitsCount: 4 } }
    await expectSuccess(
      page,
      { call: 'POST /api/import/sheets', answer, press: run },
      'Import Completed',
      /imported 30 rows and synchronized 4 circuits/i,
    )
  })
})

test('jobs', async ({ page }) => {
  world.setJobs([
    { status: 'running', progress: 10 },
    { status: 'running', type: 'circuit-report', target: 'NY-1' },
    { status: 'completed', type: 'import' },
  ])
  await world.open(page, '/dashboard/monitor')
  await says('Job Cancelled;', () =>
    expectSuccess(
      page,
      {
        call: 'POST /api/jobs/*/cancel',
        press: () => button(page, 'Cancel Job').first().click(),
      },
      'Job Cancelled',
    ),
  )
  await says('Jobs Cancelled (server message);', () =>
    expectSuccess(
      page,
      {
        call: 'POST /api/jobs/cancel-all',
        answer: withMessage,
        press: () => button(page, 'Cancel All Jobs').click(),
      },
      'Jobs Cancelled',
      message,
    ),
  )
  await says('Jobs Cleared;', () =>
    expectSuccess(
      page,
      {
        call: 'POST /api/jobs/clear-completed',
        press: () => button(page, 'Clear Completed').click(),
      },
      'Jobs Cleared',
    ),
  )
  await says(
    "Status Refresh Complete ('refreshed N job(s)' or 'All jobs are already up to date.'; destructive style if success is false);",
    async () => {
      const title = 'Status Refresh Complete'
      const edges: string[] = []
      for (const [answer, text] of [
        [{ success: true, message, updated: 2 }, /refreshed 2 job\(s\)/i],
        [{ success: true, message, updated: 0 }, 'All jobs are already up to date.'],
        [{ success: false, message, updated: 0 }, undefined],
      ] as const) {
        const done = await answerCall(page, 'POST /api/jobs/sync-github', { json: answer })
        await button(page, 'Refresh Status').click()
        await expect(toastOf(page, title)).toBeVisible()
        edges.push(
          await toastOf(page, title).evaluate((li) => getComputedStyle(li).borderLeftColor),
        )
        await expectToastOnce(page, title, text)
        await done()
      }
      expect(edges[0]).toBe(edges[1])
      expect(edges[2]).not.toBe(edges[1])
    },
  )
})

test('reports', async ({ page }) => {
  await world.open(page, '/dashboard/reports')
  const card = page.getByRole('region', { name: 'Generate Reports' })
  const center = page.getByRole('region', { name: 'Download Center' })
  const generate = () => card.getByRole('button', { name: /^Generate/ }).click()
  await says(
    'Reports Generating (Started generating N circuit or congregation report(s));',
    async () => {
      for (const box of [0, 1]) await card.getByRole('checkbox').nth(box).check()
      await expectSuccess(
        page,
        { call: 'POST /api/workflows/circuit-report', answer: withNothing, press: generate },
        'Reports Generating',
        /Started generating 2 circuit report\(s\)/,
      )
      const type = page.getByRole('combobox', { name: 'Report type' })
      await type.selectOption({ label: 'Congregation Report' })
      await card.getByRole('checkbox').first().check()
      await expectSuccess(
        page,
        {
          call: 'POST /api/workflows/congregation-report',
          answer: withNothing,
          press: generate,
        },
        'Reports Generating',
        /Started generating 1 congregation report\(s\)/,
      )
    },
  )
  await says('Refreshed;', () =>
    expectSuccess(
      page,
      { call: 'GET /api/reports', press: () => button(center, 'Refresh').click() },
      'Refreshed',
    ),
  )
  await says('Download Started;', () =>
    expectSuccess(
      page,
      {
        call: 'GET /api/reports/*/download',
        press: () =>
          center
            .getByRole('button', { name: /^Download PDF/ })
            .first()
            .click(),
      },
      'Download Started',
    ),
  )
  await button(center, 'Select All').click()
  await says('Bulk Download Started;', () =>
    expectSuccess(
      page,
      {
        call: 'POST /api/reports/bulk-download',
        press: () => button(center, 'Download Archive').click(),
      },
      'Bulk Download Started',
    ),
  )
  await says('Report Deleted;', () =>
    expectSuccess(
      page,
      {
        call: 'DELETE /api/reports/*',
        answer: withNothing,
        press: () => agree(page, center.getByRole('button', { name: /^Delete report/ }).first()),
      },
      'Report Deleted',
    ),
  )
  await says('Reports Deleted;', async () => {
    await button(center, 'Select All').click()
    await expectSuccess(
      page,
      {
        call: 'DELETE /api/reports',
        answer: withNothing,
        press: () => agree(page, button(center, 'Delete Selected')),
      },
      'Reports Deleted',
    )
  })
  await says('All Reports Cleared;', () =>
    expectSuccess(
      page,
      {
        call: 'DELETE /api/reports/clear-all',
        answer: withNothing,
        press: () => agree(page, button(center, 'Clear All')),
      },
      'All Reports Cleared',
    ),
  )
})

test('users', async ({ page }) => {
  await world.open(page, '/admin/users')
  await button(page, 'Add User').click()
  const creating = page.getByRole('dialog', { name: 'Create New User' })
  for (const label of ['First Name', 'Last Name', 'Username'])
    await creating.getByLabel(label).fill('P')
  await creating.getByLabel('Password', { exact: true }).fill('p')
  const row = page.getByRole('row').filter({ hasText: 'P P' })
  await says('User Created;', () =>
    expectSuccess(
      page,
      { call: 'POST /api/users', press: () => button(creating, 'Create User').click() },
      'User Created',
    ),
  )
  await says('User Updated;', async () => {
    await row.getByRole('button', { name: /actions/i }).click()
    await page.getByRole('menuitem', { name: 'Edit User' }).click()
    const editing = page.getByRole('dialog', { name: 'Edit User' })
    await expectSuccess(
      page,
      { call: 'PUT /api/users/*', press: () => button(editing, 'Save Changes').click() },
      'User Updated',
    )
  })
  await says('User Deleted;', () =>
    expectSuccess(
      page,
      {
        call: 'DELETE /api/users/*',
        press: () => agree(page, row.getByRole('button', { name: /delete/i })),
      },
      'User Deleted',
    ),
  )
})

test('monitoring', async ({ page }) => {
  await world.open(page, '/admin/monitoring')
  await says('Auto-Sync Updated;', () =>
    expectSuccess(
      page,
      {
        call: 'POST /api/monitoring/auto-sync',
        answer: withMessage,
        press: () => page.getByRole('switch', { name: 'Auto-Sync' }).click(),
      },
      'Auto-Sync Updated',
    ),
  )
})

test('brand', async ({ page }) => {
  await world.open(page, '/admin/branding')
  await says(
    "Settings Saved ('Your brand settings have been updated successfully.');",
    async () => {
      await page.getByLabel('Primary Actions', { exact: true }).fill('#123456')
      await expectSuccess(
        page,
        {
          call: 'PATCH /api/brand-settings/*',
          press: () => button(page, 'Save Changes').click(),
        },
        'Settings Saved',
        'Your brand settings have been updated successfully.',
      )
    },
  )
  await says("Logo Uploaded ('Your custom logo has been uploaded successfully.');", async () => {
    await page.locator('input[type=file]').setInputFiles(svgLogo())
    await expectSuccess(
      page,
      {
        call: 'POST /api/brand-settings/*/confirm',
        press: () => button(page, 'Upload').click(),
      },
      'Logo Uploaded',
      'Your custom logo has been uploaded successfully.',
    )
  })
  await says('Status Updated;', () =>
    expectSuccess(
      page,
      {
        call: 'PUT /api/brand-settings/*/status',
        press: () => button(page, 'Disable').click(),
      },
      'Status Updated',
    ),
  )
  await says('Logo Deleted;', () =>
    expectSuccess(
      page,
      {
        call: 'DELETE /api/brand-settings/*',
        press: () => agree(page, button(page, 'Delete')),
      },
      'Logo Deleted',
    ),
  )
})

test('profile', async ({ page }) => {
  await world.open(page, '/profile')
  await page.getByRole('tab', { name: 'Security' }).click()
  await says('Password Changed;', async () => {
    await page.getByLabel('Current Password').fill(admin.password)
    for (const label of ['New Password', 'Confirm New Password'])
      await page.getByLabel(label, { exact: true }).fill(admin.password)
    await expectSuccess(
      page,
      {
        call: 'PUT /api/auth/change-password',
        press: () => button(page, 'Change Password').click(),
      },
      'Password Changed',
    )
  })
  await page.getByRole('tab', { name: 'Profile' }).click()
  await says('Profile Updated;', async () => {
    await button(page, 'Save Changes').click()
    await expect(toastOf(page, 'Profile Updated')).toBeVisible()
  })
})
