import {
  confirmLogoUpload,
  deleteLogo,
  getBrandSettings,
  requestLogoUpload,
  updateBrandSettings,
} from '@dashboard/contract/brand'
import { defaultColors } from '@dashboard/contract/brand-palette'
import { pngOf } from '@dashboard/server/test/logos'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/**
 * The brand settings: colors and their preview, the logo from choosing to deleting, and leaving with unsaved changes.
 * How they look, Back and Forward, and drag and drop are in e2e/journeys/branding.spec.ts.
 */

type Colors = Readonly<Record<string, string>>

async function startWithColors(colors?: Colors) {
  const server = await startPageServer()
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const admin = await server.as('admin')
  const url = updateBrandSettings.path.replace(':id', 'default')
  if (colors) await admin.inject({ method: 'PATCH', url, payload: { colors } })
  const readBrand = async () =>
    (await server.inject({ url: getBrandSettings.path })).json().brandSettings
  return { server, admin, reported, readBrand }
}

async function openBrand(colors?: Colors) {
  const started = await startWithColors(colors)
  const user = await openPage('/admin/branding', started.admin)
  await screen.findByLabelText('Primary Actions')
  return { ...started, user }
}

type User = Awaited<ReturnType<typeof openPage>>

async function fill(user: User, label: string, text: string) {
  await user.clear(screen.getByLabelText(label))
  await user.type(screen.getByLabelText(label), text)
}

const button = (name: string) => screen.getByRole('button', { name })
const save = (user: User) => user.click(button('Save Changes'))
const isUnsaved = () => screen.queryByText('Unsaved changes') !== null

/** The color of a role of the design language, as the app shows it. */
function roleColor(role: string): string | undefined {
  const sheets = document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules])
  const [light = ''] = sheets.map(({ cssText }) => cssText)
  return new RegExp(`${role}: (#\\w+)`).exec(light)?.[1]
}

test('colors preview without saving, and Cancel restores the saved ones', async () => {
  const { user, readBrand } = await openBrand({ primaryActions: '#225588' })
  await waitFor(() => expect(roleColor('--color-primary')).toBe('#225588'))
  await fill(user, 'Primary Actions', '#006644')
  await fill(user, 'Card Backgrounds', '#FFF8E1')
  await waitFor(() => expect(roleColor('--color-primary')).toBe('#006644'))
  expect(roleColor('--color-card')).toBe('#fff8e1')
  expect((await readBrand()).colors.primaryActions).toBe('#225588')
  await user.click(button('Cancel'))
  expect(isUnsaved()).toBe(false)
  expect(screen.getByText('All changes are saved')).toBeInTheDocument()
  await waitFor(() => expect(roleColor('--color-primary')).toBe('#225588'))
  expect(screen.getByLabelText('Card Backgrounds')).toHaveValue('#eaeced')
})

test('saves only what was changed, and says when that fails', async () => {
  const { server, user, reported, readBrand } = await openBrand()
  await fill(user, 'Accent Elements', '#aa3377')
  server.refuse(updateBrandSettings, 503, 'The database is busy. Try again.')
  await save(user)
  await expectToast('Save Failed', 'The database is busy. Try again.')
  expect(reported.mock.calls[0]?.[0]).toMatchObject({ message: 'The database is busy. Try again.' })
  expect(isUnsaved()).toBe(true)
  server.restore(updateBrandSettings)
  await save(user)
  await expectToast('Settings Saved', 'Your brand settings have been updated successfully.')
  expect(server.callsOf(updateBrandSettings).at(-1)?.body).toEqual({
    colors: { accentElements: '#aa3377' },
  })
  await waitFor(() => expect(isUnsaved()).toBe(false))
  expect(screen.getByLabelText('Accent Elements')).toHaveValue('#aa3377')
  expect((await readBrand()).colors.accentElements).toBe('#aa3377')
})

test('a value that is not a color is refused at its field', async () => {
  const { server, user } = await openBrand()
  const message = 'Invalid hex color format (use #RRGGBB)'
  await fill(user, 'Main Backgrounds', 'ffeeff')
  expect(screen.queryByText(message)).not.toBeInTheDocument()
  await user.tab()
  expect(screen.getByText(message)).toBeInTheDocument()
  await save(user)
  expect(screen.getByLabelText('Main Backgrounds')).toHaveFocus()
  expect(server.callsOf(updateBrandSettings)).toEqual([])
  await fill(user, 'Main Backgrounds', '#ffeeff')
  expect(screen.queryByText(message)).not.toBeInTheDocument()
})

