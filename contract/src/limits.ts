import { dayMs, hourMs } from './duration.ts'

export const passwordMinLength = 6

export const logoMaxBytes = 2 * 1024 * 1024
export const logoMimeTypes = ['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml'] as const
export const logoZoom = { min: 0.5, max: 1.5, step: 0.05, default: 1 } as const
export const logoTicketMs = 10 * 60_000

/** How long a link to set a password is valid. */
export const passwordLinkHours = { invitation: 7 * 24, reset: 24 } as const

export const pageLimit = { default: 100, max: 1_000 } as const

export const volunteerSearch = {
  maxWords: 20,
  maxChoices: 500,
  savedPerUser: 100,
} as const

export const volunteerList = {
  /** Volunteers per file: the memory and time of drawing grow with every volunteer. */
  maxVolunteers: 3_000,
  /** How long an unfetched file is retained. */
  retentionMs: hourMs,
} as const

/** Uploaded files, and the saved matches of their columns. */
export const uploadedSheet = {
  maxBytes: 20 * 1024 * 1024,
  /** After unpacking; also the characters of all its cells. */
  maxUnpackedBytes: 100 * 1024 * 1024,
  maxMemoryBytes: 512 * 1024 * 1024,
  /** How long reading it may take. */
  readingMs: 10_000,
  /** How long a file that no import has used is retained. */
  retentionMs: dayMs,
  /** Unused files per user. */
  perUser: 20,
  matches: 50,
} as const

export const callListLimits = {
  /** People listed per group: those who can serve, and the others. */
  people: 500,
  listed: 200,
  wrongNumbers: 1_000,
  /** Lists that one user has made for today or later. */
  activePerUser: 50,
  /** How far from today the day of a new list may be. */
  days: 366,
  /** People that a list wants. */
  wanted: { min: 1, max: 20, default: 2 },
} as const

/** Notices: listed in the bell, and marked as read by ids in one call. */
export const listedNotices = 20
export const markedNotices = 1_000

export const jobListLimit = { default: 100, max: 500 } as const
export const reportTargets = { circuits: 500, congregations: 5_000 } as const
/** How many days ahead the deletion of old reports is announced. */
export const reportWarningDays = 14
export const activeJobLimit = { perUser: 20, inAll: 200 } as const

export const scheduleLimit = 20

/** Circuits that a user may be limited to; bounded because a session token holds their names. */
export const limitedCircuits = { max: 100, characters: 4_000 } as const

/**
 * Calls other than GET that one person may send to one server within a minute: far more than anybody sends, even with
 * ten open tabs that poll. It prevents one person from filling the database or the disk.
 */
export const changesPerMinute = 1_000

/** Polling intervals of the web app, in milliseconds. */
export const pollMs = {
  jobsActive: 3_000,
  jobsIdle: 30_000,
  jobsStale: 2_000,
  jobSync: 8_000,
  jobSyncStale: 5_000,
  jobDialog: 3_000,
  jobDialogCache: 1_000,
  automationStatus: 30_000,
  schedules: 30_000,
  reportsActive: 3_000,
  reportsIdle: 30_000,
  reportsCache: 2_000,
  monitoringStatus: 10_000,
  system: 15_000,
  notices: 30_000,
  callList: 5_000,
  volunteerList: 700,
  reconnect: 5_000,
  brandCache: 5 * 60_000,
} as const

/** Intervals at which the monitoring loop polls running jobs, in milliseconds. */
export const monitoringIntervalMs = {
  watched: 5_000,
  activeUnwatched: 120_000,
  idle: 300_000,
} as const

/** How long a user counts as watching after requesting jobs or notices; idle pages have to request them more often. */
export const presenceMs = 45_000

export const toastMs = 5_000
export const toastSwipePx = 50
export const logFollowPx = 50
export const profileReloadMs = 1_500
export const mobileBreakpointPx = 768
export const sessionTokenKey = 'session_token'
export const defaultSheetName = 'Data_Import'

export const recoveryCodeCount = 10
/** How long sign-in factors may be changed after signing in or confirming one's identity. */
export const recentSignInMs = 10 * 60_000
export const accessTokens = { perUser: 20, nameLength: 60, maxDays: 366 } as const
export const passkeyLimits = { perUser: 20, nameLength: 60 } as const
