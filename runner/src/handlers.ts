import type { JobType } from '@dashboard/contract/jobs'
import type { JobHandler } from './job-context.ts'

/** The handler of each type of job; a process does one job, and loads nothing that belongs to another. */
export const handlers: Record<JobType, JobHandler> = {
  export: async (context) =>
    (await import('./export/export-volunteers.ts')).exportVolunteers(context),
  import: async (context) => (await import('./import/import-sheet.ts')).importSheet(context),
  review: async (context) => (await import('./import/review-sheet.ts')).reviewSheet(context),
  'circuit-report': async (context) =>
    (await import('./reports/make-reports.ts')).makeReports(context),
  'congregation-report': async (context) =>
    (await import('./reports/make-reports.ts')).makeReports(context),
  'volunteer-list': async (context) =>
    (await import('./reports/make-volunteer-list.ts')).makeVolunteerList(context),
}
