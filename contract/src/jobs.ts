import { z } from 'zod'
import type { Role } from './account-inputs.ts'
import { Count, IdParams, Instant, JobStarted, MessageAnswer, NoInput } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'
import { jobListLimit } from './limits.ts'
import { flagParameter, limitParameter } from './paging.ts'

export const JobType = z.enum([
  'export',
  'import',
  /** Plans an import and changes nothing. */
  'review',
  'circuit-report',
  'congregation-report',
  /** Draws chosen volunteers as a PDF. */
  'volunteer-list',
])
export type JobType = z.infer<typeof JobType>

/**
 * Job types that may run on GitHub. Lists of volunteers run on the server's machine because somebody waits for them.
 */
export const GithubJobType = JobType.exclude(['volunteer-list'])
export type GithubJobType = z.infer<typeof GithubJobType>

/**
 * A header by which a client says with `1` that its page is hidden, or shows no jobs. Its user still gets jobs and does
 * not count as watching them.
 */
export const pageHiddenHeader = 'page-hidden'

export const JobStatus = z.enum(['queued', 'running', 'completed', 'failed'])
export type JobStatus = z.infer<typeof JobStatus>

/** Kind of a job's failure. Screens react to this kind, never to the wording of `error`. */
export const FailureKind = z.enum([
  /** Somebody cancelled the job here, or its run on GitHub. */
  'cancelled',
  /** The job it depends on did not complete. */
  'dependency',
  /** The import would have removed more volunteers, or erased more values, than is allowed without confirmation. */
  'guard',
  /** The sheet or the volunteers have changed since the import was reviewed. */
  'outdated',
  'unreadable-sheet',
  /** Locust, the spreadsheet, the storage or GitHub failed. */
  'outside-system',
  /** The runner stopped or lost the database more often than a job is tried. */
  'interrupted',
  'other',
])
export type FailureKind = z.infer<typeof FailureKind>

/** How many reports the job has stored; reports deleted later still count. */
const ReportCount = z.object({
  made: Count,
  /** One per target. */
  total: Count,
})

/** An outside system has failed and is being tried again. */
export const Retrying = z.object({
  system: z.enum(['locust', 'spreadsheet']),
  /** Number of the next try, from 2 on. */
  attempt: z.number().int().min(2),
  tries: z.number().int().min(2),
})
export type Retrying = z.infer<typeof Retrying>

/** Who may start a job again once it has failed. */
export const RetryableBy = z.enum([
  'anybody',
  /** The user who started it, since it reads a file that this user has uploaded, and administrators. */
  'starter',
  'administrators',
  /** A list is exported again; changes that the guard holds are confirmed again on the page of their import. */
  'nobody',
])
export type RetryableBy = z.infer<typeof RetryableBy>

