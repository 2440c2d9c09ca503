import type { User } from '@dashboard/contract/accounts'
import type { AutomationStatus, SyncEnd } from '@dashboard/contract/automation'
import type { BrandSettings } from '@dashboard/contract/brand'
import type { CallList } from '@dashboard/contract/call-lists'
import type { Endpoint } from '@dashboard/contract/endpoint'
import type { Job } from '@dashboard/contract/jobs'
import type { MonitoringStatus } from '@dashboard/contract/monitoring'
import type { LookupOptions, Report } from '@dashboard/contract/reports'

/**
 * Adds what an answer may lack. A server of another version may not send the parts that the contract adds to the
 * specification, so each kind of answer gets neutral values for them, and the rest of the app finds every answer
 * complete.
 */

type Body = Record<string, unknown>

/** Neutral values for the fields that an answer may lack. */
const neutralJob = {
  target: null,
  targets: [],
  progress: 0,
  step: null,
  retrying: null,
  dependsOn: null,
  startedAt: null,
  completedAt: null,
  elapsedTime: null,
  error: null,
  errorDetails: null,
  failureKind: null,
  cancelledBy: null,
  importId: null,
  retryableBy: 'anybody',
  reports: null,
  logs: null,
  githubRunId: null,
  githubRunUrl: null,
  createdBy: null,
  createdById: null,
} as const satisfies Omit<Job, 'id' | 'type' | 'status' | 'createdAt' | 'updatedAt'>

function completeJob(job: Partial<Job>): Body {
  const targets = job.target?.split(',').map((name) => name.trim()) ?? []
  return { ...neutralJob, targets, updatedAt: job.createdAt, ...job }
}

const neutralReport = {
  congregation: null,
  pages: null,
  volunteers: null,
  jobId: null,
  stale: false,
  current: true,
} as const satisfies Omit<
  Report,
  'id' | 'circuitId' | 'filename' | 'size' | 'format' | 'generatedAt' | 'downloadUrl'
>

const neutralUser = {
  isActive: true,
  mustChangePassword: false,
  circuits: null,
  isInvited: false,
  lastSignInAt: null,
} as const satisfies Omit<
  User,
  'id' | 'username' | 'firstName' | 'lastName' | 'role' | 'createdAt' | 'updatedAt'
>

function completeUser(user: Partial<User>): Body {
  return { ...neutralUser, updatedAt: user.createdAt, ...user }
}

export const neutralAutomation: AutomationStatus = {
  lastAutomatedExport: null,
  lastImport: null,
  exportError: null,
  exportErrorDetails: null,
  lastSync: [],
  outdatedReports: { circuits: [], congregations: [] },
  isSampleData: false,
}

const neutralEnd = {
  startedBy: null,
  error: null,
  errorDetails: null,
  failureKind: null,
  cancelledBy: null,
  importId: null,
  exported: null,
  imported: null,
} as const satisfies Omit<SyncEnd, 'type' | 'jobId' | 'status' | 'endedAt'>

/** Completes the status. A step of the last sync that does not say how it ended is left out. */
function completeAutomation(given: Partial<AutomationStatus>): Body {
  const { lastSync = [], outdatedReports } = given
  return {
    ...neutralAutomation,
    ...given,
    lastSync: lastSync
      .filter(({ type, jobId, status, endedAt }) => type && jobId && status && endedAt)
      .map((end) => ({ ...neutralEnd, ...end })),
    outdatedReports: { ...neutralAutomation.outdatedReports, ...outdatedReports },
  }
}

const neutralMonitoring: MonitoringStatus = {
  isMonitoring: false,
  activeUsers: 0,
  currentInterval: 0,
  monitoringJobs: 0,
  hasActiveUsers: false,
  autoSyncEnabled: false,
  // The specification describes this page for jobs that run on GitHub.
  engine: 'github',
  backup: null,
}

const neutralLookups: LookupOptions = {
  circuits: [],
  congregations: [],
  circuitCongregationMap: {},
}

function completeJobs(given: { jobs?: Job[] }): Body {
  return { nextCursor: null, ...given, jobs: (given.jobs ?? []).map(completeJob) }
}

function completeUsers(given: { users?: User[] }): Body {
  const users = (given.users ?? []).map(completeUser)
  return { total: users.length, nextCursor: null, ...given, users }
}

function completeReports(given: { reports?: Report[] }): Body {
  const reports = (given.reports ?? []).map((report) => ({ ...neutralReport, ...report }))
  return { expiring: null, ...given, reports }
}

function withJob(given: { job?: Job }): Body {
  return given.job ? { ...given, job: completeJob(given.job) } : given
}

const neutralBrand: BrandSettings = {
  id: 'default',
  logoUrl: null,
  logoFileName: null,
  logoFileSize: null,
  logoMimeType: null,
  colors: {},
  logoZoom: 1,
  logoBackgroundColor: null,
  logoBackgroundTransparent: false,
  isActive: true,
  uploadedBy: null,
  createdAt: '',
  updatedAt: '',
}

/** Completes brand settings. A database may return a decimal as text: '1.00'. */
function completeBrand(given: Partial<BrandSettings>): BrandSettings {
  const settings = { ...neutralBrand, ...given }
  return { ...settings, colors: settings.colors ?? {}, logoZoom: Number(settings.logoZoom) }
}

function withBrand(given: { brandSettings?: Partial<BrandSettings> | null }): Body {
  return given.brandSettings
    ? { ...given, brandSettings: completeBrand(given.brandSettings) }
    : given
}

const neutralCallList = {
  wanted: null,
  later: 0,
  notCalled: null,
  isPartial: false,
} as const satisfies Partial<CallList>

function completeCallLists(given: { callLists?: CallList[] }): Body {
  const callLists = (given.callLists ?? []).map((list) => ({ ...neutralCallList, ...list }))
  return { ...given, callLists }
}

function withCallList(given: { list?: CallList }): Body {
  return given.list ? { ...given, list: { ...neutralCallList, ...given.list } } : given
}

/** By method and path. */
const completions: Readonly<Record<string, (given: Body) => unknown>> = {
  'GET /api/brand-settings': withBrand,
  'PATCH /api/brand-settings/:id': withBrand,
  'POST /api/brand-settings/:logoId/confirm': withBrand,
  'PUT /api/brand-settings/:id/status': withBrand,
  'GET /api/call-lists': completeCallLists,
  'GET /api/call-lists/:id': withCallList,
  'GET /api/health': (given) => ({ commit: 'unknown', ...given }),
  'GET /api/jobs': completeJobs,
  'GET /api/jobs/:id': withJob,
  'POST /api/jobs/:id/sync': withJob,
  'POST /api/jobs/:id/cancel': withJob,
  'GET /api/reports': completeReports,
  'GET /api/users': completeUsers,
  'GET /api/automation-status': completeAutomation,
  'GET /api/monitoring/status': (given) => ({ ...neutralMonitoring, ...given }),
  'GET /api/lookup-options': (given) => ({ ...neutralLookups, ...given }),
  'POST /api/workflows/export-and-import': (given) => ({ jobId: '', importJobId: '', ...given }),
}

/** Returns the answer to a call, with neutral values for the parts of the contract that it lacks. */
export function completeAnswer(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  answer: unknown,
): unknown {
  const complete = completions[`${method} ${path}`]
  return complete && typeof answer === 'object' ? complete({ ...answer }) : answer
}
