import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { logoTicketMs } from '@dashboard/contract/limits'
import type { FileStore } from '@dashboard/store/file-store'
import { readFile } from '@dashboard/store/files'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { deriveSigningKey } from '../http/signing-key.ts'
import { startTestApp } from '../test-app.ts'
import { sweepLogos } from './logo-sweep.ts'
import { jpegOf, pngOf, svgOf } from './test-logos.ts'

const png = pngOf(12, 7)

type Overrides = Parameters<typeof startTestApp>[0]

function announcementOf(content: Buffer, mimeType = 'image/png', fileName = 'Our logo ü.png') {
  return { fileName, fileSize: content.length, mimeType }
}

async function startWithAdmin(overrides?: Overrides) {
  const app = await startTestApp(overrides)
  const ada = await app.as('admin')
  const announce = async (content: Buffer, mimeType?: string) => {
    const payload = announcementOf(content, mimeType)
    const response = await ada.inject({
      method: 'POST',
      url: '/api/brand-settings/upload-url',
      payload,
    })
    expect(response.statusCode).toBe(200)
    return response.json() as { uploadUrl: string; logoId: string }
  }
  const put = (url: string, payload: Buffer, type = 'image/png') =>
    app.inject({ method: 'PUT', url, payload, headers: { 'content-type': type } })
  const confirm = (logoId: string, payload: object) =>
    ada.inject({ method: 'POST', url: `/api/brand-settings/${logoId}/confirm`, payload })
  const upload = async (content: Buffer, mimeType = 'image/png') => {
    const { uploadUrl, logoId } = await announce(content, mimeType)
    expect((await put(uploadUrl, content, mimeType)).statusCode).toBe(200)
    return confirm(logoId, announcementOf(content, mimeType))
  }
  const settings = async () =>
    (await app.inject({ url: '/api/brand-settings' })).json().brandSettings
  return { ...app, ada, announce, put, confirm, upload, getSettings: settings }
}

async function keysOf(files: FileStore) {
  const entries = [...(await files.list('logos')), ...(await files.list('logo-uploads'))]
  return entries.map(({ key }) => key)
}

describe('an upload', () => {
  test.each([
    ['image/png', png, 'image/png'],
    ['image/jpeg', jpegOf(3, 3), 'image/jpeg'],
    ['image/jpg', jpegOf(3, 3), 'image/jpeg'],
    ['image/svg+xml', svgOf(), 'image/svg+xml; charset=utf-8'],
  ])('of %s becomes the logo, for everybody to see', async (mimeType, content, servedType) => {
    const { upload, getSettings, inject, ada, files } = await startWithAdmin()
    const response = await upload(content, mimeType)
    expect(response.statusCode).toBe(200)
    const { brandSettings } = response.json()
    expect(brandSettings).toMatchObject({
      logoFileName: 'Our logo ü.png',
      logoFileSize: content.length,
      logoMimeType: mimeType,
      isActive: true,
      uploadedBy: ada.user.id,
    })
    expect(await getSettings()).toEqual(brandSettings)
    const logo = await inject({ url: brandSettings.logoUrl })
    expect(logo.statusCode).toBe(200)
    expect(logo.rawPayload.equals(content)).toBe(true)
    expect(logo.headers).toMatchObject({
      'content-type': servedType,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await keysOf(files)).toEqual([`logos/${brandSettings.logoUrl.split('/').at(-1)}`])
  })

  test('that replaces a logo deletes its file and keeps the look', async () => {
    const { upload, ada, inject, files, getSettings } = await startWithAdmin()
    const first = (await upload(png)).json().brandSettings.logoUrl
    await ada.inject({
      method: 'PATCH',
      url: '/api/brand-settings/default',
      payload: { logoZoom: 1.3, colors: { primaryText: '#111111' } },
    })
    const second = (await upload(svgOf(), 'image/svg+xml')).json().brandSettings.logoUrl
    expect(second).not.toBe(first)
    expect((await inject({ url: first })).statusCode).toBe(404)
    expect(await keysOf(files)).toHaveLength(1)
    expect(await getSettings()).toMatchObject({ logoZoom: 1.3, colors: { primaryText: '#111111' } })
  })

  test('of two logos at once leaves one, with its file', async () => {
    const { upload, files, getSettings, inject } = await startWithAdmin()
    const both = await Promise.all([upload(png), upload(jpegOf(3, 3), 'image/jpeg')])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await keysOf(files)).toHaveLength(1)
    expect((await inject({ url: (await getSettings()).logoUrl })).statusCode).toBe(200)
  })

  test.each([
    [{ fileSize: 2 * 1024 * 1024 }, 'File size must be less than 2MB.'],
    [{ fileSize: 0 }, 'The file is empty.'],
    [{ fileSize: 1.5 }, 'File size must be a whole number of bytes'],
    [{ mimeType: 'image/gif' }, 'Please upload a PNG, JPG, or SVG file.'],
    [{ fileName: ' ' }, 'File name is required'],
  ])('announced as %j is refused', async (changes, message) => {
    const { ada } = await startWithAdmin()
    const response = await ada.inject({
      method: 'POST',
      url: '/api/brand-settings/upload-url',
      payload: { ...announcementOf(png), ...changes },
    })
    expect([response.statusCode, response.json().message]).toEqual([400, message])
  })
})

