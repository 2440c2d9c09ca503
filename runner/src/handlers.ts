import type { JobType } from '@dashboard/contract/jobs'
import { exportVolunteers } from './export/export-volunteers.ts'
import { importSheet } from './import/import-sheet.ts'
import type { JobHandler } from './job-context.ts'
import { makeReports } from './reports/make-reports.ts'

/** The handler of each type of job. */
export const handlers: Record<JobType, JobHandler> = {
  export: exportVolunteers,
  import: importSheet,
  'circuit-report': makeReports,
  'congregation-report': makeReports,
}
