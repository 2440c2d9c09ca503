import { randomUUID } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { listReports, type Report } from '@dashboard/contract/reports'
import { recordImport } from '@dashboard/store/automation-status'
import { reportPlace } from '@dashboard/store/database/report-place'
import type { ReportRow } from '@dashboard/store/database/schema'
import { everyCircuit } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import { openFiles } from '@dashboard/store/files/open-files'
import { saveContents } from '@dashboard/store/reports/report-contents'
import { setClock } from '@dashboard/store/test/clock'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { storedReport } from '../../test/reports.ts'
import { streamArchive } from './report-archive.ts'
import { requireReports, sweepOrphans } from './reports-service.ts'

async function signedIn() {
  const app = await startTestApp()
  const user = await app.as('user')
  return { ...app, inject: user.inject }
}

const seen = ({ db }: Pick<TestApp, 'db'>) => within(db, everyCircuit)

const current = (reports: readonly ReportRow[]) =>
  reports.map((report) => ({ ...report, isOutdated: false }))

describe('GET /api/reports', () => {
  it('lists the newest first and says what is out of date', async () => {
    const app = await signedIn()
    const before = { generatedAt: '2026-11-20T10:00:00.000Z', contentDigest: 'as it was' }
    const old = await storedReport(app, before)
    await recordImport(app.db, { source: 'sheet', metadata: {}, at: '2026-11-20T12:00:00.000Z' })
    const facts = { pages: 9, volunteers: 262 }
    const fresh = await storedReport(app, { generatedAt: '2026-11-20T13:00:00.000Z', ...facts })
    const response = await app.inject({ method: 'GET', url: '/api/reports' })
    const { reports } = listReports.answer.parse(response.json())
    expect(reports.map(({ id, stale }) => ({ id, stale }))).toEqual([
      { id: fresh.id, stale: false },
      { id: old.id, stale: true },
    ])
    expect(reports.map(({ pages, volunteers }) => [pages, volunteers])).toEqual([
      [9, 262],
      [null, null],
    ])
    expect(reports[0]?.downloadUrl).toBe(`/api/reports/${fresh.id}/download`)
  })

  it('says which reports differ from the data of their place, in every list', async () => {
    const app = await signedIn()
    const same = await storedReport(app)
    const changed = await storedReport(app, { circuit: 'NY-2' })
    const framed = await storedReport(app, { circuit: 'NY-3', frameDigest: 'other' })
    for (const circuit of ['NY-1', 'NY-2', 'NY-3']) {
      await app.db.insertInto('circuits').values({ id: circuit, name: circuit }).execute()
      const digest = circuit === 'NY-2' ? 'something else' : 'as it is'
      const content = { place: reportPlace(circuit, null), circuit, digest }
      await saveContents(app.db, [content], '2026-11-20T16:00:00.000Z')
    }
    await recordImport(app.db, { source: 'sheet', metadata: {}, at: '2026-11-20T16:00:00.000Z' })
    const stale = [changed.id, framed.id].toSorted()
    const read = async (url: string) => (await app.inject({ method: 'GET', url })).json()
    const listed: Report[] = (await read('/api/reports')).reports
    const ids = (wanted: boolean) =>
      listed.filter((report) => report.stale === wanted).map(({ id }) => id)
    expect(ids(true).toSorted()).toEqual(stale)
    expect(ids(false)).toEqual([same.id])
    const { circuits } = await read('/api/coverage')
    expect(
      circuits.map(({ circuit, report }: { circuit: string; report: string }) => [circuit, report]),
    ).toEqual([
      ['NY-1', 'current'],
      ['NY-2', 'stale'],
      ['NY-3', 'stale'],
    ])
    const zip = await app.inject({
      method: 'POST',
      url: '/api/reports/bulk-download',
      payload: { ids: listed.map(({ id }) => id) },
    })
    // The zip stores its entries without compression.
    const lines = zip.rawPayload
      .toString('utf8')
      .split('\r\n')
      .filter((line) => line.includes(','))
    const said = lines.map((line) => /^.*?(NY-\d)\/.*,(yes|no)$/.exec(line)?.slice(1).join(' '))
    expect(said.filter((line) => line !== undefined).sort()).toEqual([
      'NY-1 no',
      'NY-2 yes',
      'NY-3 yes',
    ])
    const { outdatedReports } = await read('/api/automation-status')
    expect(outdatedReports).toEqual({ circuits: ['NY-2', 'NY-3'], congregations: [] })
  })

  it('answers 304 until a report is added, deleted or outdated', async () => {
    const app = await signedIn()
    const { id } = await storedReport(app)
    let etag = ''
    const isKnown = async () => {
      const response = await app.inject({
        method: 'GET',
        url: '/api/reports',
        headers: { 'if-none-match': etag },
      })
      etag = String(response.headers.etag)
      return response.statusCode === 304
    }
    expect(await isKnown()).toBe(false)
    expect(await isKnown()).toBe(true)
    await recordImport(app.db, { source: 'sheet', metadata: {}, at: '2030-01-01T00:00:00.000Z' })
    expect(await isKnown()).toBe(false)
    await app.inject({ method: 'DELETE', url: `/api/reports/${id}` })
    expect(await isKnown()).toBe(false)
  })
})

