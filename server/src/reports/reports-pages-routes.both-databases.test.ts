import { listReports } from '@dashboard/contract/reports'
import { recordImport } from '@dashboard/store/automation-status'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { storedReport } from '../../test/reports.ts'

/** Covers pages of reports, and calls on all reports that a filter chooses. */

async function signedIn() {
  const app = await startTestApp()
  const user = await app.as('user')
  const list = async (query = '') => {
    const response = await user.inject({ method: 'GET', url: `/api/reports${query}` })
    expect(response.statusCode, response.body).toBe(200)
    return listReports.answer.parse(response.json())
  }
  const names = async (query: string) =>
    (await list(query)).reports.map(({ circuitId, congregation }) => congregation ?? circuitId)
  const send = async (method: 'POST' | 'DELETE', path: string, payload: object) => {
    const response = await user.inject({ method, url: `/api/reports${path}`, payload })
    return { status: response.statusCode, text: response.body }
  }
  return { ...app, inject: user.inject, list, names, send }
}

const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`

/**
 * Stores two versions for NY-2, the older before the last import; one report for NY-10 before it, and one for Astoria
 * after it.
 */
async function withVersions() {
  const app = await signedIn()
  const reports = {
    ten: await storedReport(app, { circuit: 'NY-10', generatedAt: at(9) }),
    older: await storedReport(app, {
      circuit: 'NY-2',
      generatedAt: at(10),
      filename: 'Old.pdf',
    }),
    newer: await storedReport(app, { circuit: 'NY-2', generatedAt: at(13) }),
    astoria: await storedReport(app, {
      circuit: 'NY-2',
      congregation: 'ÄSTORIA',
      filename: 'Congregation ÄSTORIA.pdf',
      generatedAt: at(14),
    }),
  }
  await recordImport(app.db, { source: 'sheet', metadata: {}, at: at(12) })
  return { ...app, ...reports }
}

describe('GET /api/reports', () => {
  it.each(['generatedAt', '-generatedAt', 'name', '-name', 'size', '-size'])(
    'answers every report once, page by page, by %s',
    async (sort) => {
      const app = await withVersions()
      const whole = await app.names(`?sort=${sort}`)
      expect(whole).toHaveLength(4)
      const paged: string[] = []
      for (let cursor = ''; ; ) {
        const page = await app.list(`?sort=${sort}&limit=3${cursor}`)
        expect([page.total, page.overall]).toEqual([4, 4])
        paged.push(...page.reports.map(({ circuitId, congregation }) => congregation ?? circuitId))
        if (page.nextCursor === null) break
        cursor = `&cursor=${page.nextCursor}`
      }
      expect(paged).toEqual(whole)
    },
  )

  it.each([
    ['', ['ÄSTORIA', 'NY-2', 'NY-2', 'NY-10']],
    ['?sort=name', ['NY-2', 'NY-2', 'ÄSTORIA', 'NY-10']],
    ['?current=true', ['ÄSTORIA', 'NY-2', 'NY-10']],
    ['?current=false', ['NY-2']],
    ['?stale=true', ['NY-2', 'NY-10']],
    ['?stale=true&current=true', ['NY-10']],
    ['?stale=false', ['ÄSTORIA', 'NY-2']],
    ['?circuit=NY-2&current=true', ['ÄSTORIA', 'NY-2']],
    [`?until=${at(10)}`, ['NY-2', 'NY-10']],
    ['?q=ny-10', ['NY-10']],
    ['?q=%20%C3%A4storia%20', ['ÄSTORIA']],
    ['?q=_', []],
    ['?q=%25', []],
    ['?jobs=none,other', []],
  ])('chooses by %s', async (query, expected) => {
    const app = await withVersions()
    expect(await app.names(query)).toEqual(expected)
    expect((await app.list(query)).total).toBe(expected.length)
  })

  it('answers older versions as reports of their own', async () => {
    const app = await withVersions()
    const { reports } = await app.list('?q=ny-2')
    expect(reports.map(({ id, current }) => [id, current])).toEqual([
      [app.astoria.id, true],
      [app.newer.id, true],
      [app.older.id, false],
    ])
    expect((await app.list('?current=true&q=old.pdf')).reports).toEqual([])
  })

  it('answers every member as it was stored, whatever characters are in it', async () => {
    const app = await signedIn()
    const circuit = 'NY "4" \\ \t Ä 😀'
    const { id, filename, size, jobId } = await storedReport(app, {
      circuit,
      pages: 3,
      volunteers: 0,
    })
    expect((await app.list()).reports).toEqual([
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

  it('chooses the reports of jobs', async () => {
    const app = await withVersions()
    const jobs = `${app.ten.jobId},${app.astoria.jobId}`
    expect(await app.names(`?jobs=${jobs}`)).toEqual(['ÄSTORIA', 'NY-10'])
  })

  it.each(['limit=0', 'limit=two', 'cursor=x', 'sort=date', 'stale=yes'])(
    'refuses %s',
    async (query) => {
      const { inject } = await signedIn()
      expect((await inject({ method: 'GET', url: `/api/reports?${query}` })).statusCode).toBe(400)
    },
  )

  it('answers 304 to each page until something changes, and no other page by its tag', async () => {
    const { inject, ten } = await withVersions()
    const etagOf = async (query: string) =>
      String((await inject({ method: 'GET', url: `/api/reports${query}` })).headers.etag)
    const queries = ['', '?current=true', '?q=x', '?q=y']
    const tags = [await etagOf(''), await etagOf('?current=true'), await etagOf('?q=x')]
    expect(new Set(tags).size).toBe(3)
    const status = async (query: string, etag: string) => {
      const headers = { 'if-none-match': etag }
      return (await inject({ method: 'GET', url: `/api/reports${query}`, headers })).statusCode
    }
    for (const [index, query] of queries.entries()) {
      for (const [other, tag] of tags.entries()) {
        expect(await status(query, tag)).toBe(index === other ? 304 : 200)
      }
    }
    await inject({ method: 'DELETE', url: `/api/reports/${ten.id}` })
    for (const [index, tag] of tags.entries()) {
      expect(await status(queries[index] ?? '', tag)).toBe(200)
    }
  })
})

describe('calls on all that a filter chooses', () => {
  it('delete what matched when they came, and make current what is left', async () => {
    const app = await withVersions()
    const { status, text } = await app.send('DELETE', '', { filter: { current: true, q: 'ny-2' } })
    expect([status, JSON.parse(text).deleted]).toEqual([200, 2])
    const { reports } = await app.list()
    expect(reports.map(({ id, current }) => [id, current])).toEqual([
      [app.older.id, true],
      [app.ten.id, true],
    ])
    expect(await app.files.list('reports')).toHaveLength(2)
  })

  it('leave out and take along what is named', async () => {
    const app = await withVersions()
    const filter = { current: true, except: [app.ten.id], also: [app.older.id] }
    await app.send('DELETE', '', { filter: { ...filter, until: at(13) } })
    expect(await app.names('')).toEqual(['ÄSTORIA', 'NY-10'])
  })

  it('choose nothing by an empty list of jobs', async () => {
    const app = await withVersions()
    const filter = { jobs: [], also: [app.older.id] }
    const { status, text } = await app.send('DELETE', '', { filter })
    expect([status, JSON.parse(text).deleted]).toEqual([200, 1])
    expect((await app.send('POST', '/bulk-download', { filter: { jobs: [] } })).status).toBe(404)
    expect(await app.names('')).toEqual(['ÄSTORIA', 'NY-2', 'NY-10'])
  })

  it('download an archive', async () => {
    const app = await withVersions()
    const { status, text } = await app.send('POST', '/bulk-download', { filter: { stale: true } })
    expect(status).toBe(200)
    expect(text).toContain('%PDF NY-10')
    expect(text).toContain('NY-2/Old.pdf')
    expect(text).not.toContain('STORIA')
  })

  it('name in the archive what is missing from storage, and refuse to make one of nothing', async () => {
    const app = await withVersions()
    await app.files.delete(app.ten.storageKey)
    const { text } = await app.send('POST', '/bulk-download', { filter: {} })
    expect(text).toMatch(/missing from storage[^%]*NY-10\/Circuit NY-10\.pdf/)
    const none = await app.send('POST', '/bulk-download', { filter: { q: 'nowhere' } })
    expect([none.status, JSON.parse(none.text).message]).toEqual([
      404,
      'No report matches the search and filter.',
    ])
  })

  it.each([
    { ids: ['a'], filter: {} },
    {},
    { filter: { colour: 'red' } },
    { filter: { stale: 'true' } },
    { filter: [] },
  ])('refuse %j', async (payload) => {
    const app = await withVersions()
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/bulk-download'],
    ] as const) {
      expect((await app.send(method, path, payload)).status).toBe(400)
    }
    expect((await app.list()).total).toBe(4)
  })
})

it('keeps the newest version current, in whatever order they are stored', async () => {
  const app = await signedIn()
  const newer = await storedReport(app, { generatedAt: at(13) })
  const older = await storedReport(app, { generatedAt: at(12) })
  const current = async () => (await app.list('?current=true')).reports.map(({ id }) => id)
  expect(await current()).toEqual([newer.id])
  await app.inject({ method: 'DELETE', url: `/api/reports/${newer.id}` })
  expect(await current()).toEqual([older.id])
})
