import { randomUUID } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { listReports } from '@dashboard/contract/reports'
import { toIso } from '@dashboard/store/database/column-values'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { reportPlace } from '@dashboard/store/database/report-place'
import { inBatches } from '@dashboard/store/database/statement-batches'
import { reportDownloadUrl, reportStorageKey } from '@dashboard/store/reports/stored-reports'
import { expect, it } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { storedReport } from '../../test/reports.ts'

const url = '/api/reports'

async function signedIn() {
  const app = await startTestApp()
  const { inject } = await app.as('user')
  const list = async (query = '') =>
    listReports.answer.parse((await inject({ url: `${url}${query}` })).json()).reports
  return { ...app, inject, list }
}

const places = 700
const reportBytes = 90_000

/** Returns an id as `randomUUIDv7` would have made it at that time. */
function idOf(atMs: number): string {
  const time = atMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** Inserts reports of many places, week after week, as with `KEEP_REPORT_VERSIONS=0`; they have no files. */
async function insertMany(db: Db, count: number): Promise<string[]> {
  const newest = Date.parse('2026-11-20T15:00:00.000Z')
  const week = 7 * 24 * 3_600_000
  const jobs = Array.from({ length: Math.ceil(count / places) }, () => randomUUID())
  const rows = Array.from({ length: count }, (_row, index) => {
    const version = Math.floor(index / places)
    const place = index % places
    const generatedAt = newest - version * week - place * 700
    const id = idOf(generatedAt)
    const circuitId = `NY-${Math.floor(place / 7) + 1}`
    const congregation = place % 7 === 0 ? null : `Park ${place}`
    return {
      id,
      circuitId,
      congregation,
      filename: congregation === null ? `Circuit ${circuitId}.pdf` : `${congregation}.pdf`,
      size: reportBytes + place * 97,
      format: 'pdf',
      generatedAt: toIso(generatedAt),
      downloadUrl: reportDownloadUrl(id),
      storageKey: reportStorageKey(id),
      target: `${place}`,
      jobId: jobs[version],
      pages: 1 + (place % 9),
      volunteers: place % 160,
      isCurrent: version === 0 ? (1 as const) : (0 as const),
      place: reportPlace(circuitId, congregation),
      contentDigest: 'as it is',
      frameDigest: 'as it is',
    }
  })
  for (const some of inBatches(rows)) {
    for (let start = 0; start < some.length; start += 200) {
      await db
        .insertInto('reports')
        .values(some.slice(start, start + 200))
        .execute()
    }
  }
  await raiseVersion(db, 'reports')
  return rows.map(({ id }) => id)
}

it('answers every field as it was stored, whatever characters it has', async () => {
  const app = await signedIn()
  const circuit = 'NY "4" \\ \t Ä 😀'
  const { id, filename, size, jobId } = await storedReport(app, {
    circuit,
    pages: 3,
    volunteers: 0,
  })
  expect(await app.list()).toEqual([
    {
      id,
      circuitId: circuit,
      congregation: null,
      filename,
      size,
      pages: 3,
      volunteers: 0,
      format: 'pdf',
      generatedAt: '2026-11-20T15:00:00.000Z',
      jobId,
      downloadUrl: `/api/reports/${id}/download`,
      stale: false,
      current: true,
    },
  ])
})

it('marks the newest version as current, in whatever order they are stored', async () => {
  const app = await signedIn()
  const newer = await storedReport(app, { generatedAt: '2026-11-20T13:00:00.000Z' })
  const older = await storedReport(app, { generatedAt: '2026-11-20T12:00:00.000Z' })
  const versions = async () => (await app.list()).map(({ id, current }) => [id, current])
  expect(await versions()).toEqual([
    [newer.id, true],
    [older.id, false],
  ])
  await app.inject({ method: 'DELETE', url: `${url}/${newer.id}` })
  expect(await versions()).toEqual([[older.id, true]])
})

it('answers all of 20,000 reports in 600 KB at most, and 304 while nothing changes', async () => {
  const app = await signedIn()
  const ids = await insertMany(app.db, 20_000)
  const ask = (tag = '') =>
    app.inject({ url, headers: { 'accept-encoding': 'br', 'if-none-match': tag } })
  const answer = await ask()
  const { reports } = JSON.parse(brotliDecompressSync(answer.rawPayload).toString())
  expect(reports).toHaveLength(20_000)
  expect(new Set(reports.map(({ id }: { id: string }) => id))).toEqual(new Set(ids))
  expect(answer.rawPayload.length).toBeLessThan(600_000)
  const tag = String(answer.headers.etag)
  expect((await ask(tag)).statusCode).toBe(304)
  // Whatever a client of pages asks for, it is the same list.
  expect(await app.list('?q=nowhere&limit=1')).toHaveLength(20_000)
  await app.inject({ method: 'DELETE', url: `${url}/${ids[0]}` })
  expect((await ask(tag)).statusCode).toBe(200)
})

it('accepts 10,000 ids in one call', async () => {
  const app = await signedIn()
  const ids = await insertMany(app.db, 10_001)
  const remaining = ids.pop()
  const archive = await app.inject({
    method: 'POST',
    url: `${url}/bulk-download`,
    payload: { ids: [...ids, randomUUID()] },
  })
  expect([archive.statusCode, archive.json().message]).toEqual([
    404,
    'One of the reports does not exist any more. Refresh the list and select again.',
  ])
  const deletion = await app.inject({ method: 'DELETE', url, payload: { ids } })
  expect([deletion.statusCode, deletion.json().deleted]).toEqual([200, 10_000])
  expect((await app.list()).map(({ id }) => id)).toEqual([remaining])
})

it.each([{ filter: {} }, { ids: ['a'], filter: {} }, {}, { ids: [] }])(
  'refuses %j for many reports',
  async (payload) => {
    const { inject } = await signedIn()
    for (const [method, path] of [
      ['DELETE', url],
      ['POST', `${url}/bulk-download`],
    ] as const) {
      expect((await inject({ method, url: path, payload })).statusCode).toBe(400)
    }
  },
)
