import { randomUUID } from 'node:crypto'
import { cancelJob, completeJob } from '@dashboard/store/jobs/finish-job'
import { queuedJob, runningJob } from '@dashboard/store/jobs/test-jobs'
import { announcementOf, png } from './brand/test-logo-upload.ts'
import { storedReport } from './reports/test-reports.ts'
import { sessionScenarios, userScenarios } from './test-audited-accounts.ts'
import type { AuditedServer, Scenario } from './test-audited-server.ts'

/** For tests: each endpoint with entries in the audit log, called once, and the entries it must make. */

async function failedJob({ db }: AuditedServer) {
  const job = await runningJob(db, { type: 'circuit-report', targets: ['NY-1', 'NY-2'] })
  await cancelJob(db, job.id, 'Ann Lee')
  return job
}

const settings: Record<string, Scenario> = {
  async updateBrandSettings({ call }) {
    const payload = { colors: { primaryText: '#112233' }, logoZoom: 1.2 }
    const answer = await call('PATCH', '/api/brand-settings/default', payload)
    const subject = `brand:${answer.json().brandSettings.id}`
    return [{ action: 'brand.update', subject, details: { fields: ['primaryText', 'logoZoom'] } }]
  },
  async confirmLogoUpload({ announce, put, call }) {
    const { uploadUrl, logoId } = await announce(png)
    await put(uploadUrl, png)
    const file = announcementOf(png)
    const answer = await call('POST', `/api/brand-settings/${logoId}/confirm`, file)
    const subject = `brand:${answer.json().brandSettings.id}`
    return [{ action: 'logo.upload', subject, details: file }]
  },
  async setLogoStatus(setup) {
    const subject = await uploadedLogo(setup)
    const set = (isActive: boolean) =>
      setup.call('PUT', '/api/brand-settings/default/status', { isActive })
    await set(false)
    await set(true)
    return [
      { action: 'logo.disable', subject },
      { action: 'logo.enable', subject },
    ]
  },
  async deleteLogo(setup) {
    const subject = await uploadedLogo(setup)
    await setup.call('DELETE', '/api/brand-settings/default')
    return [{ action: 'logo.delete', subject }]
  },
  async setAutoSync({ call }) {
    await call('POST', '/api/monitoring/auto-sync', { enabled: true })
    return [{ action: 'auto-sync.update', subject: null, details: { enabled: true } }]
  },
  async exportAudit({ call }) {
    await call('GET', '/api/audit.csv?q=job&action=job.start')
    const details = { q: 'job', action: 'job.start' }
    return [{ action: 'audit.export', subject: null, details }]
  },
}

/** What it is called in the log; its own entries are not of interest. */
async function uploadedLogo({ upload, db }: AuditedServer): Promise<string> {
  const answer = await upload(png)
  await db.deleteFrom('audit_log').execute()
  await db.deleteFrom('audit_chain').execute()
  return `brand:${answer.json().brandSettings.id}`
}

/** A call that starts jobs, of which the answer names those of `ids`. */
function starts(url: string, ids: Record<string, string>): Scenario {
  return async ({ call }) => {
    const answer = (await call('POST', url)).json()
    return Object.entries(ids).map(([id, type]) => ({
      action: 'job.start',
      subject: `job:${answer[id]}`,
      details: { type },
    }))
  }
}

async function insertPlaces({ db }: AuditedServer) {
  const place = { id: randomUUID(), name: 'NY-1' }
  await db.insertInto('circuits').values(place).execute()
  await db
    .insertInto('congregations')
    .values({ id: randomUUID(), name: 'Central', circuitId: place.id, createdAt: '2026-01-01' })
    .execute()
}

const workflows: Record<string, Scenario> = {
  startExport: starts('/api/workflows/locust-export', { jobId: 'export' }),
  startExportAndImport: starts('/api/workflows/export-and-import', {
    jobId: 'export',
    importJobId: 'import',
  }),
  async startCircuitReport(setup) {
    await insertPlaces(setup)
    const payload = { circuits: ['NY-1'] }
    const answer = await setup.call('POST', '/api/workflows/circuit-report', payload)
    const details = { type: 'circuit-report', targets: 1, names: ['NY-1'] }
    return [{ action: 'job.start', subject: `job:${answer.json().jobId}`, details }]
  },
  async startCongregationReport(setup) {
    await insertPlaces(setup)
    const payload = { congregations: ['Central'] }
    const answer = await setup.call('POST', '/api/workflows/congregation-report', payload)
    const details = { type: 'congregation-report', targets: 1, names: ['Central'] }
    return [{ action: 'job.start', subject: `job:${answer.json().jobId}`, details }]
  },
  async importSheet(setup) {
    // There is no sheet: the job is started, and fails.
    await setup.call('POST', '/api/import/sheets')
    const { id } = await setup.db.selectFrom('jobs').select('id').executeTakeFirstOrThrow()
    return [{ action: 'job.start', subject: `job:${id}`, details: { type: 'import' } }]
  },
}

