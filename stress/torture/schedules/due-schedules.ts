import { randomUUID } from 'node:crypto'
import { installation } from '@dashboard/contract/installation'
import type { TestDatabase } from '../../../e2e/postgres-database.ts'

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: installation.timeZone,
  hour: '2-digit',
  minute: '2-digit',
})

/**
 * Inserts a schedule for each instant, due then and every day at its minute. The API allows neither instants within a
 * minute nor so many schedules.
 */
export async function insertSchedules(
  { query }: TestDatabase,
  instants: readonly number[],
): Promise<void> {
  for (const instant of instants) {
    await query(
      `insert into schedules
        (id, days, time, "reportsAfter", "isActive", "nextRunAt", "createdAt", "updatedAt")
       values ($1, '[0,1,2,3,4,5,6]', $2, '"outdated"', 1, $3, $3, $3)`,
      [randomUUID(), clock.format(instant), new Date(instant).toISOString()],
    )
  }
}

interface Run {
  scheduleId: string
  dueAt: string
  outcome: string
  exportJobId: string | null
  importJobId: string | null
  reportJobIds: string | null
}

/** Returns what is wrong with the runs, given the schedules and the jobs that existed before. */
export async function findRunProblems(
  { query }: TestDatabase,
  earlierJobs: ReadonlySet<string>,
): Promise<{ problems: string[]; outcomes: Record<string, number> }> {
  const problems: string[] = []
  const outcomes: Record<string, number> = {}
  const runs = await query<Run>('select * from schedule_runs')
  const jobs = await query<{ id: string; type: string }>('select id, type from jobs')
  const unclaimed = new Map(
    jobs.filter(({ id }) => !earlierJobs.has(id)).map(({ id, type }) => [id, type]),
  )
  const claim = (run: Run, id: string, types: readonly string[]) => {
    const type = unclaimed.get(id)
    unclaimed.delete(id)
    if (type === undefined) problems.push(`the run of ${run.dueAt} lacks its ${types[0]} ${id}`)
    else if (!types.includes(type)) problems.push(`the run of ${run.dueAt} has a ${type}`)
  }
  for (const run of runs) {
    outcomes[run.outcome] = (outcomes[run.outcome] ?? 0) + 1
    if (run.outcome === 'running') problems.push(`the run of ${run.dueAt} has not ended`)
    if (run.exportJobId !== null) claim(run, run.exportJobId, ['export'])
    if (run.importJobId !== null) claim(run, run.importJobId, ['import'])
    if (run.outcome === 'completed' && run.reportJobIds === null) {
      problems.push(`the run of ${run.dueAt} has queued no reports`)
    }
    const reportJobs: string[] = JSON.parse(run.reportJobIds ?? '[]')
    for (const id of reportJobs) claim(run, id, ['circuit-report', 'congregation-report'])
  }
  for (const [id, type] of unclaimed) problems.push(`the ${type} ${id} belongs to no run`)
  problems.push(...(await findScheduleProblems(query, runs)))
  return { problems, outcomes }
}

async function findScheduleProblems(
  query: TestDatabase['query'],
  runs: readonly Run[],
): Promise<string[]> {
  const schedules = await query<{ id: string; createdAt: string; nextRunAt: string }>(
    'select id, "createdAt", "nextRunAt" from schedules',
  )
  return schedules.flatMap(({ id, createdAt: dueAt, nextRunAt }) => {
    const own = runs.filter(({ scheduleId }) => scheduleId === id)
    const wrong = own.find((run) => run.dueAt !== dueAt)
    return [
      ...(own.length === 1 ? [] : [`${dueAt} has ${own.length} runs`]),
      ...(wrong ? [`${dueAt} ran for ${wrong.dueAt}`] : []),
      ...(nextRunAt > dueAt ? [] : [`${dueAt} comes again at ${nextRunAt}`]),
    ]
  })
}
