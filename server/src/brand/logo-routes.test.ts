import { type FileStore, StorageError } from '@dashboard/store/files/file-store'
import { readFile } from '@dashboard/store/files/open-files'
import { setClock } from '@dashboard/store/test/clock'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { announcementOf, keysOf, png, startWithAdmin } from '../../test/logo-upload.ts'
import { svgOf } from '../../test/logos.ts'
import { sweepLogos } from './logo-service.ts'

describe('a confirmation', () => {
  test('refuses a file that was never announced, never uploaded, or differs from what was announced', async () => {
    const { announce, put, confirm } = await startWithAdmin()
    const body = announcementOf(png)
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x', '%00']) {
      expect((await confirm(id, body)).statusCode).toBe(404)
    }
    const { uploadUrl, logoId } = await announce(png)
    const early = await confirm(logoId, body)
    expect([early.statusCode, early.json().message]).toEqual([
      409,
      'The logo has not been uploaded, or not completely. Upload it again.',
    ])
    await put(uploadUrl, png)
    expect((await confirm(logoId, { ...body, fileName: 'other.png' })).statusCode).toBe(400)
    expect((await confirm(logoId, body)).statusCode).toBe(200)
  })

  test('after ten minutes is 410', async () => {
    const { announce, put, confirm, db } = await startWithAdmin()
    const { uploadUrl, logoId } = await announce(png)
    await put(uploadUrl, png)
    const past = new Date(Date.now() - 1_000).toISOString()
    await db.updateTable('logo_uploads').set({ expiresAt: past }).execute()
    expect((await confirm(logoId, announcementOf(png))).statusCode).toBe(410)
  })

  test('checks the content of an upload that went to object storage directly', async () => {
    // Returns a disk store that signs addresses, as object storage does; a test writes directly what it "sends" there.
    const { files: disk } = await startTestApp()
    const files: FileStore = {
      ...disk,
      signUpload: async (key) => `https://storage.example.test/${key}`,
    }
    const { announce, confirm, getSettings } = await startWithAdmin({ files })
    const send = (uploadUrl: string, content: Buffer) =>
      files.write(uploadUrl.replace('https://storage.example.test/', ''), content, 'image/svg+xml')

    const good = svgOf()
    const { uploadUrl, logoId } = await announce(good, 'image/svg+xml')
    expect(uploadUrl).toMatch(/^https:\/\/storage\.example\.test\/logo-uploads\//)
    const announced = announcementOf(good, 'image/svg+xml')
    const bad = Buffer.alloc(good.length, 'x')
    await send(uploadUrl, bad)
    expect((await confirm(logoId, announced)).statusCode).toBe(415)
    await send(uploadUrl, Buffer.concat([good, good]))
    expect((await confirm(logoId, announced)).statusCode).toBe(409)
    await send(uploadUrl, good)
    expect((await confirm(logoId, announced)).statusCode).toBe(200)

    // The signed address stays open: bytes written there later must not be shown.
    const { logoUrl } = await getSettings()
    const read = () => readFile(files, `logos/${logoUrl.split('/').at(-1)}`)
    const shown = await read()
    await send(uploadUrl, bad)
    expect(await read()).toEqual(shown)
  })
})

