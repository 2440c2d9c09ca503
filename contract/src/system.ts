import { z } from 'zod'
import { Instant } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'
import { BackupState } from './health.ts'
import { FailureKind, JobStatus, JobType } from './jobs.ts'
import { NoticeChannel } from './notices.ts'
import { ExpiringReports } from './reports.ts'

const count = z.number().int().min(0)

/** What is removed after a time, in the order in which that is done. */
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

const Removed = z.partialRecord(RetainedKind, count)

export const RetentionRun = z.object({
  at: Instant,
  /** How many the last run removed. */
  removed: Removed,
  /** What it could not remove. */
  failed: z.array(RetainedKind),
  /** How many all runs together removed. */
  total: Removed,
})
export type RetentionRun = z.infer<typeof RetentionRun>

/** What the metrics say, for people. */
export const SystemState = z.object({
  version: z.string(),
  /** What keeps, or may soon keep, the server from saving anything, in sentences. */
  problems: z.array(z.string()),
  /** Of the server that answers, up to the last whole minute. */
  requests: z.object({
    since: Instant,
    lastHour: count,
    failedLastHour: count,
    slowLastHour: count,
  }),
  jobs: z.object({
    /** The oldest of each type and state. */
    active: z.array(z.object({ type: JobType, status: JobStatus, jobs: count, since: Instant })),
    failedLastDay: z.array(z.object({ type: JobType, kind: FailureKind, jobs: count })),
    /** Tries whose runner ended or lost its lease before the job had ended. */
    triesLostLastDay: count,
    /** The longest that a job of the last hour was queued before it started; `null`: none was started. */
    longestWaitSeconds: count.nullable(),
  }),
  data: z.object({
    volunteers: count,
    lastExportAt: Instant.nullable(),
    lastImportAt: Instant.nullable(),
    /** Of the last import. */
    rows: count.nullable(),
    skippedRows: count.nullable(),
  }),
  reports: z.object({ reports: count, bytes: count, expiring: ExpiringReports.nullable() }),
  storage: z.object({
    database: z.enum(['sqlite', 'postgres']),
    databaseBytes: count,
    /** Where the data folder of the server that answers lies; `null` where that cannot be read. */
    disk: z.object({ freeBytes: count, totalBytes: count }).nullable(),
  }),
  /** `null` where jobs do not run there; `requestsLeft` is known only to the server that polls. */
  github: z.object({ requestsLeft: count.nullable() }).nullable(),
  backup: BackupState.extend({ isScheduled: z.boolean() }),
  channels: z.array(
    z.object({
      channel: NoticeChannel,
      waiting: count,
      failure: z.object({ message: z.string(), at: Instant }).nullable(),
    }),
  ),
  retention: z.object({
    /** After how many days each is removed; 0: never. */
    days: z.record(RetainedKind, count),
    lastRun: RetentionRun.nullable(),
    /** Not before then. */
    nextAt: Instant.nullable(),
  }),
})
export type SystemState = z.infer<typeof SystemState>

export const getSystem = defineEndpoint({
  name: 'getSystem',
  summary:
    'How the system is: requests, jobs, data, storage, backups, notices, and what is removed when',
  tag: 'Operation',
  method: 'GET',
  path: '/api/system',
  access: 'admin',
  answer: SystemState,
  isVersioned: true,
})
