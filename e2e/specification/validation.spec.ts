import { readBrandColor } from '@dashboard/contract/brand-palette'
import { expect, type Locator, type Page } from '@playwright/test'
import { roleColor } from '../branding.ts'
import { type LiteralClient, signInLiterally } from '../literal-calls.ts'
import { test } from '../reused-page.ts'
import { uploadLogo } from './logo-upload.ts'
import { says } from './says.ts'
import { startWorld } from './world.ts'

/** Validation rules: in the forms, and at the calls. */

const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })

async function expectTexts(within: Page | Locator, texts: readonly string[]): Promise<void> {
  for (const text of texts) await expect(within.getByText(text, { exact: true })).toBeVisible()
}

const world = startWorld('full')

test('login', async ({ page }) => {
  await page.goto(`${world.url}/login`)
  await says(
    "Login: username required ('Username is required'); password required ('Password is required').",
    async () => {
      await button(page, 'Login').click()
      await expectTexts(page, ['Username is required', 'Password is required'])
    },
  )
})

test('profile', async ({ page }) => {
  await world.open(page, '/profile')
  await says(
    "Profile: firstName ('First name is required'), lastName ('Last name is required'), username ('Username is required'), each non-empty.",
    async () => {
      for (const label of ['First Name', 'Last Name', 'Username'])
        await page.getByLabel(label).fill('')
      await button(page, 'Save Changes').click()
      await expectTexts(page, [
        'First name is required',
        'Last name is required',
        'Username is required',
      ])
    },
  )
  await page.getByRole('tab', { name: 'Security' }).click()
  await says(
    "Change password (self-service): currentPassword required ('Current password is required'); newPassword at least 6 characters ('Password must be at least 6 characters'); confirmPassword required ('Please confirm your password');",
    async () => {
      await page.getByLabel('New Password', { exact: true }).fill('12345')
      await button(page, 'Change Password').click()
      await expectTexts(page, [
        'Current password is required',
        'Password must be at least 6 characters',
        'Please confirm your password',
      ])
    },
  )
  await says(
    "new and confirm must match ('Passwords do not match', shown on the confirm field).",
    async () => {
      await page.getByLabel('Current Password').fill('x')
      await page.getByLabel('New Password', { exact: true }).fill('123456')
      const confirm = page.getByLabel('Confirm New Password')
      await confirm.fill('1234567')
      await button(page, 'Change Password').click()
      await expect(confirm).toHaveAccessibleDescription(/Passwords do not match/)
    },
  )
})

test('users', async ({ page }) => {
  await world.open(page, '/admin/users')
  await button(page, 'Add User').click()
  const creating = page.getByRole('dialog', { name: 'Create New User' })
  await says(
    "Create user: username, firstName, lastName, password each at least 1 character ('Username is required', 'First name is required', 'Last name is required', 'Password is required');",
    async () => {
      await creating.getByRole('button', { name: /^Create/ }).click()
      await expectTexts(creating, [
        'Username is required',
        'First name is required',
        'Last name is required',
        'Password is required',
      ])
    },
  )
  await says(
    'role must be admin or user (default user); isActive boolean (default true).',
    async () => {
      for (const label of ['First Name', 'Last Name', 'Username'])
        await creating.getByLabel(label).fill('P')
      await creating.getByLabel('Password', { exact: true }).fill('p')
      const sent = page.waitForRequest(`${world.url}/api/users`)
      await creating.getByRole('button', { name: /^Create/ }).click()
      expect((await sent).postDataJSON()).toMatchObject({
        password: 'p',
        role: 'user',
        isActive: true,
      })
      await expect(creating).toBeHidden()
    },
  )
  const row = page.getByRole('row').filter({ hasText: 'P P' })
  await row.getByRole('button', { name: /actions/i }).click()
  await page.getByRole('menuitem', { name: 'Edit User' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit User' })
  await says(
    'Edit user: same fields, all optional, no password, same minimum-length messages.',
    async () => {
      await expect(editing.getByLabel('Password')).toHaveCount(0)
      for (const label of ['First Name', 'Last Name', 'Username'])
        await editing.getByLabel(label).fill('')
      await button(editing, 'Save Changes').click()
      await expectTexts(editing, [
        'Username is required',
        'First name is required',
        'Last name is required',
      ])
      const client = await signInLiterally(world)
      const { id } = await userNamed(client, 'P')
      for (const change of [{ firstName: 'Q' }, { role: 'user' }, { isActive: true }])
        expect((await client.send(`PUT /api/users/${id}`, change)).status).toBe(200)
    },
  )
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: /actions/i }).click()
  await page.getByRole('menuitem', { name: 'Reset Password' }).click()
  const setting = page.getByRole('dialog', { name: 'Change Password' })
  await says(
    'Set new password (admin mode): newPassword at least 6 characters, same message.',
    async () => {
      await setting.getByLabel('New Password').fill('12345')
      await setting.locator('button[type=submit]').click()
      await expectTexts(setting, ['Password must be at least 6 characters'])
    },
  )
  await page.keyboard.press('Escape')
  await says('delete user (see section 2);', async () => {
    await row.getByRole('button', { name: /delete/i }).click()
    await expectTexts(page, ['Are you sure you want to delete user "P"?'])
  })
})

