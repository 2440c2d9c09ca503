import type { Variables } from './settings-variables.ts'

/** After how many days things are removed; 0: never. */
export interface RetentionSettings {
  /** Jobs that have ended. */
  jobs: number
  /** Only the logs of such jobs. */
  logs: number
  reports: number
  /** What imports changed and skipped, and their rows. */
  imports: number
  calls: number
  notices: number
  audit: number
}

export function readRetentionSettings(variables: Variables): RetentionSettings {
  return {
    jobs: variables.KEEP_JOBS_DAYS,
    logs: variables.KEEP_LOGS_DAYS,
    reports: variables.KEEP_REPORTS_DAYS,
    imports: variables.KEEP_IMPORTS_DAYS,
    calls: variables.KEEP_CALLS_DAYS,
    notices: variables.KEEP_NOTICES_DAYS,
    audit: variables.KEEP_AUDIT_DAYS,
  }
}
