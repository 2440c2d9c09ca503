import type { User } from '@dashboard/contract/accounts'
import type { AutomationStatus, SyncEnd } from '@dashboard/contract/automation'
import type { Job } from '@dashboard/contract/jobs'
import type { MonitoringStatus } from '@dashboard/contract/monitoring'
import type { LookupOptions, Report } from '@dashboard/contract/reports'
import type { Body, Completions } from './complete-answer.ts'

/** The fields that an answer contains: those of `Said` always, the others perhaps. */
type Given<Kind, Said extends keyof Kind> = Pick<Kind, Said> & Partial<Kind>

/** Neutral values for the other fields. */
type Neutral<Kind, Said extends keyof Kind> = Omit<Kind, Said>

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
  retriers: 'anybody',
  reports: null,
  logs: null,
  githubRunId: null,
  githubRunUrl: null,
  createdBy: null,
  createdById: null,
} as const satisfies Neutral<Job, 'id' | 'type' | 'status' | 'createdAt' | 'updatedAt'>

function completeJob(job: Given<Job, 'id' | 'type' | 'status' | 'createdAt'>): Job {
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
} as const satisfies Neutral<
  Report,
  'id' | 'circuitId' | 'filename' | 'size' | 'format' | 'generatedAt' | 'downloadUrl'
>

const neutralUser = {
  isActive: true,
  mustChangePassword: false,
  circuits: null,
  isInvited: false,
  lastSignInAt: null,
} as const satisfies Neutral<
  User,
  'id' | 'username' | 'firstName' | 'lastName' | 'role' | 'createdAt' | 'updatedAt'
>

function completeUser(
  user: Given<User, Exclude<keyof User, keyof typeof neutralUser | 'updatedAt'>>,
): User {
  return { ...neutralUser, updatedAt: user.createdAt, ...user }
}

const neutralAutomation: AutomationStatus = {
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
} as const satisfies Neutral<SyncEnd, 'type' | 'jobId' | 'status' | 'endedAt'>

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
  // The specification describes the page for jobs that run outside.
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

const neutralStarted = {
  jobId: '',
  importJobId: '',
}

/** Completes the answers that only pages behind the login request, so the shell adds it. */
export const completionsBehindLogin: Completions = {
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
  'POST /api/workflows/export-and-import': (given) => ({ ...neutralStarted, ...given }),
}
