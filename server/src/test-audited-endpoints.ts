import { randomUUID } from 'node:crypto'
import { cancelJob, completeJob } from '@dashboard/store/jobs/finish-job'
import { queuedJob, runningJob } from '@dashboard/store/jobs/test-jobs'
import { announcementOf, png } from './brand/test-logo-upload.ts'
import { storedReport } from './reports/test-reports.ts'
import type { AuditWorld, Scenario } from './test-audit-world.ts'
import { sessionScenarios, userScenarios } from './test-audited-accounts.ts'

/** For tests: each endpoint with entries in the audit log, called once, and the entries it must make. */

async function failedJob({ db }: AuditWorld) {
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
  async setLogoStatus(world) {
    const subject = await uploadedLogo(world)
    const set = (isActive: boolean) =>
      world.call('PUT', '/api/brand-settings/default/status', { isActive })
    await set(false)
    await set(true)
    return [
      { action: 'logo.disable', subject },
      { action: 'logo.enable', subject },
    ]
  },
  async deleteLogo(world) {
    const subject = await uploadedLogo(world)
    await world.call('DELETE', '/api/brand-settings/default')
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
async function uploadedLogo({ upload, db }: AuditWorld): Promise<string> {
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

async function insertPlaces({ db }: AuditWorld) {
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
  async startCircuitReport(world) {
    await insertPlaces(world)
    const payload = { circuits: ['NY-1'] }
    const answer = await world.call('POST', '/api/workflows/circuit-report', payload)
    const details = { type: 'circuit-report', targets: 1, names: ['NY-1'] }
    return [{ action: 'job.start', subject: `job:${answer.json().jobId}`, details }]
  },
  async startCongregationReport(world) {
    await insertPlaces(world)
    const payload = { congregations: ['Central'] }
    const answer = await world.call('POST', '/api/workflows/congregation-report', payload)
    const details = { type: 'congregation-report', targets: 1, names: ['Central'] }
    return [{ action: 'job.start', subject: `job:${answer.json().jobId}`, details }]
  },
  async importSheet(world) {
    // There is no sheet: the job is started, and fails.
    await world.call('POST', '/api/import/sheets')
    const { id } = await world.db.selectFrom('jobs').select('id').executeTakeFirstOrThrow()
    return [{ action: 'job.start', subject: `job:${id}`, details: { type: 'import' } }]
  },
}

const jobs: Record<string, Scenario> = {
  async cancelJob(world) {
    const { id } = await queuedJob(world.db)
    await world.call('POST', `/api/jobs/${id}/cancel`)
    await world.call('POST', `/api/jobs/${id}/cancel`)
    return [{ action: 'job.cancel', subject: `job:${id}` }]
  },
  async cancelAllJobs(world) {
    const first = await queuedJob(world.db, { type: 'export' })
    const second = await queuedJob(world.db, { type: 'import' })
    await world.call('POST', '/api/jobs/cancel-all')
    await world.call('POST', '/api/jobs/cancel-all')
    return [
      { action: 'job.cancel', subject: `job:${second.id}` },
      { action: 'job.cancel', subject: `job:${first.id}` },
      { action: 'job.cancel-all', subject: null, details: { jobs: 2 } },
    ]
  },
  async retryJob(world) {
    const { id } = await failedJob(world)
    const answer = await world.call('POST', `/api/jobs/${id}/retry`)
    const details = { of: id, type: 'circuit-report', targets: 2, failedOnly: false }
    return [{ action: 'job.retry', subject: `job:${answer.json().jobId}`, details }]
  },
  async dismissJob(world) {
    const { id } = await failedJob(world)
    await world.call('DELETE', `/api/jobs/${id}`)
    const details = { type: 'circuit-report', status: 'failed' }
    return [{ action: 'job.dismiss', subject: `job:${id}`, details }]
  },
  async clearCompletedJobs(world) {
    const { id } = await runningJob(world.db)
    await completeJob(world.db, id, 'runner', null)
    await world.call('POST', '/api/jobs/clear-completed')
    await world.call('POST', '/api/jobs/clear-completed')
    return [{ action: 'jobs.clear', subject: null, details: { jobs: 1 } }]
  },
}

const reports: Record<string, Scenario> = {
  async downloadReport(world) {
    const { id, filename } = await storedReport(world)
    await world.call('GET', `/api/reports/${id}/download`)
    const details = { files: [filename] }
    return [{ action: 'report.download', subject: `report:${id}`, details }]
  },
  async downloadReports(world) {
    const { ids, details } = await twoReports(world)
    await world.call('POST', '/api/reports/bulk-download', { ids })
    return [{ action: 'report.download', subject: null, details }]
  },
  async deleteReport(world) {
    const { id, filename } = await storedReport(world)
    await world.call('DELETE', `/api/reports/${id}`)
    await world.call('DELETE', `/api/reports/${id}`)
    const details = { files: [filename] }
    return [{ action: 'report.delete', subject: `report:${id}`, details }]
  },
  async deleteReports(world) {
    const { ids, details } = await twoReports(world)
    await world.call('DELETE', '/api/reports', { ids })
    return [{ action: 'report.delete', subject: null, details }]
  },
  async deleteAllReports(world) {
    const { details } = await twoReports(world)
    await world.call('DELETE', '/api/reports/clear-all')
    await world.call('DELETE', '/api/reports/clear-all')
    return [{ action: 'report.delete', subject: null, details }]
  },
}

async function twoReports(world: AuditWorld) {
  const made = [await storedReport(world), await storedReport(world, { circuit: 'NY-2' })]
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