export const Job = z.object({
  id: z.string(),
  type: JobType,
  /** Comma-separated names, for display. */
  target: z.string().nullable(),
  /** The same names as a list, which preserves names that contain a comma. */
  targets: z.array(z.string()),
  status: JobStatus,
  progress: z.number().int().min(0).max(100),
  /** What the job is doing now, in plain words. */
  step: z.string().nullable(),
  /** Set while a running job waits before it sends another request to an outside system. */
  retrying: Retrying.nullable(),
  dependsOn: z.string().nullable(),
  startedAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  elapsedTime: z.string().nullable(),
  /** Meaning of the failure and what to do, for people; programs use the fields below. */
  error: z.string().nullable(),
  /** Cause of `error` and the settings concerned, for the operator. */
  errorDetails: z.string().nullable(),
  /** `null` unless the job has failed. `jobEnd` says whether that broke anything. */
  failureKind: FailureKind.nullable(),
  /**
   * Full name of the user who cancelled the job or, when `failureKind` is `dependency`, the job it depends on; only for
   * display. `null` when nobody did, or somebody did so on GitHub.
   */
  cancelledBy: z.string().nullable(),
  /** Id of the import or review, for its page; `null` for other jobs. */
  importId: z.string().nullable(),
  retryableBy: RetryableBy,
  /** `null` for jobs that make no reports. */
  reports: ReportCount.nullable(),
  /** `null` in lists, where logs are left out. */
  logs: z.string().nullable(),
  githubRunId: z.string().nullable(),
  githubRunUrl: z.string().nullable(),
  /** Full name of the user who started the job, or 'Schedule'. */
  createdBy: z.string().nullable(),
  /** Id of that user; `null` for a run that was started outside the dashboard. */
  createdById: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Job = z.infer<typeof Job>

export function isActive(job: { status: JobStatus }): boolean {
  return job.status === 'queued' || job.status === 'running'
}

export const JobEnd = z.enum([
  'completed',
  /** Somebody cancelled it, here or on GitHub. */
  'cancelled',
  'failed',
  /** It never began, since the job it depends on did not complete; what happened is reported for that job. */
  'notRun',
])
export type JobEnd = z.infer<typeof JobEnd>

/** The ends of failed jobs that broke nothing; every other kind of failure, also one not known here, is 'failed'. */
export const harmlessEnds: Partial<Record<FailureKind, JobEnd>> = {
  cancelled: 'cancelled',
  dependency: 'notRun',
}

/**
 * Returns how a job ended, `undefined` while it is active. All screens, counts, alerts and notices go by this; queries
 * by `endedAs` of the store, which is made of the same table.
 */
export function jobEnd({
  status,
  failureKind,
}: Pick<Job, 'status' | 'failureKind'>): JobEnd | undefined {
  if (status === 'completed') return 'completed'
  if (status !== 'failed') return undefined
  return harmlessEnds[failureKind ?? 'other'] ?? 'failed'
}

/** Whether this user may start the job again once it has failed. */
export function mayRetry(
  { retryableBy, createdById }: Pick<Job, 'retryableBy' | 'createdById'>,
  { id, role }: { id: string; role: Role },
): boolean {
  if (retryableBy === 'nobody') return false
  return (
    role === 'admin' ||
    retryableBy === 'anybody' ||
    (retryableBy === 'starter' && createdById === id)
  )
}

/** Whether a job makes reports, one for each of its targets. */
export function isReportJob(job: { type: JobType }): boolean {
  return job.type === 'circuit-report' || job.type === 'congregation-report'
}

/** Whether a job works on the data of all circuits: an export, an import or a review. */
export function isSyncJob(job: { type: JobType }): boolean {
  return job.type === 'export' || job.type === 'import' || job.type === 'review'
}

/** The specification defines `limit`; the other parameters are for paging beyond the newest jobs. */
const JobListQuery = z.object({
  limit: limitParameter(jobListLimit.max),
  /** The `nextCursor` of the previous answer, with the same filters. */
  cursor: z.string().max(1_000).optional(),
  /** `active` selects queued and running jobs. */
  status: z
    .enum(['queued', 'running', 'completed', 'failed', 'active'], {
      error: 'status must be queued, running, completed, failed or active',
    })
    .optional(),
  end: JobEnd.optional(),
  kind: JobType.optional(),
  /** Only jobs that the caller has started. */
  mine: flagParameter.optional(),
})
export type JobListFilter = Omit<z.output<typeof JobListQuery>, 'limit' | 'cursor'>
export type JobListInput = z.input<typeof JobListQuery>

/**
 * What the monitor can limit its list to. No label is a word of the rows: a screen reader that searches by text would
 * find a hidden option before the row.
 */
export const jobShows = {
  all: { label: 'All jobs', query: {} },
  active: { label: 'Active jobs', query: { status: 'active' } },
  failed: { label: 'Jobs with problems', query: { end: 'failed' } },
  cancelled: { label: 'Jobs called off', query: { end: 'cancelled' } },
  mine: { label: 'My jobs', query: { mine: 'true' } },
} satisfies Record<string, { label: string; query: JobListInput }>

const JobAnswer = z.object({ job: Job })
export const SyncAnswer = z.object({
  success: z.boolean(),
  message: z.string(),
  updated: z.number().int(),
})
export type SyncAnswer = z.infer<typeof SyncAnswer>

export const listJobs = defineEndpoint({
  summary: 'Jobs, newest first, without their logs',
  path: '/api/jobs',
  access: 'user',
  query: JobListQuery,
  answer: z.object({
    jobs: z.array(Job),
    /** Cursor of the next older jobs; `null` where there are none. */
    nextCursor: z.string().nullable(),
  }),
  versionedFor: 'role',
})

export const getJob = defineEndpoint({
  summary: 'One job with its log',
  path: '/api/jobs/:id',
  access: 'user',
  params: IdParams,
  answer: JobAnswer,
})

export const syncJob = defineEndpoint({
  summary: 'Ask the workflow system how one job stands',
  method: 'POST',
  path: '/api/jobs/:id/sync',
  access: 'user',
  audit: 'none',
  params: IdParams,
  body: NoInput,
  answer: JobAnswer.extend({ updated: z.boolean() }),
  failures: [502],
})

export const cancelJob = defineEndpoint({
  summary: 'Cancel a queued or running job',
  method: 'POST',
  path: '/api/jobs/:id/cancel',
  access: 'user',
  audit: 'job.cancel',
  params: IdParams,
  body: NoInput,
  answer: JobAnswer.extend({ message: z.string() }),
})

export const retryJob = defineEndpoint({
  summary: 'Start a failed job again with the same targets',
  method: 'POST',
  path: '/api/jobs/:id/retry',
  access: 'user',
  audit: 'job.retry',
  params: IdParams,
  body: z.object({
    /** Skips targets whose report the failed job has already made. */
    failedOnly: z.boolean().optional(),
  }),
  status: 202,
  answer: JobStarted,
})

export const cancelAllJobs = defineEndpoint({
  summary: 'Cancel every queued and running job',
  method: 'POST',
  path: '/api/jobs/cancel-all',
  access: 'user',
  audit: ['job.cancel', 'job.cancel-all'],
  body: NoInput,
  answer: z.object({ message: z.string(), cancelled: z.number().int() }),
})

export const clearCompletedJobs = defineEndpoint({
  summary: 'Remove the completed jobs from the list; failed ones stay',
  method: 'POST',
  path: '/api/jobs/clear-completed',
  access: 'user',
  audit: 'jobs.clear',
  body: NoInput,
  answer: z.object({ message: z.string(), cleared: z.number().int() }),
})

export const dismissJob = defineEndpoint({
  summary: 'Remove one job that has ended',
  method: 'DELETE',
  path: '/api/jobs/:id',
  access: 'user',
  audit: 'job.dismiss',
  params: IdParams,
  answer: MessageAnswer,
})

export const syncJobsNow = defineEndpoint({
  summary: 'Ask the workflow system about all active jobs, on request of a person',
  method: 'POST',
  path: '/api/jobs/sync-github',
  access: 'user',
  audit: 'none',
  body: NoInput,
  answer: SyncAnswer,
})

export const syncJobs = defineEndpoint({
  summary: 'Ask the workflow system about all active jobs, while somebody watches',
  method: 'POST',
  path: '/api/jobs/sync',
  access: 'user',
  audit: 'none',
  body: NoInput,
  answer: SyncAnswer.partial({ message: true }),
})
