import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startS3Double } from '@dashboard/doubles/s3/s3-double'
import { openFiles } from '@dashboard/store/files/open-files'
import { readSettings } from '@dashboard/store/settings/settings'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, it, onTestFinished, vi } from 'vitest'
import { copyFiles } from './copy-files.ts'

async function start() {
  const folder = await temporaryFolder()
  const s3 = await startS3Double({ pageSize: 5 })
  onTestFinished(() => s3.close())
  for (const [name, value] of Object.entries(s3.credentials)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const source = await openFiles({ kind: 'disk', path: folder })
  const target = await openFiles(readSettings({ STORAGE_URL: s3.storageUrl }).storage)
  for (let index = 0; index < 20; index++) {
    await source.write(`reports/${index}.pdf`, Buffer.from(`report ${index}`), 'application/pdf')
  }
  await source.write('logos/one.png', Buffer.from('logo'), 'image/png')
  return { folder, s3, source, target }
}

it('copies every file with its type, but no half-written ones', async () => {
  const { folder, s3, source, target } = await start()
  await writeFile(join(folder, 'reports/half.pdf.part'), 'ha')
  await copyFiles(source, target)
  expect(s3.objects.size).toBe(21)
  expect(s3.objects.get('files/reports/7.pdf')?.content.toString()).toBe('report 7')
  expect(s3.objects.get('files/logos/one.png')?.contentType).toBe('image/png')
})

it('replaces what an earlier try has left', async () => {
  const { s3, source, target } = await start()
  await target.write('reports/4.pdf', Buffer.from('repo'), 'application/pdf')
  await copyFiles(source, target)
  expect(s3.objects.get('files/reports/4.pdf')?.content.toString()).toBe('report 4')
})