const jobs: Record<string, Scenario> = {
  async cancelJob(setup) {
    const { id } = await queuedJob(setup.db)
    await setup.call('POST', `/api/jobs/${id}/cancel`)
    await setup.call('POST', `/api/jobs/${id}/cancel`)
    return [{ action: 'job.cancel', subject: `job:${id}` }]
  },
  async cancelAllJobs(setup) {
    const first = await queuedJob(setup.db, { type: 'export' })
    const second = await queuedJob(setup.db, { type: 'import' })
    await setup.call('POST', '/api/jobs/cancel-all')
    await setup.call('POST', '/api/jobs/cancel-all')
    return [
      { action: 'job.cancel', subject: `job:${second.id}` },
      { action: 'job.cancel', subject: `job:${first.id}` },
      { action: 'job.cancel-all', subject: null, details: { jobs: 2 } },
    ]
  },
  async retryJob(setup) {
    const { id } = await failedJob(setup)
    const answer = await setup.call('POST', `/api/jobs/${id}/retry`)
    const details = { of: id, type: 'circuit-report', targets: 2, failedOnly: false }
    return [{ action: 'job.retry', subject: `job:${answer.json().jobId}`, details }]
  },
  async dismissJob(setup) {
    const { id } = await failedJob(setup)
    await setup.call('DELETE', `/api/jobs/${id}`)
    const details = { type: 'circuit-report', status: 'failed' }
    return [{ action: 'job.dismiss', subject: `job:${id}`, details }]
  },
  async clearCompletedJobs(setup) {
    const { id } = await runningJob(setup.db)
    await completeJob(setup.db, id, 'runner', null)
    await setup.call('POST', '/api/jobs/clear-completed')
    await setup.call('POST', '/api/jobs/clear-completed')
    return [{ action: 'jobs.clear', subject: null, details: { jobs: 1 } }]
  },
}

const reports: Record<string, Scenario> = {
  async downloadReport(setup) {
    const { id, filename } = await storedReport(setup)
    await setup.call('GET', `/api/reports/${id}/download`)
    const details = { files: [filename] }
    return [{ action: 'report.download', subject: `report:${id}`, details }]
  },
  async downloadReports(setup) {
    const { ids, details } = await twoReports(setup)
    await setup.call('POST', '/api/reports/bulk-download', { ids })
    return [{ action: 'report.download', subject: null, details }]
  },
  async deleteReport(setup) {
    const { id, filename } = await storedReport(setup)
    await setup.call('DELETE', `/api/reports/${id}`)
    await setup.call('DELETE', `/api/reports/${id}`)
    const details = { files: [filename] }
    return [{ action: 'report.delete', subject: `report:${id}`, details }]
  },
  async deleteReports(setup) {
    const { ids, details } = await twoReports(setup)
    await setup.call('DELETE', '/api/reports', { ids })
    return [{ action: 'report.delete', subject: null, details }]
  },
  async deleteAllReports(setup) {
    const { details } = await twoReports(setup)
    await setup.call('DELETE', '/api/reports/clear-all')
    await setup.call('DELETE', '/api/reports/clear-all')
    return [{ action: 'report.delete', subject: null, details }]
  },
}

async function twoReports(setup: AuditedServer) {
  const made = [await storedReport(setup), await storedReport(setup, { circuit: 'NY-2' })]
  const ids = made.map(({ id }) => id)
  return { ids, details: { reports: 2, files: made.map(({ filename }) => filename), ids } }
}

export const auditScenarios: Readonly<Record<string, Scenario>> = {
  ...sessionScenarios,
  ...userScenarios,
  ...settings,
  ...workflows,
  ...jobs,
  ...reports,
}
