/** Business constants (docs/behavior.md#limits). */

export const passwordMinLength = 6

export const logoMaxBytes = 2 * 1024 * 1024
export const logoMimeTypes = ['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml'] as const
export const logoZoom = { min: 0.5, max: 1.5, step: 0.05, default: 1 } as const
export const logoTicketMs = 10 * 60_000

export const defaultColors = {
  primaryActions: '#1d489a',
  secondaryActions: '#67a0d2',
  accentElements: '#67a0d2',
  backgrounds: '#ffffff',
  cardBackgrounds: '#eaeced',
  mutedElements: '#757575',
  primaryText: '#000000',
} as const

/** The audit log (docs/behavior.md#audit-log). */
export const auditKeptDays = 400
export const auditListLimit = { default: 100, max: 1_000 } as const

export const jobListLimit = { default: 100, max: 500 } as const
export const reportTargets = { circuits: 500, congregations: 5_000 } as const
export const bulkReportIds = 5_000

/** Polling, in milliseconds (docs/behavior.md#polling). */
export const pollMs = {
  jobsActive: 3_000,
  jobsIdle: 30_000,
  jobsStale: 2_000,
  workflowSync: 8_000,
  workflowSyncStale: 5_000,
  jobDialog: 3_000,
  jobDialogCache: 1_000,
  automationStatus: 30_000,
  reportsActive: 3_000,
  reportsIdle: 30_000,
  reportsCache: 2_000,
  monitoringStatus: 10_000,
  brandCache: 5 * 60_000,
} as const

/**
 * How often the monitoring loop polls running jobs, in milliseconds
 * (docs/behavior.md#monitoring).
 */
export const monitoringIntervalMs = {
  watched: 5_000,
  activeUnwatched: 120_000,
  idle: 300_000,
} as const

/**
 * A user counts as watching jobs for this long after requesting them: an idle page requests them every 30 s
 * (docs/behavior.md#monitoring).
 */
export const presenceMs = 45_000

export const toastMs = 5_000
export const toastSwipePx = 50
export const logFollowPx = 50
export const profileReloadMs = 1_500
export const mobileBreakpointPx = 768
export const sidebarCookie = { name: 'sidebar_state', days: 7 } as const
export const sessionTokenKey = 'session_token'
export const displayTimeZone = 'America/New_York'
export const defaultSheetName = 'Data_Import'
export const productShortName = 'SMPW'
export const productName = 'SMPW Dashboard'
