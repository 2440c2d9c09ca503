import { AutomationStatus } from '@dashboard/contract/automation'
import { recordExport, recordImport } from '@dashboard/store/automation-status'
import type { Db } from '@dashboard/store/database/open-database'
import { reportPlace } from '@dashboard/store/database/report-place'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { cancelJob, completeJob, failJob } from '@dashboard/store/jobs/finish-job'
import { insertJobs } from '@dashboard/store/jobs/insert-jobs'
import { reportProgress } from '@dashboard/store/jobs/report-progress'
import { readFrameDigest, saveContents } from '@dashboard/store/reports/report-contents'
import { insertReport } from '@dashboard/store/reports/stored-reports'
import { runningJob } from '@dashboard/store/test/jobs'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../test/app.ts'

const totals = {
  rows: 403,
  new: 3,
  moved: 2,
  changed: 0,
  left: 5,
  unchanged: 390,
  skipped: 8,
  newCircuits: 0,
  leftCircuits: 0,
  newCongregations: 0,
  leftCongregations: 0,
}
const ada = { id: 'ada', fullName: 'Ada Lovelace' }

async function signedIn() {
  const { db, as } = await startTestApp()
  const user = await as('admin')
  const status = async () => {
    const response = await user.inject({ method: 'GET', url: '/api/automation-status' })
    return AutomationStatus.parse(response.json())
  }
  const post = (url: string) => user.inject({ method: 'POST', url })
  const remove = (url: string) => user.inject({ method: 'DELETE', url })
  return { db, user, status, post, remove }
}

/** Adds a running export, and the import that waits for it. */
async function startBoth(db: Db) {
  await insertJobs(db, [
    { id: 'the-export', type: 'export', createdBy: ada },
    { id: 'the-import', type: 'import', dependsOn: 'the-export', createdBy: ada },
  ])
  await claimJob(db, 'the-export', 'runner')
}

describe('the trace of a sync', () => {
  it('says how export and import ended, also when their jobs are cleared', async () => {
    const { db, status, post } = await signedIn()
    expect((await status()).lastSync).toEqual([])
    await startBoth(db)
    await completeJob(db, 'the-export', 'runner', { rowCount: 403, isSampleData: false })
    expect(await status()).toMatchObject({ lastSync: [{ type: 'export', exported: 403 }] })

    await claimJob(db, 'the-import', 'runner')
    await completeJob(db, 'the-import', 'runner', { rowCount: 395, circuitsCount: 4, totals })
    await post('/api/jobs/clear-completed')
    const [exported, imported, ...others] = (await status()).lastSync
    expect(others).toEqual([])
    expect(exported).toMatchObject({ type: 'export', status: 'completed', exported: 403 })
    expect(imported).toEqual({
      type: 'import',
      jobId: 'the-import',
      status: 'completed',
      endedAt: expect.any(String),
      startedBy: 'Ada Lovelace',
      error: null,
      errorDetails: null,
      importId: null,
      failureKind: null,
      cancelledBy: null,
      exported: null,
      imported: totals,
    })
  })

  it('says why an export failed, and that its import did not run, also when they are dismissed', async () => {
    const { db, status, remove } = await signedIn()
    await startBoth(db)
    const error = 'Locust is not working right now.'
    const details = 'Locust at 127.0.0.1 failed 5 times with 503.'
    await failJob(db, 'the-export', 'runner', { error, details, kind: 'outside-system' })
    for (const id of ['the-export', 'the-import']) await remove(`/api/jobs/${id}`)
    expect((await status()).lastSync).toMatchObject([
      { type: 'export', status: 'failed', error, errorDetails: details, cancelledBy: null },
      { type: 'import', status: 'failed', failureKind: 'dependency' },
    ])
  })

  it('is the one of the newest sync only, and says who cancelled it', async () => {
    const { db, status } = await signedIn()
    await startBoth(db)
    await completeJob(db, 'the-export', 'runner', { rowCount: 403 })
    await claimJob(db, 'the-import', 'runner')
    await completeJob(db, 'the-import', 'runner', { totals })
    const next = await runningJob(db, { type: 'import', createdBy: ada })
    await cancelJob(db, next.id, 'Bo Derek')
    expect((await status()).lastSync).toMatchObject([
      { jobId: next.id, status: 'failed', failureKind: 'cancelled', cancelledBy: 'Bo Derek' },
    ])
  })
})

