import { startS3Double } from '@dashboard/doubles/s3/s3-double'
import { openFiles } from '@dashboard/store/files/open-files'
import { readSettings } from '@dashboard/store/settings/settings'
import { setClock } from '@dashboard/store/test/clock'
import { expect, onTestFinished, test, vi } from 'vitest'
import { announcementOf, png, startWithAdmin } from '../../test/logo-upload.ts'
import { sweepLogos } from './logo-service.ts'

/** Starts a server that stores logos in S3; returns it with the steps of an upload by a browser. */
async function startOnS3() {
  const s3 = await startS3Double()
  onTestFinished(() => s3.close())
  for (const [name, value] of Object.entries(s3.credentials)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const files = await openFiles(readSettings({ STORAGE_URL: s3.storageUrl }).storage)
  const setup = await startWithAdmin({ files })
  const send = (uploadUrl: string) =>
    fetch(uploadUrl, { method: 'PUT', body: png, headers: { 'content-type': 'image/png' } })
  const upload = async () => {
    const { uploadUrl, logoId } = await setup.announce(png)
    expect((await send(uploadUrl)).status).toBe(200)
    const confirmed = await setup.confirm(logoId, announcementOf(png))
    return { uploadUrl, id: confirmed.json().brandSettings.id as string }
  }
  const remove = async (id: string) => {
    const { statusCode } = await setup.ada.inject({
      method: 'DELETE',
      url: `/api/brand-settings/${id}`,
    })
    expect(statusCode).toBe(200)
  }
  return { ...setup, s3, files, upload, remove, send }
}

test('a deleted logo is gone from S3', async () => {
  const { s3, upload, remove } = await startOnS3()
  const { id } = await upload()
  expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^files\/logos\/.+\.png$/)])
  await remove(id)
  expect([...s3.objects.keys()]).toEqual([])
})

test('a logo that S3 did not delete is deleted by the next sweep', async () => {
  const { s3, db, files, upload, remove } = await startOnS3()
  const { id } = await upload()
  s3.setFault({ kind: 'error', status: 500, code: 'InternalError', method: 'DELETE' })
  await remove(id)
  expect(s3.objects.size).toBe(1)
  setClock(Date.now() + 10 * 60_000 + 1_000)
  await expect(sweepLogos(db, files)).rejects.toThrow()
  s3.setFault(undefined)
  expect(await sweepLogos(db, files)).toBe(1)
  expect(s3.objects.size).toBe(0)
})

test('a file sent again to the address of a confirmed upload is deleted by a sweep, too', async () => {
  const { s3, db, files, upload, remove, send } = await startOnS3()
  const { id, uploadUrl } = await upload()
  await send(uploadUrl)
  await remove(id)
  expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^files\/logo-uploads\//)])
  setClock(Date.now() + 10 * 60_000 + 1_000)
  expect(await sweepLogos(db, files)).toBe(1)
  expect(s3.objects.size).toBe(0)
})
