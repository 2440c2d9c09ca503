import { z } from 'zod'
import { Count, Instant } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'
import { BackupState } from './health.ts'
import { FailureKind, JobStatus, JobType } from './jobs.ts'
import { NoticeChannel } from './notices.ts'
import { ExpiringReports } from './reports.ts'

/** Kinds of data that are removed after a time, in the order of removal. */
export const RetainedKind = z.enum([
  'jobs',
  'logs',
  'reports',
  'imports',
  'calls',
  'notices',
  'audit',
])
export type RetainedKind = z.infer<typeof RetainedKind>

const Removed = z.partialRecord(RetainedKind, Count)

export const RetentionRun = z.object({
  at: Instant,
  removed: Removed,
  /** Kinds that the last run could not remove. */
  failed: z.array(RetainedKind),
  /** Numbers removed by all runs together. */
  total: Removed,
})
export type RetentionRun = z.infer<typeof RetentionRun>

/** The metrics in a form for people. */
export const SystemState = z.object({
  version: z.string(),
  /** Problems that stop, or may soon stop, the server from saving anything, in sentences. */
  problems: z.array(z.string()),
  /** Requests of the server that responds, up to the last whole minute. */
  requests: z.object({
    since: Instant,
    lastHour: Count,
    failedLastHour: Count,
    slowLastHour: Count,
  }),
  jobs: z.object({
    /** Number of jobs by type and state, each with the time of the oldest. */
    active: z.array(z.object({ type: JobType, status: JobStatus, jobs: Count, since: Instant })),
    /** Jobs whose `jobEnd` is 'failed'. */
    failedLastDay: z.array(z.object({ type: JobType, kind: FailureKind, jobs: Count })),
    /** Tries whose runner ended or lost its lease before the job had ended. */
    triesLostLastDay: Count,
    /** Longest time that a job started in the last hour had waited in the queue; `null`: none was started. */
    longestWaitSeconds: Count.nullable(),
  }),
  data: z.object({
    volunteers: Count,
    lastExportAt: Instant.nullable(),
    lastImportAt: Instant.nullable(),
    /** Number of rows in the last import. */
    rows: Count.nullable(),
    skippedRows: Count.nullable(),
  }),
  reports: z.object({ reports: Count, bytes: Count, expiring: ExpiringReports.nullable() }),
  storage: z.object({
    database: z.enum(['sqlite', 'postgres']),
    databaseBytes: Count,
    /** Disk that holds the data folder of the server that responds; `null` where it cannot be read. */
    disk: z.object({ freeBytes: Count, totalBytes: Count }).nullable(),
  }),
  /** `null` where jobs do not run there; only the server that polls GitHub has `requestsLeft`. */
  github: z.object({ requestsLeft: Count.nullable() }).nullable(),
  backup: BackupState.extend({ isScheduled: z.boolean() }),
  channels: z.array(
    z.object({
      channel: NoticeChannel,
      waiting: Count,
      failure: z.object({ message: z.string(), at: Instant }).nullable(),
    }),
  ),
  retention: z.object({
    /** Days after which each kind is removed; 0: never. */
    days: z.record(RetainedKind, Count),
    lastRun: RetentionRun.nullable(),
    /** The next removal does not start before this instant. */
    nextAt: Instant.nullable(),
  }),
})
export type SystemState = z.infer<typeof SystemState>

export const getSystem = defineEndpoint({
  summary:
    'How the system is: requests, jobs, data, storage, backups, notices, and what is removed when',
  path: '/api/system',
  access: 'admin',
  answer: SystemState,
})