it('names the circuits and congregations whose newest report is out of date', async () => {
  const { db, status } = await signedIn()
  const at = '2026-11-20T12:00:00.000Z'
  await db
    .insertInto('circuits')
    .values(['NY-2', 'NY-10', 'NY-3'].map((id) => ({ id, name: id })))
    .execute()
  await db
    .insertInto('congregations')
    .values(['NY-2', 'NY-10'].map((id) => ({ id, name: 'East', circuitId: id, createdAt: at })))
    .execute()
  const job = await runningJob(db, { type: 'circuit-report', targets: ['all'] })
  const frameDigest = await readFrameDigest(db, { reportPaper: 'us-letter' })
  const report = async (circuitId: string, hour: number, congregation: string | null = null) => {
    const id = `${circuitId} ${hour} ${congregation}`
    const row = { id, circuitId, congregation, filename: `${id}.pdf`, size: 1, target: id }
    const made = { generatedAt: `2026-11-20T${hour}:00:00.000Z`, storageKey: `reports/${id}` }
    const by = { dataAsOf: null, generatedBy: null, jobId: job.id }
    const digests = { contentDigest: `at ${hour}`, frameDigest }
    await insertReport(db, { ...row, ...made, ...by, ...digests }, 'runner')
  }
  await report('NY-10', 10)
  await report('NY-2', 10)
  await report('NY-3', 10)
  await report('NY-3', 13)
  await report('gone', 10)
  await report('NY-2', 10, 'East')
  expect((await status()).outdatedReports).toEqual({ circuits: [], congregations: [] })
  const changed = [
    { place: reportPlace('NY-10', null), circuit: 'NY-10', digest: 'changed' },
    { place: reportPlace('NY-2', null), circuit: 'NY-2', digest: 'changed' },
    { place: reportPlace('NY-2', 'East'), circuit: 'NY-2', digest: 'changed' },
    { place: reportPlace('gone', null), circuit: 'gone', digest: 'changed' },
  ]
  await saveContents(db, changed, at)
  await recordImport(db, { source: 'sheet', metadata: {}, at })
  expect((await status()).outdatedReports).toEqual({
    circuits: ['NY-2', 'NY-10'],
    congregations: ['East (NY-2)'],
  })
})

it('says whether the data are sample data, by the last import or else the last export', async () => {
  const { db, status } = await signedIn()
  const isSampleData = async () => (await status()).isSampleData
  expect(await isSampleData()).toBe(false)
  await recordExport(db, { source: 'built-in sample data', rows: 3, isSampleData: true })
  expect(await isSampleData()).toBe(true)
  await recordImport(db, { source: 'sheet', metadata: { isSampleData: true }, at: '2026-01-01' })
  await recordExport(db, { source: 'Locust', rows: 3, isSampleData: false })
  expect(await isSampleData()).toBe(true)
  await recordImport(db, { source: 'sheet', metadata: { isSampleData: false }, at: '2026-01-02' })
  expect(await isSampleData()).toBe(false)
})

it('says which system a job is retrying, until it continues, and what caused its error', async () => {
  const { db, user } = await signedIn()
  const { id } = await runningJob(db, { type: 'export' })
  const read = async () => (await user.inject({ method: 'GET', url: `/api/jobs/${id}` })).json().job
  const retrying = { system: 'locust', attempt: 3, tries: 5 } as const
  await reportProgress(db, id, 'runner', { retrying })
  expect((await read()).retrying).toEqual(retrying)
  await reportProgress(db, id, 'runner', { progress: 1 })
  expect((await read()).retrying).toEqual(retrying)
  await failJob(db, id, 'runner', { error: 'No.', details: 'Check LOCUST_URL.', kind: 'other' })
  expect(await read()).toMatchObject({ retrying: null, errorDetails: 'Check LOCUST_URL.' })
})

it('tells the cause of a failure to administrators only, also in the list of jobs', async () => {
  const { db, as } = await startTestApp()
  const id = (await runningJob(db, { type: 'export' })).id
  await failJob(db, id, 'runner', { error: 'No.', details: 'Check LOCUST_URL.', kind: 'other' })
  const see = async (role: 'admin' | 'user') => {
    const { inject } = await as(role)
    const list = await inject({ url: '/api/jobs' })
    const status = (await inject({ url: '/api/automation-status' })).json()
    const job = (await inject({ url: `/api/jobs/${id}` })).json().job
    const synced = (await inject({ method: 'POST', url: `/api/jobs/${id}/sync` })).json().job
    const known = { 'if-none-match': String(list.headers.etag) }
    return {
      details: [
        list.json().jobs[0].errorDetails,
        job.errorDetails,
        synced.errorDetails,
        status.lastSync[0].errorDetails,
      ],
      errors: [job.error, status.lastSync[0].error],
      known,
      isKnown: async (tag: object) =>
        (await inject({ url: '/api/jobs', headers: { ...tag } })).statusCode,
    }
  }
  const admin = await see('admin')
  const user = await see('user')
  expect(admin.details).toEqual(Array(4).fill('Check LOCUST_URL.'))
  expect(user.details).toEqual(Array(4).fill(null))
  expect(user.errors).toEqual(['No.', 'No.'])
  expect([await user.isKnown(user.known), await user.isKnown(admin.known)]).toEqual([304, 200])
})
