import { randomUUID } from 'node:crypto'
import type { JobType } from '@dashboard/contract/jobs'
import { reportTargets } from '@dashboard/contract/limits'
import type { ReportsAfter } from '@dashboard/contract/schedule-inputs'
import { fromJson, toJson } from '@dashboard/store/database/column-values'
import { lockVersion, raiseVersion } from '@dashboard/store/database/data-versions'
import { readDatabaseTime } from '@dashboard/store/database/database-clock'
import type { Db } from '@dashboard/store/database/open-database'
import type { ScheduleRunRow } from '@dashboard/store/database/schema'
import { inBatches } from '@dashboard/store/database/statement-batches'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { NewJob } from '@dashboard/store/jobs/insert-jobs'
import { readFrameDigest } from '@dashboard/store/reports/report-contents'
import { listCircuitNames, listCongregationTargets } from '@dashboard/store/reports/report-targets'
import { BackgroundLoop } from '../background/background-loop.ts'
import type { EngineLog } from '../engines/job-engine.ts'
import { readOutdatedReports } from '../sync/automation-queries.ts'
import {
  insertScheduledJobs,
  type RunDependencies,
  scheduleCreator,
  startDueRuns,
} from './start-due-runs.ts'

const tickMs = 5_000

/**
 * Returns the loop that begins due runs and makes their reports. Every server has this loop: the database decides which
 * of them begins a run, so that none waits for another that has crashed (docs/jobs.md#schedules).
 */
export function createScheduleLoop({
  log,
  ...dependencies
}: RunDependencies & { log: EngineLog }): BackgroundLoop {
  return new BackgroundLoop({
    async run() {
      await startReports(dependencies)
      await startDueRuns(dependencies, await readDatabaseTime(dependencies.db))
    },
    everyMs: tickMs,
    failed: 'Could not run the schedules',
    log,
  })
}

/**
 * Queues the reports of every run whose import has completed, once for each run, on the server that finds it first
 * (docs/jobs.md#schedules).
 */
export async function startReports({ db, engine, settings }: Omit<RunDependencies, 'withExport'>) {
  const runs = await db
    .selectFrom('schedule_runs')
    .selectAll()
    .where('outcome', '=', 'completed')
    .where('reportJobIds', 'is', null)
    // A schedule that was deleted meanwhile starts nothing more.
    .where('scheduleId', 'in', db.selectFrom('schedules').select('id'))
    .orderBy('dueAt')
    .execute()
  for (const run of runs) {
    for (const { id } of await queueReports(db, run, await readFrameDigest(db, settings)))
      engine.start(id)
  }
}

async function queueReports(db: Db, run: ScheduleRunRow, frame: string): Promise<NewJob[]> {
  return inTransaction(db, async (tx) => {
    const wanted = fromJson<ReportsAfter>(run.reportsAfter)
    const outdated = await readOutdatedReports(tx, frame)
    const jobs = await chooseReports(tx, wanted, outdated)
    await lockVersion(tx, 'job-starts')
    const marked = await tx
      .updateTable('schedule_runs')
      .set({
        reportJobIds: toJson(jobs.map(({ id }) => id)),
        ...(wanted === 'outdated' && {
          reportsChanged: outdated.circuits.length + outdated.congregations.length,
          reportsCompared: outdated.compared,
        }),
      })
      .where('id', '=', run.id)
      .where('reportJobIds', 'is', null)
      .returning('id')
      .executeTakeFirst()
    // Another server that has found the same run waits for the update, and then sees that it is done.
    if (!marked) return []
    await raiseVersion(tx, 'schedules')
    await insertScheduledJobs(tx, jobs, run.scheduleId)
    return jobs
  })
}

/** Returns the jobs that make the wanted reports; none if there is nothing to make. */
async function chooseReports(
  tx: Db,
  wanted: ReportsAfter,
  outdated: Awaited<ReturnType<typeof readOutdatedReports>>,
): Promise<NewJob[]> {
  if (wanted === 'none') return []
  const { circuits, congregations } =
    wanted === 'outdated' ? outdated : await reportsOf(tx, wanted, outdated.congregations)
  return [
    ...jobsOf('circuit-report', circuits, reportTargets.circuits),
    ...jobsOf('congregation-report', congregations, reportTargets.congregations),
  ]
}

/**
 * Returns the reports of chosen circuits: those of the circuits themselves, and outdated ones of their congregations.
 */
async function reportsOf(tx: Db, chosen: readonly string[], outdated: readonly string[]) {
  const wanted = new Set(chosen)
  const labels = new Set(outdated)
  const targets = await listCongregationTargets(tx)
  return {
    // A circuit that the import has removed has no report.
    circuits: (await listCircuitNames(tx)).filter((name) => wanted.has(name)),
    congregations: targets
      .filter(({ circuit, label }) => wanted.has(circuit) && labels.has(label))
      .map(({ label }) => label),
  }
}

/** Returns one job for every `most` targets. */
function jobsOf(type: JobType, targets: readonly string[], most: number): NewJob[] {
  return Array.from(inBatches(targets, most), (some) => ({
    id: randomUUID(),
    type,
    targets: some,
    createdBy: scheduleCreator,
  }))
}