describe('a ticket', () => {
  test('takes one file, once, also of many at once', async () => {
    const { announce, put } = await startWithAdmin()
    const { uploadUrl } = await announce(png)
    const many = await Promise.all(Array.from({ length: 5 }, () => put(uploadUrl, png)))
    expect(many.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410, 410, 410])
    const again = await put(uploadUrl, png)
    expect([again.statusCode, again.json().message]).toEqual([
      410,
      'This upload ticket has been used. Please upload the logo again.',
    ])
  })

  test('that was confirmed is used up', async () => {
    const { announce, put, confirm } = await startWithAdmin()
    const { uploadUrl, logoId } = await announce(png)
    await put(uploadUrl, png)
    const both = await Promise.all([
      confirm(logoId, announcementOf(png)),
      confirm(logoId, announcementOf(png)),
    ])
    expect(both.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await put(uploadUrl, png)).statusCode).toBe(410)
    expect((await confirm(logoId, announcementOf(png))).statusCode).toBe(404)
  })

  test('that is forged or altered is none; one that has expired is 410', async () => {
    const { announce, put, settings, ada } = await startWithAdmin()
    const { uploadUrl, logoId } = await announce(png)
    const sign = (key: Uint8Array, expires: string) =>
      new SignJWT({ logoId, fileSize: png.length, mimeType: 'image/png' })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(expires)
        .sign(key)
    const key = deriveSigningKey(settings.sessionSecret, 'logo-upload')
    const at = (ticket: string) => `/api/brand-settings/uploads/${ticket}`
    for (const ticket of [
      'x',
      ada.token,
      await sign(randomBytes(32), '1m'),
      `${uploadUrl.split('/').at(-1)}x`,
    ]) {
      expect((await put(at(ticket), png)).statusCode).toBe(404)
    }
    const expired = await put(at(await sign(key, '-1s')), png)
    expect([expired.statusCode, expired.json().message]).toEqual([
      410,
      'This upload ticket has expired. Please upload the logo again.',
    ])
    expect((await put(uploadUrl, png)).statusCode).toBe(200)
  })

  test.each([
    ['more bytes than announced', png, Buffer.concat([png, png]), 'image/png', 413],
    ['fewer bytes', png, png.subarray(0, 20), 'image/png', 400],
    ['no bytes', png, Buffer.alloc(0), 'image/png', 400],
    ['another declared type', png, png, 'image/svg+xml', 415],
    ['no type', png, png, '', 415],
    ['a PNG that is none', randomBytes(80), undefined, 'image/png', 415],
    [
      'a page as a PNG',
      Buffer.from('<!doctype html><script>1</script>'),
      undefined,
      'image/png',
      415,
    ],
    ['an SVG as a PNG', svgOf(), undefined, 'image/png', 415],
    [
      'a page as an SVG',
      Buffer.from('<!doctype html><script>1</script>'),
      undefined,
      'image/svg+xml',
      415,
    ],
  ])('refuses %s, and is still good', async (_name, announced, sent, type, status) => {
    const { announce, put, getSettings, files } = await startWithAdmin()
    const { uploadUrl } = await announce(announced, type === '' || sent ? 'image/png' : type)
    const response = await put(uploadUrl, sent ?? announced, type)
    expect(response.statusCode).toBe(status)
    expect(response.json().message).toMatch(/^[A-Z].*\.$/)
    expect(await getSettings()).toBeNull()
    expect(await keysOf(files)).toEqual([])
    if (announced === png) expect((await put(uploadUrl, png)).statusCode).toBe(200)
  })

  test('refuses an SVG that could run, and says why', async () => {
    const { announce, put } = await startWithAdmin()
    const svg = svgOf('', 'onload="alert(1)"')
    const { uploadUrl } = await announce(svg, 'image/svg+xml')
    const response = await put(uploadUrl, svg, 'image/svg+xml')
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      'This SVG contains the event handler "onload". Remove that, or save the logo as a plain SVG or PNG, and upload it again.',
    ])
  })

  test('takes no more than announced from a stream without an end, and says so', async () => {
    const { app, announce } = await startWithAdmin()
    const { uploadUrl } = await announce(png)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as { port: number }
    const answer = await new Promise<string>((resolve, reject) => {
      let received = ''
      const socket = connect(port, '127.0.0.1')
      const size = 64 * 1024
      const chunk = Buffer.from(`${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`)
      const send = () => {
        let hasRoom = true
        while (hasRoom && !socket.destroyed) hasRoom = socket.write(chunk)
      }
      socket.write(
        `PUT ${uploadUrl} HTTP/1.1\r\nhost: x\r\ncontent-type: image/png\r\ntransfer-encoding: chunked\r\n\r\n`,
      )
      socket.on('drain', send)
      socket.on('data', (data) => {
        received += data
      })
      socket.on('error', () => resolve(received))
      socket.on('close', () => resolve(received))
      setTimeout(() => reject(new Error('The server reads on and on')), 10_000).unref()
      send()
    })
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain('that were announced')
  })
})

