import { Readable } from 'node:stream'
import { startS3Double } from '@dashboard/doubles/s3/s3-double'
import { readSettings } from '@dashboard/store/settings/settings'
import { setClock } from '@dashboard/store/test/clock'
import type { InjectOptions } from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { storedReport } from '../../test/reports.ts'
import { timed } from '../../test/slowed-clock.ts'
import { sweepOrphans } from './reports-service.ts'

/** Stores three reports in object storage, and adds a user who may delete them. */
async function start() {
  const s3 = await startS3Double()
  onTestFinished(() => s3.close())
  for (const [name, value] of Object.entries(s3.credentials)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { storage } = readSettings({ STORAGE_URL: s3.storageUrl })
  const app = await startTestApp({ settings: { storage } })
  const reports = []
  for (const circuit of ['A', 'B', 'C']) reports.push(await storedReport(app, { circuit }))
  const user = await app.as('user')
  const remove = async (url: string, payload?: object) => {
    const response = await user.inject({ method: 'DELETE', url, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.json() }
  }
  const list = async () => {
    const response = await user.inject({ method: 'GET', url: '/api/reports' })
    return response.json().reports.map((report: { circuitId: string }) => report.circuitId)
  }
  return { ...app, s3, ids: reports.map(({ id }) => id), user, remove, list }
}

const elevenMinutes = 11 * 60_000

it.each([
  ['one', (ids: string[]) => [`/api/reports/${ids[0]}`] as const, ['B', 'C']],
  ['some', (ids: string[]) => ['/api/reports', { ids: ids.slice(0, 2) }] as const, ['C']],
  ['all', () => ['/api/reports/clear-all'] as const, []],
])(
  'deletes %s while the storage fails, and the sweep deletes the files later',
  async (_what, request, left) => {
    const { s3, ids, remove, list, ...dependencies } = await start()
    s3.setFault({ kind: 'error', status: 400, code: 'OutOfOrder' })
    const [url, payload] = request(ids)
    expect((await remove(url, payload)).status).toBe(200)
    expect(await list()).toEqual(expect.arrayContaining(left))
    expect(await list()).toHaveLength(left.length)
    expect(s3.objects.size).toBe(3)

    setClock(Date.now() + elevenMinutes)
    await expect(sweepOrphans(dependencies)).rejects.toThrow()
    s3.setFault(undefined)
    expect(await sweepOrphans(dependencies)).toBe(3 - left.length)
    expect(s3.objects.size).toBe(left.length)
  },
)

it('sends a failing storage only a few of many requests', async () => {
  const { s3, remove, ...dependencies } = await start()
  for (let more = 0; more < 57; more += 1)
    await storedReport(dependencies, { circuit: `NY-${more}` })
  s3.setFault({ kind: 'error', status: 400, code: 'OutOfOrder' })
  s3.requests.length = 0
  expect((await remove('/api/reports/clear-all')).body.deleted).toBe(60)
  expect(s3.requests.length).toBeLessThan(60)
})

it('answers in time when the storage never does', async () => {
  const { s3, ids, user } = await start()
  s3.setFault({ kind: 'hang' })
  const send = async (request: InjectOptions) => {
    const { result, ms } = await timed(() => user.inject(request))
    return { statusCode: result.statusCode, ms }
  }
  const [deleted, ...read] = await Promise.all([
    send({ method: 'DELETE', url: `/api/reports/${ids[0]}` }),
    send({ url: `/api/reports/${ids[1]}/download` }),
    send({ method: 'POST', url: '/api/reports/bulk-download', payload: { ids: ids.slice(1) } }),
  ])
  // The row is deleted; a sweep deletes the file later.
  expect(deleted.statusCode).toBe(200)
  for (const { statusCode } of read) expect([502, 503, 504]).toContain(statusCode)
  for (const { ms } of [deleted, ...read]) expect(ms).toBeLessThan(15_000)
})

it('answers a plain failure when a file fails before its first byte', async () => {
  const broken = new Readable({ read: () => broken.destroy(new Error('The disk is gone')) })
  const app = await startTestApp()
  const { id } = await storedReport(app)
  vi.spyOn(app.files, 'open').mockResolvedValue({ size: 9, stream: broken })
  const answer = await (await app.as('user')).inject({ url: `/api/reports/${id}/download` })
  expect(answer.statusCode).toBe(500)
  expect(answer.json().message).toMatch(/^Something went wrong on the server\./)
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
  expect(answer.headers).not.toHaveProperty('content-disposition')
  expect(answer.headers['cache-control']).toBe('no-store')
})
