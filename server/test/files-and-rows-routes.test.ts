import { runJob } from '@dashboard/runner/run-job'
import { findBrand } from '@dashboard/store/brand-settings'
import { uploadedSheetKey } from '@dashboard/store/columns/uploaded-sheets'
import type { Db } from '@dashboard/store/database/open-database'
import { openDiskFiles } from '@dashboard/store/files/disk-files'
import type { FileStore } from '@dashboard/store/files/file-store'
import { logoKeyOf } from '@dashboard/store/files/logo-files'
import { freshDatabase } from '@dashboard/store/test/database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { readJob } from '@dashboard/store/test/jobs'
import { expect, test } from 'vitest'
import { png, startWithAdmin } from './logo-upload.ts'
import { smallSheet } from './sheet-user.ts'

/** Returns the keys of the files that committed rows name. */
async function namedFiles(db: Db): Promise<Set<string | null | undefined>> {
  const read = async <T>(rows: Promise<T[]>, keysOf: (row: T) => (string | null | undefined)[]) =>
    (await rows).flatMap(keysOf)
  const brand = await findBrand(db)
  return new Set([
    brand && logoKeyOf(brand),
    ...(await read(db.selectFrom('reports').selectAll().execute(), (row) => [row.storageKey])),
    ...(await read(db.selectFrom('imports').selectAll().execute(), (row) => [
      row.rowsKey,
      row.planKey,
    ])),
    ...(await read(db.selectFrom('uploaded_sheets').selectAll().execute(), ({ id }) => [
      uploadedSheetKey(id),
    ])),
    ...(await read(db.selectFrom('volunteer_lists').selectAll().execute(), (row) => [
      row.storageKey,
    ])),
  ])
}

/** Returns files which note what is written although a row names it already, and deleted while one does. */
function watchFiles(db: Db, files: FileStore) {
  const kinds = { written: new Set<string>(), deleted: new Set<string>() }
  const faults: string[] = []
  const look = async (what: 'written' | 'deleted', key: string) => {
    const [folder = ''] = key.split('/')
    kinds[what].add(folder)
    // An uploaded sheet goes before its row, since it holds contacts.
    if (what === 'deleted' && folder === 'sheets') return
    if ((await namedFiles(db)).has(key)) faults.push(`${what} while a row names it: ${key}`)
  }
  const watched: FileStore = {
    ...files,
    async write(key, content, type) {
      await files.write(key, content, type)
      await look('written', key)
    },
    async delete(key) {
      await look('deleted', key)
      await files.delete(key)
    },
  }
  return { watched, kinds, faults }
}

test('each file is stored before a row names it, and deleted once no row does', async () => {
  const db = await freshDatabase()
  const { watched, kinds, faults } = watchFiles(db, openDiskFiles(await temporaryFolder()))
  const { upload, ada, settings } = await startWithAdmin({ db, files: watched })
  const send = async (method: 'POST' | 'DELETE', url: string, payload?: object | string) => {
    const headers = typeof payload === 'string' && { 'content-type': 'application/octet-stream' }
    const answer = await ada.inject({
      method,
      url,
      ...(payload && { payload, headers: { ...headers } }),
    })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json()
  }
  /** The server runs imports by itself, here in the test's process. */
  const run = async ({ jobId }: { jobId: string }) => {
    const shutdown = new AbortController().signal
    await runJob(jobId, { db, files: watched, settings, shutdown })
    await expect.poll(async () => (await readJob(db, jobId)).status).toBe('completed')
  }

  await upload(png)
  await upload(png)
  await send('DELETE', '/api/brand-settings/default')
  const sheet = await send('POST', '/api/sheets?name=roster.csv', smallSheet)
  await run(await send('POST', `/api/sheets/${sheet.upload.id}/review`))
  const other = await send('POST', '/api/sheets?name=roster.csv', smallSheet)
  await run(await send('POST', `/api/sheets/${other.upload.id}/import`))
  await run(await send('POST', '/api/workflows/circuit-report', { circuits: ['NY-2', 'NY-10'] }))
  await send('DELETE', '/api/reports/clear-all')
  const list = await send('POST', '/api/volunteer-lists')
  await run(list)
  expect((await ada.inject({ url: `/api/volunteer-lists/${list.jobId}` })).statusCode).toBe(200)

  expect(faults).toEqual([])
  expect([...kinds.written].sort()).toEqual([
    'imports',
    'lists',
    'logo-uploads',
    'logos',
    'reports',
    'sheets',
  ])
  expect([...kinds.deleted].sort()).toEqual(['lists', 'logo-uploads', 'logos', 'reports', 'sheets'])
})
