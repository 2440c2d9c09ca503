import { z } from 'zod'
import { IdParams, Instant, MessageAnswer, NoInput } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'
import { ReportsAfter, ScheduleInput } from './schedule-inputs.ts'

export const RunOutcome = z.enum([
  /** Its jobs are queued or running. */
  'running',
  'completed',
  'failed',
  'cancelled',
  /** Another sync was already queued or running. */
  'skipped',
  /** The dashboard was not running, and was started again more than a day later. */
  'missed',
])
export type RunOutcome = z.infer<typeof RunOutcome>

export const ScheduleRun = z.object({
  /** When the run began, or was found to be skipped or missed. */
  at: Instant,
  dueAt: Instant,
  /** The job whose outcome is that of the run; `null` if the run made no job. */
  jobId: z.string().nullable(),
  outcome: RunOutcome,
  /** The run began late because the dashboard was not running when it was due. */
  isMadeUp: z.boolean(),
  /**
   * How many reports the import made outdated, out of how many; `null` for runs that do not remake outdated reports.
   */
  outdated: z.object({ reports: z.number().int(), of: z.number().int() }).nullable(),
})
export type ScheduleRun = z.infer<typeof ScheduleRun>

export const Schedule = z.object({
  id: z.string(),
  days: z.array(z.number().int()),
  time: z.string(),
  reportsAfter: ReportsAfter,
  isActive: z.boolean(),
  /** `null` while this schedule or all schedules are paused. */
  nextRunAt: Instant.nullable(),
  lastRun: ScheduleRun.nullable(),
})
export type Schedule = z.infer<typeof Schedule>

/**
 * Why all schedules are paused until an administrator resumes them: the data was restored, or the guard stopped an
 * import.
 */
const PauseReason = z.enum(['restore', 'guard'])

export const SchedulePause = z.object({ reason: PauseReason, at: Instant })
export type SchedulePause = z.infer<typeof SchedulePause>

export const ScheduleList = z.object({
  schedules: z.array(Schedule),
  paused: SchedulePause.nullable(),
  /** Whether a run exports from Locust before it imports; not possible where Locust is not connected. */
  withExport: z.boolean(),
})
export type ScheduleList = z.infer<typeof ScheduleList>

const ScheduleAnswer = z.object({ schedule: Schedule, message: z.string() })

export const listSchedules = defineEndpoint({
  summary: 'When syncs run by themselves, and what became of the last run of each schedule',
  path: '/api/schedules',
  access: 'user',
  answer: ScheduleList,
  versionedFor: 'role',
})

export const createSchedule = defineEndpoint({
  summary: 'Add a schedule',
  method: 'POST',
  path: '/api/schedules',
  access: 'admin',
  audit: 'schedule.create',
  body: ScheduleInput,
  status: 201,
  answer: ScheduleAnswer,
})

export const updateSchedule = defineEndpoint({
  summary: 'Change a schedule, or switch it on or off',
  method: 'PUT',
  path: '/api/schedules/:id',
  access: 'admin',
  audit: 'schedule.update',
  params: IdParams,
  body: ScheduleInput,
  answer: ScheduleAnswer,
})

export const deleteSchedule = defineEndpoint({
  summary: 'Delete a schedule; a run that has begun continues',
  method: 'DELETE',
  path: '/api/schedules/:id',
  access: 'admin',
  audit: 'schedule.delete',
  params: IdParams,
  answer: MessageAnswer,
})

export const resumeSchedules = defineEndpoint({
  summary: 'Let schedules run again after a restore, or after the guard has stopped an import',
  method: 'POST',
  path: '/api/schedules/resume',
  access: 'admin',
  audit: 'schedule.resume',
  body: NoInput,
  answer: MessageAnswer,
})