describe('a logo', () => {
  test('is hidden and shown', async () => {
    const { upload, ada, getSettings } = await startWithAdmin()
    const { id } = (await upload(png)).json().brandSettings
    const put = (isActive: unknown) =>
      ada.inject({ method: 'PUT', url: `/api/brand-settings/${id}/status`, payload: { isActive } })
    const hidden = await put(false)
    expect([hidden.statusCode, hidden.json().brandSettings.isActive]).toEqual([200, false])
    expect((await getSettings()).isActive).toBe(false)
    expect((await put(true)).json().brandSettings.isActive).toBe(true)
    expect((await put('yes')).statusCode).toBe(400)
  })

  test('is /favicon.ico while it is shown', async () => {
    const { upload, ada, inject } = await startWithAdmin()
    expect((await inject({ url: '/favicon.ico' })).statusCode).toBe(404)
    const { id, logoUrl } = (await upload(png)).json().brandSettings
    const icon = await inject({ url: '/favicon.ico' })
    const logo = await inject({ url: logoUrl })
    expect([icon.statusCode, icon.rawPayload]).toEqual([200, logo.rawPayload])
    expect(icon.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-cache' })
    const payload = { isActive: false }
    await ada.inject({ method: 'PUT', url: `/api/brand-settings/${id}/status`, payload })
    expect((await inject({ url: '/favicon.ico' })).statusCode).toBe(404)
  })

  test('is deleted with its file; the colors stay', async () => {
    const { upload, ada, getSettings, files, inject } = await startWithAdmin()
    const { id, logoUrl } = (await upload(png)).json().brandSettings
    await ada.inject({
      method: 'PATCH',
      url: `/api/brand-settings/${id}`,
      payload: { colors: { primaryText: '#111111' } },
    })
    const wrong = await ada.inject({ method: 'DELETE', url: '/api/brand-settings/x' })
    expect(wrong.statusCode).toBe(404)
    const response = await ada.inject({ method: 'DELETE', url: `/api/brand-settings/${id}` })
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { message: 'The logo was deleted.' },
    ])
    expect(await getSettings()).toMatchObject({ logoUrl: null, colors: { primaryText: '#111111' } })
    expect(await keysOf(files)).toEqual([])
    expect((await inject({ url: logoUrl })).statusCode).toBe(404)
    expect(
      (await ada.inject({ method: 'DELETE', url: `/api/brand-settings/${id}` })).statusCode,
    ).toBe(404)
  })

  test.each([
    'x.png',
    '..%2f..%2fetc%2fpasswd',
    '%2fetc%2fpasswd',
    '6b0f6c1e-5d0c-4c55-9a53-8f0f2d1c7a10.png',
    '6b0f6c1e-5d0c-4c55-9a53-8f0f2d1c7a10.html',
    '6b0f6c1e-5d0c-4c55-9a53-8f0f2d1c7a10.png%00',
    'n'.repeat(300),
  ])('named %s is not found', async (name) => {
    const { inject } = await startTestApp()
    expect((await inject({ url: `/api/brand-settings/logo/${name}` })).statusCode).toBe(404)
  })

  test('in a storage that fails is 502', async () => {
    const { files: disk } = await startTestApp()
    const fail = async () => {
      throw new StorageError('The storage cannot be reached.', { cause: undefined })
    }
    const files: FileStore = { ...disk, open: fail, write: fail }
    const { announce, put, inject } = await startWithAdmin({ files })
    const { uploadUrl } = await announce(png)
    for (let times = 0; times < 2; times += 1) {
      const response = await put(uploadUrl, png)
      expect([response.statusCode, response.json().message]).toEqual([
        502,
        'The files of the dashboard cannot be reached right now. Try again later; if it happens again, an administrator has to look into it.',
      ])
    }
    const logo = await inject({
      url: '/api/brand-settings/logo/6b0f6c1e-5d0c-4c55-9a53-8f0f2d1c7a10.png',
    })
    expect(logo.statusCode).toBe(502)
  })
})

test('a logo for which the disk has no room is refused with that reason', async () => {
  const { files: disk } = await startTestApp()
  const write = async () => {
    throw Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' })
  }
  const { announce, put } = await startWithAdmin({ files: { ...disk, write } })
  const { uploadUrl } = await announce(png)
  const response = await put(uploadUrl, png)
  expect(response.statusCode).toBe(503)
  expect(response.json().message).toContain('The disk of the server is full')
})

describe('the sweep', () => {
  test('deletes uploads that were never confirmed and logos without a row, after a while', async () => {
    const { upload, announce, put, files, db, getSettings } = await startWithAdmin()
    await upload(png)
    const { uploadUrl } = await announce(png)
    await put(uploadUrl, png)
    await files.write('logos/forgotten.png', png, 'image/png')
    expect(await sweepLogos(db, files)).toBe(0)
    const past = new Date(Date.now() - 1_000).toISOString()
    await db.updateTable('logo_uploads').set({ expiresAt: past }).execute()
    expect(await sweepLogos(db, files)).toBe(0)
    const now = Date.now()
    setClock(now + 9 * 60_000)
    expect(await sweepLogos(db, files)).toBe(0)
    setClock(now + 10 * 60_000 + 1_000)
    expect(await sweepLogos(db, files)).toBe(2)
    const { logoUrl } = await getSettings()
    expect(await keysOf(files)).toEqual([`logos/${logoUrl.split('/').at(-1)}`])
  })
})