describe('GET /api/reports/{id}/download', () => {
  it('sends the PDF under its name in any script', async () => {
    const app = await signedIn()
    const report = await storedReport(app, { filename: 'Circuit 東京 "A".pdf' })
    const response = await app.inject({
      method: 'GET',
      url: `/api/reports/${report.id}/download`,
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('application/pdf')
    expect(response.headers['content-length']).toBe(String(report.size))
    expect(response.headers['cache-control']).toBe('private, no-store')
    expect(response.headers['content-disposition']).toContain(
      `filename*=UTF-8''${encodeURIComponent('Circuit 東京 "A".pdf')}`,
    )
    expect(new Uint8Array(response.rawPayload)).toEqual(report.content)
  })

  it('says so when the file is gone, and changes nothing', async () => {
    const app = await signedIn()
    const { id, storageKey, filename } = await storedReport(app)
    await app.files.delete(storageKey)
    const response = await app.inject({ method: 'GET', url: `/api/reports/${id}/download` })
    expect(response.statusCode).toBe(404)
    expect(response.json().message).toBe(
      `The file of "${filename}" is missing from storage. Delete the report and generate it again.`,
    )
    const list = await app.inject({ method: 'GET', url: '/api/reports' })
    expect(list.json().reports).toHaveLength(1)
  })
})

/** Of the zip format (APPNOTE.TXT 4.3.7, 4.4.4): what an entry begins with, and that its size follows it. */
const localHeader = 0x04034b50
const sizesFollow = 8

describe('POST /api/reports/bulk-download', () => {
  const download = (app: Awaited<ReturnType<typeof signedIn>>, ids: string[]) =>
    app.inject({ method: 'POST', url: '/api/reports/bulk-download', payload: { ids } })

  it('streams a stored zip with one folder per circuit and a manifest', async () => {
    const app = await signedIn()
    const one = await storedReport(app, { circuit: 'NY-1' })
    const two = await storedReport(app, { circuit: 'NJ 07, North' })
    const response = await download(app, [one.id, two.id, one.id])
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('application/zip')
    expect(response.headers['content-disposition']).toMatch(
      /filename="SMPW-Reports-\d{4}-\d\d-\d\d\.zip"/,
    )
    const text = response.rawPayload.toString('utf8')
    for (const part of [
      'NY-1/Circuit NY-1.pdf',
      'NJ 07, North/Circuit NJ 07, North.pdf',
      'manifest.csv',
      '%PDF NY-1',
      '%PDF NJ 07, North',
    ]) {
      expect(text).toContain(part)
    }
    expect(text.split('PK\u0001\u0002')).toHaveLength(4)
  })

  it('can be read as a stream: each entry says its size and checksum before its bytes', async () => {
    const app = await signedIn()
    const one = await storedReport(app, { circuit: 'NY-1' })
    const two = await storedReport(app, { circuit: 'CON' })
    const zip = (await download(app, [one.id, two.id])).rawPayload
    const read: Record<string, string> = {}
    let at = 0
    while (zip.readUInt32LE(at) === localHeader) {
      const [flags, crc, size] = [6, 14, 22].map((field) => zip.readUInt32LE(at + field))
      const [nameLength, extraLength] = [26, 28].map((field) => zip.readUInt16LE(at + field))
      const start = at + 30 + Number(nameLength) + Number(extraLength)
      const content = zip.subarray(start, start + Number(size))
      expect(Number(flags) & sizesFollow).toBe(0)
      expect(crc32(content)).toBe(crc)
      read[zip.toString('utf8', at + 30, at + 30 + Number(nameLength))] = content.toString('latin1')
      at = start + content.length
    }
    expect(Object.keys(read).sort()).toEqual([
      'CON_/Circuit CON.pdf',
      'NY-1/Circuit NY-1.pdf',
      'manifest.csv',
    ])
    expect(read['NY-1/Circuit NY-1.pdf']).toContain('%PDF NY-1')
  })

  it('answers 404 before the first byte when a report does not exist', async () => {
    const app = await signedIn()
    const one = await storedReport(app)
    const unknown = await download(app, [one.id, randomUUID()])
    expect(unknown.statusCode).toBe(404)
    expect(unknown.json().message).toContain('does not exist any more')
  })

  it('names in the archive a report whose file is missing', async () => {
    const app = await signedIn()
    const one = await storedReport(app, { circuit: 'NY-1' })
    const two = await storedReport(app, { circuit: 'NY-2' })
    await app.files.delete(one.storageKey)
    const archive = (await download(app, [one.id, two.id])).rawPayload.toString('utf8')
    expect(archive).toContain('%PDF NY-2')
    expect(archive).toMatch(
      /missing from storage, and therefore not in it:\s+NY-1\/Circuit NY-1\.pdf/,
    )
  })

  it.each([{ ids: [] }, {}, { ids: 'all' }, { ids: ['a'], more: 1 }])(
    'refuses %j',
    async (payload) => {
      const app = await signedIn()
      const response = await app.inject({
        method: 'POST',
        url: '/api/reports/bulk-download',
        payload,
      })
      expect(response.statusCode).toBe(400)
    },
  )
})

describe('deleting', () => {
  it('removes row and file, one, some or all', async () => {
    const app = await signedIn()
    const reports = []
    for (const circuit of ['A', 'B', 'C', 'D']) reports.push(await storedReport(app, { circuit }))
    const [one, two, three] = reports
    const remove = (url: string, payload?: object) =>
      app.inject({ method: 'DELETE', url, ...(payload && { payload }) })

    expect((await remove(`/api/reports/${one?.id}`)).statusCode).toBe(200)
    expect((await remove(`/api/reports/${one?.id}`)).statusCode).toBe(404)
    const some = await remove('/api/reports', { ids: [two?.id, three?.id, randomUUID()] })
    expect(some.json()).toEqual({ deleted: 2, message: 'Deleted 2 reports.' })
    expect((await remove('/api/reports/clear-all')).json().deleted).toBe(1)
    expect(await app.files.list('reports')).toEqual([])
  })

  it('lets a download that has begun finish', async () => {
    const app = await signedIn()
    const { id, storageKey, content } = await storedReport(app)
    const begun = await app.files.open(storageKey)
    await app.inject({ method: 'DELETE', url: `/api/reports/${id}` })
    const chunks: Uint8Array[] = []
    for await (const chunk of begun?.stream ?? []) chunks.push(chunk)
    expect(new Uint8Array(Buffer.concat(chunks))).toEqual(content)
  })

  it('lets an archive that has begun finish, and name in it what was deleted meanwhile', async () => {
    const app = await signedIn()
    const one = await storedReport(app, { circuit: 'NY-1' })
    const two = await storedReport(app, { circuit: 'NY-2' })
    const reports = await requireReports(seen(app), [two.id, one.id], '')
    const deleted = Promise.withResolvers<void>()
    const files: FileStore = {
      ...app.files,
      open: (key) => deleted.promise.then(() => app.files.open(key)),
    }
    const begun = streamArchive(files, current(reports))
    await app.inject({ method: 'DELETE', url: `/api/reports/${two.id}` })
    deleted.resolve()
    const archive = await text(begun)
    expect(archive).toContain('%PDF NY-1')
    expect(archive).not.toContain('%PDF NY-2')
    expect(archive).toMatch(/Deleted while this archive was being made[^%]*NY-2\/Circuit NY-2\.pdf/)
  })

  it('closes the open report of an archive that is no longer read', async () => {
    const app = await signedIn()
    const { id } = await storedReport(app)
    const stream = new PassThrough()
    const files: FileStore = { ...app.files, open: async () => ({ size: 1, stream }) }
    const begun = streamArchive(files, current(await requireReports(seen(app), [id], '')))
    await expect.poll(() => stream.listenerCount('readable')).toBeGreaterThan(0)
    begun.destroy()
    await expect.poll(() => stream.destroyed).toBe(true)
  })

  it('does not count as missing from storage for a download that begins at the same moment', async () => {
    const app = await signedIn()
    const { id } = await storedReport(app)
    const url = `/api/reports/${id}`
    const { open } = app.files
    vi.spyOn(app.files, 'open').mockImplementationOnce(async (key) => {
      await app.inject({ method: 'DELETE', url })
      return open(key)
    })
    const response = await app.inject({ method: 'GET', url: `${url}/download` })
    expect([response.statusCode, response.json().message]).toEqual([404, 'Report not found'])
  })
})

describe('sweepOrphans', () => {
  it('runs some time after the server has started', async () => {
    const root = await temporaryFolder()
    const files = await openFiles({ kind: 'disk', path: root })
    await files.write('reports/orphan.pdf', new Uint8Array(3), 'application/pdf')
    const longAgo = new Date(Date.now() - 11 * 60_000)
    await utimes(join(root, 'reports/orphan.pdf'), longAgo, longAgo)
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
    await startTestApp({ files })
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    await expect.poll(() => files.list('reports')).toEqual([])
  })

  it('deletes old files without a row and spares fresh ones', async () => {
    const app = await signedIn()
    const { storageKey } = await storedReport(app)
    await app.files.write('reports/orphan.pdf', new Uint8Array(3), 'application/pdf')
    expect(await sweepOrphans(app)).toBe(0)
    setClock(Date.now() + 11 * 60_000)
    expect(await sweepOrphans(app)).toBe(1)
    expect((await app.files.list('reports')).map((entry) => entry.key)).toEqual([storageKey])
  })

  it('spares a file whose row has another id', async () => {
    const app = await signedIn()
    const { id, storageKey } = await storedReport(app)
    await app.db.updateTable('reports').set({ id: 'other' }).where('id', '=', id).execute()
    setClock(Date.now() + 11 * 60_000)
    expect(await sweepOrphans(app)).toBe(0)
    expect(await app.files.sizeOf(storageKey)).toBeGreaterThan(0)
  })
})
