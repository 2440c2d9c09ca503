import type { FileStore } from '@dashboard/store/files/file-store'
import { expect } from 'vitest'
import { startTestApp } from './app.ts'
import { pngOf } from './logos.ts'

export const png = pngOf(12, 7)

type Overrides = Parameters<typeof startTestApp>[0]

export function announcementOf(
  content: Buffer,
  mimeType = 'image/png',
  fileName = 'Our logo ü.png',
) {
  return { fileName, fileSize: content.length, mimeType }
}

/** Starts a server with an administrator; returns it with the steps of an upload. */
export async function startWithAdmin(overrides?: Overrides) {
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

/** Returns the keys of all stored logos and uploads. */
export async function keysOf(files: FileStore) {
  const entries = [...(await files.list('logos')), ...(await files.list('logo-uploads'))]
  return entries.map(({ key }) => key)
}
