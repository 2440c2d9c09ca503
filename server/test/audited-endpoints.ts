import { randomUUID } from 'node:crypto'
import { nowIso, toJson } from '@dashboard/store/database/column-values'
import { insertImport } from '@dashboard/store/imports/insert-import'
import { cancelJob, completeJob } from '@dashboard/store/jobs/finish-job'
import { pauseSchedules } from '@dashboard/store/schedules/pause-schedules'
import { queuedJob, runningJob } from '@dashboard/store/test/jobs'
import { accountScenarios } from './audited-accounts.ts'
import { callListScenarios } from './audited-call-lists.ts'
import type { AuditedServer, Scenario } from './audited-server.ts'
import { volunteerScenarios } from './audited-volunteers.ts'
import { announcementOf, png } from './logo-upload.ts'
import { skippedRows, writtenImport } from './rejects.ts'
import { storedReport } from './reports.ts'
import { insertSchedule } from './schedules.ts'

/** Calls each endpoint that adds entries to the audit log once, and lists the entries it must add. */

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
  async saveNoticeChoices({ call, adaId }) {
    const payload = { emailAddress: 'ada@example.org', topics: ['problems'] }
    await call('PUT', '/api/notices/choices', payload)
    const details = { topics: ['problems'], hasAddress: true }
    return [{ action: 'notice-choices.update', subject: `user:${adaId}`, details }]
  },
  async testNoticeChannel({ call }) {
    // Nothing listens there: the test message fails, and has an entry nevertheless.
    await call('POST', '/api/monitoring/channels/heartbeat/test')
    return [{ action: 'channel.test', subject: null, details: { channel: 'heartbeat' } }]
  },
  async exportAudit({ call }) {
    await call('GET', '/api/audit.csv?q=job&action=job.start')
    const details = { q: 'job', action: 'job.start' }
    return [{ action: 'audit.export', subject: null, details }]
  },
  exportRejectsCsv: (setup) => exportedRejects(setup, 'csv'),
  exportRejectsXlsx: (setup) => exportedRejects(setup, 'xlsx'),
}

async function exportedRejects({ db, call }: AuditedServer, format: string) {
  await writtenImport(db, { id: 'one', number: 1 })
  await skippedRows(db, 'one', [{}, {}])
  await call('GET', `/api/imports/one/rejects.${format}?q=missing`)
  const details = { format, rows: 2 }
  return [{ action: 'import.rejects.export', subject: 'import:one', details }]
}

/** Returns the logo's name in the audit log; the upload's own entries do not matter. */
async function uploadedLogo({ upload, forget }: AuditedServer): Promise<string> {
  const answer = await upload(png)
  await forget()
  return `brand:${answer.json().brandSettings.id}`
}

/** Makes a call that starts jobs; `ids` reads their ids from the answer. */
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

const sundays = { days: [0], time: '06:00', isActive: true }

const schedules: Record<string, Scenario> = {
  async createSchedule({ call }) {
    const payload = { ...sundays, reportsAfter: 'outdated' }
    const answer = await call('POST', '/api/schedules', payload)
    const subject = `schedule:${answer.json().schedule.id}`
    const details = { ...sundays, reports: 'outdated' }
    return [{ action: 'schedule.create', subject, details }]
  },
  async updateSchedule(setup) {
    const id = await insertSchedule(setup.db, { nextRunAt: null })
    await insertPlaces(setup)
    await setup.call('PUT', `/api/schedules/${id}`, { ...sundays, reportsAfter: ['NY-1'] })
    const details = { ...sundays, reports: ['NY-1'] }
    return [{ action: 'schedule.update', subject: `schedule:${id}`, details }]
  },
  async deleteSchedule({ db, call }) {
    const id = await insertSchedule(db, { nextRunAt: null })
    await call('DELETE', `/api/schedules/${id}`)
    return [{ action: 'schedule.delete', subject: `schedule:${id}` }]
  },
  async resumeSchedules({ db, call }) {
    await insertSchedule(db, { nextRunAt: null })
    await pauseSchedules(db, { reason: 'guard', at: '2026-11-20T11:01:00.000Z' })
    await call('POST', '/api/schedules/resume')
    await call('POST', '/api/schedules/resume')
    return [{ action: 'schedule.resume', subject: null }]
  },
}

