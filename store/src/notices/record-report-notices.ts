import { isActive, jobEnd } from '@dashboard/contract/jobs'
import { fromJson, toJson } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'
import { type EndedJob, needsNoNotice, noticedColumns } from './ended-job.ts'
import { insertNotice } from './insert-notice.ts'
import type { NoticeFacts } from './notice-words.ts'

/**
 * Reports to the user who ordered reports that they are ready or could not be made. Reports of a scheduled run give one
 * notice for everybody after the run's last job has ended; it replaces the notice of the previous run, whose reports
 * are older versions.
 */
export async function recordReports(tx: Db, job: EndedJob): Promise<void> {
  const { jobs, scheduleId } = await findRequest(tx, job)
  if (jobs.some(isActive)) return
  const [first, ...others] = jobs.filter((each) => !needsNoNotice(each))
  if (first === undefined) return
  const reported = [first, ...others]
  const made = reported.reduce((sum, { reportsMade }) => sum + reportsMade, 0)
  const ids = reported.map(({ id }) => id).join('+')
  const common = { cause: `job:${ids}`, actorId: job.createdById, audienceId: job.createdById }
  if (reported.some((each) => jobEnd(each) === 'failed')) {
    const total = reported.reduce((sum, { targets }) => sum + fromJson<string[]>(targets).length, 0)
    await insertNotice(tx, { ...common, facts: { kind: 'reports-failed', total, made } })
    return
  }
  if (made === 0) return
  const madeOf = (type: EndedJob['type']) =>
    reported.reduce((sum, each) => sum + (each.type === type ? each.reportsMade : 0), 0)
  const circuits = madeOf('circuit-report')
  const congregations = madeOf('congregation-report')
  const facts: NoticeFacts =
    others.length > 0
      ? { kind: 'reports-ready', made, circuits, congregations }
      : { kind: 'reports-ready', made, targets: fromJson<string[]>(first.targets) }
  if (scheduleId === undefined) {
    await insertNotice(tx, { ...common, facts })
    return
  }
  const ofSchedule = `schedule-reports:${scheduleId}:`
  await tx.deleteFrom('notices').where('cause', 'like', `${ofSchedule}%`).execute()
  await insertNotice(tx, { ...common, cause: `${ofSchedule}${ids}`, facts })
}

/** Returns the jobs that were ordered together: all those of a scheduled run, or the single job. */
async function findRequest(
  tx: Db,
  job: EndedJob,
): Promise<{ jobs: EndedJob[]; scheduleId?: string }> {
  if (job.createdById !== null) return { jobs: [job] }
  // Writes instead of reading, so that when two jobs end at the same moment, the second sees how the first one ended.
  const run = await tx
    .updateTable('schedule_runs')
    .set(({ ref }) => ({ reportJobIds: ref('reportJobIds') }))
    .where('reportJobIds', 'like', `%${toJson(job.id)}%`)
    .returning(['reportJobIds', 'scheduleId'])
    .executeTakeFirst()
  if (!run) return { jobs: [job] }
  const jobs = await tx
    .selectFrom('jobs')
    .select(noticedColumns)
    .where('id', 'in', fromJson<string[]>(run.reportJobIds ?? '[]'))
    .orderBy('sequence')
    .execute()
  return { jobs, scheduleId: run.scheduleId }
}
