import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { extname } from 'node:path'
import { SignJWT } from 'jose'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { announcementOf, keysOf, png, startWithAdmin } from '../../test/logo-upload.ts'
import { jpegOf, svgOf } from '../../test/logos.ts'
import { connectionLimits } from '../http/connection-limits.ts'
import { deriveSigningKey } from '../http/signing-key.ts'

const jpeg = await jpegOf(3, 3)
const mebibyte = 1024 * 1024

describe('an upload', () => {
  test.each([
    ['image/png', png, 'image/png'],
    ['image/jpeg', jpeg, 'image/jpeg'],
    ['image/jpg', jpeg, 'image/jpeg'],
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
    const { format, width } = await sharp(content).metadata()
    expect(await sharp(logo.rawPayload).metadata()).toMatchObject({ format, width })
    expect(logo.headers).toMatchObject({
      'content-type': servedType,
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await keysOf(files)).toEqual([`logos/${brandSettings.logoUrl.split('/').at(-1)}`])
  })

  test('that replaces a logo deletes its file and preserves the appearance', async () => {
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
    await upload(png)
    expect(await keysOf(files)).toHaveLength(1)
  })

  test('of an SVG is stored as a picture drawn from it, and nothing of the SVG is left', async () => {
    const { upload, inject, files } = await startWithAdmin({ replaced: { drawLogo: undefined } })
    const drawing = svgOf('<script>alert(1)</script><circle onclick="alert(1)" r="4"/>')
    const { brandSettings } = (await upload(drawing, 'image/svg+xml')).json()
    expect(brandSettings).toMatchObject({
      logoFileSize: drawing.length,
      logoMimeType: 'image/svg+xml',
    })
    const logo = await inject({ url: brandSettings.logoUrl })
    expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/png'])
    expect(await sharp(logo.rawPayload).metadata()).toMatchObject({
      format: 'png',
      width: 1_024,
      height: 1_024,
    })
    const keys = await keysOf(files)
    expect(keys.map((key) => extname(key))).toEqual(['.png'])
  })

  test('of two logos at once leaves one, with its file', async () => {
    const { upload, files, getSettings, inject } = await startWithAdmin()
    const both = await Promise.all([upload(png), upload(jpeg, 'image/jpeg')])
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
  test('accepts one file, once, even of many at once', async () => {
    const { announce, put } = await startWithAdmin()
    const { uploadUrl } = await announce(png)
    const many = await Promise.all(Array.from({ length: 5 }, () => put(uploadUrl, png)))
    expect(many.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410, 410, 410])
    const again = await put(uploadUrl, png)
    expect([again.statusCode, again.json().message]).toEqual([
      410,
      'This upload ticket has been used. Upload the logo again.',
    ])
  })

  test('cannot be used again once it is confirmed', async () => {
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

  test('that is forged or altered is refused; one that has expired is 410', async () => {
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
      'This upload ticket has expired. Upload the logo again.',
    ])
    expect((await put(uploadUrl, png)).statusCode).toBe(200)
  })

  test.each([
    ['more bytes than announced', png, Buffer.concat([png, png]), 'image/png', 413],
    ['fewer bytes', png, png.subarray(0, 20), 'image/png', 400],
    ['no bytes', png, Buffer.alloc(0), 'image/png', 400],
    ['another declared type', png, png, 'image/svg+xml', 415],
    ['no type', png, png, '', 415],
    ['a file that only claims to be a PNG', randomBytes(80), undefined, 'image/png', 415],
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
  ])('refuses %s, and is still valid', async (_name, announced, sent, type, status) => {
    const { announce, put, getSettings, files } = await startWithAdmin()
    const { uploadUrl } = await announce(announced, type === '' || sent ? 'image/png' : type)
    const response = await put(uploadUrl, sent ?? announced, type)
    expect(response.statusCode).toBe(status)
    expect(response.json().message).toMatch(/^[A-Z].*\.$/)
    expect(await getSettings()).toBeNull()
    expect(await keysOf(files)).toEqual([])
    if (announced === png) expect((await put(uploadUrl, png)).statusCode).toBe(200)
  })

  test('says so when a file is too large by megabytes, over a real connection', async () => {
    const { app, announce } = await startWithAdmin()
    const { uploadUrl } = await announce(png)
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const response = await fetch(address + uploadUrl, {
      method: 'PUT',
      // An open connection would delay the end of the server.
      headers: { 'content-type': 'image/png', connection: 'close' },
      body: new Uint8Array(4 * mebibyte),
    })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({
      message: expect.stringContaining('that were announced'),
    })
  })

  test('reads little more than announced from an endless stream', async () => {
    // This test is not about how long the connection stays open after the answer.
    const { app, announce } = await startWithAdmin({
      replaced: { limits: { ...connectionLimits, keepAliveMs: 500 } },
    })
    const { uploadUrl } = await announce(png)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as { port: number }
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
    // A client that reads nothing while it sends may lose the answer when the server closes the connection.
    socket.on('error', () => undefined)
    socket.resume()
    send()
    await new Promise((resolve) => socket.on('close', resolve))
    // The bytes that the server reads and drops, and those that both ends of the connection buffer.
    expect(socket.bytesWritten).toBeLessThan(32 * mebibyte)
  })
})