test('brand', async ({ page }) => {
  const client = await signInLiterally(world)
  await world.open(page, '/admin/branding')
  await says(
    "Brand colours: each must be #RRGGBB hex ('Invalid hex color format (use #RRGGBB)').",
    async () => {
      const field = page.getByLabel('Primary Actions', { exact: true })
      await field.fill('#12345')
      await button(page, 'Save Changes').click()
      await expect(
        page.getByText('Invalid hex color format (use #RRGGBB)', { exact: true }),
      ).toBeVisible()
      await button(page, 'Cancel').click()
    },
  )
  await says(
    "Logo file: PNG, JPEG/JPG or SVG only ('Please upload a PNG, JPG, or SVG file.'); size under 2 MB ('File size must be less than 2MB.'); both shown in a toast titled 'Invalid File'.",
    async () => {
      const toast = page.getByRole('listitem').filter({ hasText: 'Invalid File' })
      const choose = (name: string, mimeType: string, size: number) =>
        page
          .locator('input[type=file]')
          .setInputFiles({ name, mimeType, buffer: Buffer.alloc(size) })
      await choose('logo.gif', 'image/gif', 10)
      await expectTexts(toast, ['Invalid File', 'Please upload a PNG, JPG, or SVG file.'])
      await choose('logo.png', 'image/png', 2 * 1024 * 1024)
      await expectTexts(toast, ['Invalid File', 'File size must be less than 2MB.'])
      for (const [name, type] of [
        ['logo.png', 'image/png'],
        ['logo.jpg', 'image/jpeg'],
        ['logo.svg', 'image/svg+xml'],
      ] as const) {
        await choose(name, type, 10)
        await expect(page.getByText(name, { exact: true })).toBeVisible()
        await button(page, 'Cancel').click()
      }
    },
  )
  await uploadLogo(client, world.url)
  await page.reload()
  await says('slider step 0.05, default 1.', async () => {
    const slider = page.getByRole('slider', { name: 'Logo Size' })
    await slider.focus()
    await expect(page.getByText('100%', { exact: true })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByText('105%', { exact: true })).toBeVisible()
    await button(page, 'Cancel').click()
  })
  await says(
    "'Are you sure you want to delete this logo? This action cannot be undone.'",
    async () => {
      await button(page, 'Delete').click()
      await expectTexts(page, [
        'Are you sure you want to delete this logo? This action cannot be undone.',
      ])
    },
  )
})