describe('a confirmation', () => {
  test('refuses what was never announced, never uploaded, or is not what was announced', async () => {
    const { announce, put, confirm } = await startWithAdmin()
    const body = announcementOf(png)
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x', '%00']) {
      expect((await confirm(id, body)).statusCode).toBe(404)
    }
    const { uploadUrl, logoId } = await announce(png)
    const early = await confirm(logoId, body)
    expect([early.statusCode, early.json().message]).toEqual([
      409,
      'The logo has not been uploaded, or not completely. Please upload it again.',
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

  test('looks into what object storage took by itself', async () => {
    // A disk store that signs addresses, as object storage does; what is "sent" there is written straight.
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
    const evil = svgOf('<script>1</script>')
    const second = await announce(evil, 'image/svg+xml')
    await send(second.uploadUrl, evil)
    const refused = await confirm(second.logoId, announcementOf(evil, 'image/svg+xml'))
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      expect.stringContaining('This SVG contains a script.'),
    ])
    await send(uploadUrl, good)
    expect((await confirm(logoId, announced)).statusCode).toBe(200)

    // The signed address stays open: what is written there later is not what is shown.
    await send(uploadUrl, evil)
    const { logoUrl } = await getSettings()
    const shown = await readFile(files, `logos/${logoUrl.split('/').at(-1)}`)
    expect(shown?.toString()).toBe(good.toString())
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

  test('is deleted with its file; the colours stay', async () => {
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

  test('in a storage that does not work is 502', async () => {
    const { files: disk } = await startTestApp()
    const fail = async () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    }
    const files: FileStore = { ...disk, open: fail, write: fail }
    const { announce, put, inject } = await startWithAdmin({ files })
    const { uploadUrl } = await announce(png)
    for (let times = 0; times < 2; times += 1) {
      const response = await put(uploadUrl, png)
      expect([response.statusCode, response.json().message]).toEqual([
        502,
        'The file storage does not work at the moment. Please try again later.',
      ])
    }
    const logo = await inject({
      url: '/api/brand-settings/logo/6b0f6c1e-5d0c-4c55-9a53-8f0f2d1c7a10.png',
    })
    expect(logo.statusCode).toBe(502)
  })
})

describe('the sweep', () => {
  test('deletes uploads that were never confirmed and logos that nothing shows, after a while', async () => {
    const { upload, announce, put, files, db, getSettings } = await startWithAdmin()
    await upload(png)
    const { uploadUrl } = await announce(png)
    await put(uploadUrl, png)
    await files.write('logos/forgotten.png', png, 'image/png')
    expect(await sweepLogos(db, files)).toBe(0)
    const past = new Date(Date.now() - 1_000).toISOString()
    await db.updateTable('logo_uploads').set({ expiresAt: past }).execute()
    expect(await sweepLogos(db, files)).toBe(0)
    expect(await sweepLogos(db, files, Date.now() + logoTicketMs + 1_000)).toBe(2)
    const { logoUrl } = await getSettings()
    expect(await keysOf(files)).toEqual([`logos/${logoUrl.split('/').at(-1)}`])
  })
})