async function insertPlaces({ db }: AuditedServer) {
  const place = { id: randomUUID(), name: 'NY-1' }
  await db.insertInto('circuits').values(place).execute()
  await db
    .insertInto('congregations')
    .values({ id: randomUUID(), name: 'Central', circuitId: place.id, createdAt: '2026-01-01' })
    .execute()
}

const startingJobs: Record<string, Scenario> = {
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

const match = {
  columns: ['Nombre completo', 'Circuito', 'Congregación'].map((title, at) => ({
    title,
    use: ['Full Name', 'Circuit', 'Congregation'][at],
    slot: null,
  })),
  nameOrder: 'comma',
  words: [],
}

const columns: Record<string, Scenario> = {
  async saveColumnMatch({ call }) {
    const answer = await call('PUT', '/api/column-matches', { name: 'Roster', match })
    const subject = `columns:${answer.json().storedMatch.key.slice(0, 12)}`
    const changed = [
      'Nombre completo: Full Name',
      'Circuito: Circuit',
      'Congregación: Congregation',
    ]
    return [{ action: 'columns.update', subject, details: { name: 'Roster', columns: 3, changed } }]
  },
  async deleteColumnMatch({ db, call }) {
    const values = {
      name: 'Roster',
      titles: '[]',
      match: toJson(match),
      updatedAt: nowIso(),
      updatedBy: '',
    }
    await db
      .insertInto('column_matches')
      .values({ key: 'abc', ...values })
      .execute()
    await call('DELETE', '/api/column-matches/abc')
    await call('DELETE', '/api/column-matches/abc')
    return [{ action: 'columns.delete', subject: 'columns:abc', details: { name: 'Roster' } }]
  },
  async importUpload(setup) {
    const id = await uploadedSheet(setup)
    const { jobId } = (await setup.call('POST', `/api/sheets/${id}/import`)).json()
    const details = { type: 'import', file: 'roster.csv' }
    return [{ action: 'job.start', subject: `job:${jobId}`, details }]
  },
  async reviewUpload(setup) {
    const id = await uploadedSheet(setup)
    const { jobId, importId } = (await setup.call('POST', `/api/sheets/${id}/review`)).json()
    const details = { jobId, file: 'roster.csv' }
    return [{ action: 'import.review', subject: `import:${importId}`, details }]
  },
}

async function uploadedSheet({ db, adaId }: AuditedServer): Promise<string> {
  const values = {
    id: 'upload',
    userId: adaId,
    name: 'roster.csv',
    sizeBytes: 1,
    createdAt: nowIso(),
  }
  await db.insertInto('uploaded_sheets').values(values).execute()
  return values.id
}

const imports: Record<string, Scenario> = {
  async reviewImport({ call }) {
    const { importId, jobId } = (await call('POST', '/api/imports/review')).json()
    return [{ action: 'import.review', subject: `import:${importId}`, details: { jobId } }]
  },
  async applyImport({ db, call }) {
    const id = await insertImport(db, { kind: 'restore', planJobId: 'a', createdBy: null })
    const state = { state: 'ready', planKey: 'imports/plan.zst', sourceImportId: id } as const
    await db.updateTable('imports').set(state).where('id', '=', id).execute()
    const { jobId } = (await call('POST', `/api/imports/${id}/apply`)).json()
    await db.updateTable('jobs').set({ status: 'failed' }).where('id', '=', jobId).execute()
    await db.updateTable('imports').set({ undoneImportId: id }).where('id', '=', id).execute()
    const undo = (await call('POST', `/api/imports/${id}/apply`)).json()
    return [
      { action: 'import.apply', subject: `import:${id}`, details: { jobId } },
      { action: 'import.undo', subject: `import:${id}`, details: { jobId: undo.jobId } },
    ]
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
  ...accountScenarios,
  ...settings,
  ...schedules,
  ...startingJobs,
  ...columns,
  ...imports,
  ...jobs,
  ...reports,
  ...volunteerScenarios,
  ...callListScenarios,
}