test('stored colours', async ({ page }) => {
  const colors = { primaryActions: 'no colour', cardBackgrounds: 'ffeedd' }
  await page.route('**/api/brand-settings', async (route) => {
    const settings = { id: 'x', colors, logoZoom: 1, isActive: true }
    await route.fulfill({ json: { brandSettings: settings } })
  })
  await world.open(page, '/dashboard/reports')
  await says('a leading # is optional there.', async () => {
    await expect.poll(() => roleColor(page, '--color-card')).toBe('#ffeedd')
  })
  await says(
    'When applying stored colours, invalid values are skipped and the default for that key is used,',
    async () => {
      expect(await roleColor(page, '--color-primary')).toBe('#1d489a')
    },
  )
  await says('with mid grey as the final fallback;', () => {
    expect(readBrandColor('primary', 'no colour')).toBe('#808080')
  })
})

test('sync and reports', async ({ page }) => {
  await world.open(page, '/dashboard/sync')
  await says('Sync run needs at least one option ticked;', async () => {
    for (const label of ['Export from Locust', 'Import to SMPW Dashboard']) {
      await expect(button(page, 'Run')).toBeEnabled()
      await page.getByRole('checkbox', { name: label }).uncheck()
    }
    await expect(button(page, 'Run')).toBeDisabled()
  })
  await world.open(page, '/dashboard/reports')
  await says('Generate needs at least one item selected.', async () => {
    await expect(button(page, 'Generate 0 Reports')).toBeDisabled()
  })
  const center = page.getByRole('region', { name: 'Download Center' })
  const { reports } = await world.read<{ reports: unknown[] }>('/api/reports')
  const count = reports.length
  const asks = async (press: Locator, question: string) => {
    await press.click()
    await expectTexts(page, [question])
    await page.keyboard.press('Escape')
    await expect(page.getByText(question)).toHaveCount(0)
  }
  await says("Confirmations: 'Are you sure you want to delete this report?';", () =>
    asks(
      center.getByRole('button', { name: /^Delete report/ }).first(),
      'Are you sure you want to delete this report?',
    ),
  )
  await says("'Are you sure you want to delete N selected reports?';", async () => {
    await button(center, 'Select All').click()
    await asks(
      button(center, 'Delete Selected'),
      `Are you sure you want to delete ${count} selected reports?`,
    )
  })
  await says(
    "'Are you sure you want to delete ALL N reports? This action cannot be undone.';",
    () =>
      asks(
        button(center, 'Clear All'),
        `Are you sure you want to delete ALL ${count} reports? This action cannot be undone.`,
      ),
  )
})

test('brand settings, at the calls', async () => {
  const client = await signInLiterally(world)
  const patch = async (change: unknown) =>
    (await client.send('PATCH /api/brand-settings/default', change)).body
  await says(
    "Logo zoom: number from 0.5 to 1.5 ('Logo zoom must be at least 0.5', 'Logo zoom must be no more than 1.5'), two decimals;",
    async () => {
      const low = { message: 'Logo zoom must be at least 0.5' }
      expect(await patch({ logoZoom: 0.49 })).toMatchObject(low)
      const high = { message: 'Logo zoom must be no more than 1.5' }
      expect(await patch({ logoZoom: 1.51 })).toMatchObject(high)
      for (const logoZoom of [0.5, 1.25, 1.5])
        expect(await patch({ logoZoom })).toMatchObject({ brandSettings: { logoZoom } })
    },
  )
  await says(
    "Brand update: at least one of colors, logoZoom, logoBackgroundColor or logoBackgroundTransparent must be given ('At least one field must be provided for update').",
    async () => {
      const message = 'At least one field must be provided for update'
      expect(await patch({})).toMatchObject({ message })
      for (const change of [
        { colors: { primaryActions: '#123456' } },
        { logoZoom: 1 },
        { logoBackgroundColor: '#123456' },
        { logoBackgroundTransparent: true },
      ])
        expect(await patch(change)).toMatchObject({ brandSettings: change })
    },
  )
})

async function userNamed(client: LiteralClient, username: string): Promise<{ id: string }> {
  const { body } = await client.send('GET /api/users')
  const { users } = body as { users: { id: string; username: string }[] }
  const user = users.find((each) => each.username === username)
  if (!user) throw new Error(`There is no user ${username}`)
  return user
}