const allBlack = Object.fromEntries(Object.keys(defaultColors).map((key) => [key, '#000000']))

test('names the text that is unreadable, and applies the nearest readable color', async () => {
  const { user, readBrand } = await openBrand({ ...defaultColors, primaryText: '#ffff00' })
  const words = /^Primary Text is hard to read on Main Backgrounds \(1(\.\d)?:1\) and Card Backgr/
  expect(screen.getByText(words)).toBeInTheDocument()
  const take = screen.getByRole('button', { name: /^Use #[0-9a-f]{6} for Primary Text$/ })
  const suggested = take.textContent.replace('Use ', '')
  await user.click(take)
  expect(screen.getByLabelText('Primary Text')).toHaveValue(suggested)
  expect(screen.queryByText(words)).not.toBeInTheDocument()
  await save(user)
  await expectToast('Settings Saved')
  expect((await readBrand()).colors.primaryText).toBe(suggested)
})

test('says so when no color is readable on both backgrounds', async () => {
  const { user } = await openBrand()
  await fill(user, 'Main Backgrounds', '#777777')
  await fill(user, 'Card Backgrounds', '#2b2b2b')
  expect(screen.getAllByText(/^No color reads on both backgrounds\./)[0]).toBeInTheDocument()
  expect(screen.getAllByRole('button', { name: /for Primary Text$/ })).toHaveLength(1)
})

test('text on a brand color is black or white, whichever is readable', async () => {
  const { user } = await openBrand()
  await fill(user, 'Primary Actions', '#ffff00')
  await waitFor(() => expect(roleColor('--color-on-primary')).toBe('#000000'))
  await fill(user, 'Primary Actions', '#330066')
  await waitFor(() => expect(roleColor('--color-on-primary')).toBe('#ffffff'))
})

test('the default colors are a click away', async () => {
  const { user, readBrand } = await openBrand(allBlack)
  await user.click(button('Default colors'))
  expect(screen.getByLabelText('Main Backgrounds')).toHaveValue('#ffffff')
  expect(button('Default colors')).toBeDisabled()
  await save(user)
  await expectToast('Settings Saved')
  expect((await readBrand()).colors).toEqual(defaultColors)
})

test('settings that cannot be read show the defaults, of which only changes are saved', async () => {
  const { server, admin } = await startWithColors()
  server.hold(getBrandSettings)
  await openPage('/admin/branding', admin)
  expect(await screen.findByText('Loading...')).toBeInTheDocument()
  const refused = server.refuse(getBrandSettings, 503, 'The database is busy.')
  const user = await openPage('/admin/branding', admin)
  expect(await screen.findByText(/^The saved settings could not be read\./)).toBeInTheDocument()
  expect(screen.getByText('The database is busy.')).toBeInTheDocument()
  const colors = [
    ['Primary Actions', '#1d489a'],
    ['Secondary Actions', '#67a0d2'],
    ['Accent Elements', '#67a0d2'],
    ['Main Backgrounds', '#ffffff'],
    ['Primary Text', '#000000'],
    ['Card Backgrounds', '#eaeced'],
    ['Borders & Muted Text', '#757575'],
  ] as const
  for (const [label, color] of colors) expect(screen.getByLabelText(label)).toHaveValue(color)
  const labels = colors.map(([label]) => label)
  const fields = screen.getAllByLabelText(new RegExp(`^(${labels.join('|')})$`))
  expect(fields).toEqual(labels.map((label) => screen.getByLabelText(label)))
  refused.restore()
  await fill(user, 'Primary Text', '#112233')
  await save(user)
  await expectToast('Settings Saved')
  expect(server.callsOf(updateBrandSettings)[0]?.body).toEqual({
    colors: { primaryText: '#112233' },
  })
  await waitFor(() =>
    expect(screen.queryByText(/^The saved settings could not be read\./)).not.toBeInTheDocument(),
  )
})

test('settings that could not be read can be read again', async () => {
  const { server, admin } = await startWithColors({ primaryText: '#112233' })
  const refused = server.refuse(getBrandSettings, 503, '')
  const user = await openPage('/admin/branding', admin)
  expect(await screen.findByText('Failed to fetch brand settings')).toBeInTheDocument()
  refused.restore()
  await user.click(button('Try again'))
  await waitFor(() => expect(screen.getByLabelText('Primary Text')).toHaveValue('#112233'))
  expect(screen.queryByText(/^The saved settings could not be read\./)).not.toBeInTheDocument()
})

const logoFile = (name: string) =>
  new File([new Uint8Array(pngOf(300, 200))], name, { type: 'image/png' })
const choose = (user: User, file: File) => user.upload(screen.getByLabelText('Logo file'), file)
const favicon = () => document.querySelector('link[rel=icon]')?.getAttribute('href')
const sidebarLogo = () =>
  within(screen.getByRole('complementary', { name: 'Sidebar' })).queryByRole('presentation')

async function openWithLogo() {
  const opened = await openBrand()
  await choose(opened.user, logoFile('sun.png'))
  await opened.user.click(await screen.findByRole('button', { name: 'Upload' }))
  await expectToast('Logo Uploaded', 'Your custom logo has been uploaded successfully.')
  expect(await screen.findByText('Custom Logo Active')).toBeInTheDocument()
  return opened
}

test('a logo is chosen, uploaded in three steps, switched off, replaced and deleted', async () => {
  const { server, user, readBrand } = await openBrand()
  expect(screen.getByText('Default Logo')).toBeInTheDocument()
  expect(screen.getByText('Logo Guidelines')).toBeInTheDocument()
  expect(screen.queryByRole('slider', { name: 'Logo Size' })).not.toBeInTheDocument()
  await choose(user, logoFile('sun.png'))
  expect(await screen.findByText('sun.png')).toBeInTheDocument()
  await user.click(button('Cancel'))
  expect(screen.queryByText('sun.png')).not.toBeInTheDocument()

  await choose(user, logoFile('sun.png'))
  const before = server.calls.length
  await user.click(await screen.findByRole('button', { name: 'Upload' }))
  await expectToast('Logo Uploaded', 'Your custom logo has been uploaded successfully.')
  const sent = server.calls.slice(before).filter(({ method }) => method !== 'GET')
  expect(sent.map(({ method, path }) => `${method} ${path.split('/')[3]}`)).toEqual([
    'POST upload-url',
    'PUT uploads',
    expect.stringMatching(/^POST /),
  ])
  expect(await screen.findByText('Custom Logo Active')).toBeInTheDocument()
  expect(screen.queryByText('Logo Guidelines')).not.toBeInTheDocument()
  const { logoUrl } = await readBrand()
  await waitFor(() => expect(favicon()).toBe(logoUrl))
  expect(sidebarLogo()).toHaveAttribute('src', logoUrl)

  await user.click(button('Disable'))
  await expectToast('Status Updated')
  expect(await screen.findByText('Default Logo')).toBeInTheDocument()
  expect(screen.getByText(/kept, but not shown/)).toBeInTheDocument()
  expect(screen.queryByRole('slider', { name: 'Logo Size' })).not.toBeInTheDocument()
  expect(favicon()).toBeUndefined()
  expect(sidebarLogo()).toBeNull()
  await user.click(button('Enable'))
  expect(await screen.findByText('Custom Logo Active')).toBeInTheDocument()

  await choose(user, logoFile('square.png'))
  await user.click(await screen.findByRole('button', { name: 'Upload' }))
  expect(await screen.findByRole('button', { name: 'Replace' })).toBeInTheDocument()
  expect(screen.getByText('square.png')).toBeInTheDocument()
  await waitFor(async () => expect((await server.inject({ url: logoUrl })).statusCode).toBe(404))

  await user.click(button('Delete'))
  const question = within(await screen.findByRole('alertdialog'))
  expect(
    question.getByText('Are you sure you want to delete this logo? This action cannot be undone.'),
  ).toBeInTheDocument()
  await user.keyboard('{Escape}')
  expect(server.callsOf(deleteLogo)).toEqual([])
  await user.click(button('Delete'))
  await user.click(await screen.findByRole('button', { name: 'Delete logo' }))
  await expectToast('Logo Deleted')
  expect(await screen.findByText('Logo Guidelines')).toBeInTheDocument()
  expect(favicon()).toBeUndefined()
})

test('names the step of an upload that failed, and keeps the file chosen', async () => {
  const { server, user } = await openBrand()
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle></svg>'
  await choose(user, new File([drawing], 'bad.svg', { type: 'image/svg+xml' }))
  await user.click(await screen.findByRole('button', { name: 'Upload' }))
  await expectToast('Upload Failed')
  expect(screen.getByText(/^This SVG cannot be drawn/)).toBeInTheDocument()
  expect(button('Upload')).not.toHaveAttribute('aria-disabled')
  await user.click(button('Cancel'))

  await choose(user, logoFile('sun.png'))
  server.answer(requestLogoUpload, { uploadUrl: '/api/nowhere', logoId: 'x' })
  server.hold({ method: 'PUT', path: '/api/nowhere' })
  await user.click(await screen.findByRole('button', { name: 'Upload' }))
  expect(await screen.findByRole('button', { name: 'Uploading...' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await user.click(button('Cancel'))
  expect(screen.getByText('Default Logo')).toBeInTheDocument()
  expect(server.callsOf(confirmLogoUpload)).toEqual([])
})

test('the size of the logo shows in the sidebar once it is saved, with its background', async () => {
  const { user, readBrand } = await openWithLogo()
  screen.getByRole('slider', { name: 'Logo Size' }).focus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByText('105%')).toBeInTheDocument()
  await user.click(button('Reset logo size'))
  expect(screen.getByText('100%')).toBeInTheDocument()
  expect(isUnsaved()).toBe(false)
  screen.getByRole('slider', { name: 'Logo Size' }).focus()
  await user.keyboard('{End}')
  expect(screen.getByText('150%')).toBeInTheDocument()
  await fill(user, 'Background color', '#00ff00')
  expect(isUnsaved()).toBe(true)
  expect(sidebarLogo()).toHaveStyle({ transform: 'scale(1)' })
  await save(user)
  await expectToast('Settings Saved')
  await waitFor(() => expect(sidebarLogo()).toHaveStyle({ transform: 'scale(1.5)' }))

  await user.click(screen.getByRole('checkbox', { name: 'Transparent' }))
  expect(screen.getByLabelText('Background color')).toBeDisabled()
  await save(user)
  await waitFor(async () =>
    expect(await readBrand()).toMatchObject({
      logoZoom: 1.5,
      logoBackgroundColor: '#00ff00',
      logoBackgroundTransparent: true,
    }),
  )
})

async function openUnsaved() {
  const opened = await openBrand()
  await fill(opened.user, 'Primary Text', '#101010')
  expect(isUnsaved()).toBe(true)
  const logOut = async () => {
    await opened.user.click(button('AA, user menu of Ada Admin'))
    await opened.user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  }
  return { ...opened, logOut }
}

test('a link asks before unsaved changes are lost', async () => {
  const { user } = await openUnsaved()
  await user.click(screen.getByRole('link', { name: 'Back to Settings' }))
  expect(await screen.findByText('Leave without saving?')).toBeInTheDocument()
  await user.click(button('Stay'))
  expect(location.pathname).toBe('/admin/branding')
  expect(screen.getByLabelText('Primary Text')).toHaveValue('#101010')
  await user.click(screen.getByRole('link', { name: 'Back to Settings' }))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(location.pathname).toBe('/admin'))
  await user.click(await screen.findByRole('link', { name: 'Monitor' }))
  expect(location.pathname).toBe('/dashboard/monitor')
})

test('logging out asks first, and ends the preview', async () => {
  const { user, logOut } = await openUnsaved()
  await waitFor(() => expect(roleColor('--color-text')).toBe('#101010'))
  await logOut()
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(isUnsaved()).toBe(true)
  await logOut()
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(location.pathname).toBe('/login'))
  expect(roleColor('--color-text')).not.toBe('#101010')
})

test('leaving asks nothing once everything is saved', async () => {
  const { user } = await openUnsaved()
  await save(user)
  await expectToast('Settings Saved')
  await user.click(screen.getByRole('link', { name: 'Back to Settings' }))
  expect(location.pathname).toBe('/admin')
  expect(screen.queryByText('Leave without saving?')).not.toBeInTheDocument()
})

test('an ended session leaves the page without asking', async () => {
  const { server, user } = await openUnsaved()
  server.refuse(updateBrandSettings, 401, '')
  await save(user)
  await waitFor(() => expect(location.pathname).toBe('/login'))
  expect(
    await screen.findByText('Authentication expired. Please log in again.'),
  ).toBeInTheDocument()
  expect(screen.queryByText('Leave without saving?')).not.toBeInTheDocument()
})
