import { randomUUID } from 'node:crypto'
import type { MeasuredDashboard } from './measured-dashboard.ts'

/** Inserts rows as months of use would, with SQL that both databases understand. */

const numbers = (count: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`

/** Returns SQL for the instant of each row; rows are in the order of time, as when written one by one. */
const instant = (secondsApart: number, rows: number) => {
  // Written as literals, since the databases format instants differently; fifty are enough.
  const at = Array.from({ length: 50 }, (_, index) =>
    new Date(Date.now() - (49 - index) * secondsApart * (rows / 50) * 1_000).toISOString(),
  )
  const cases = at.map((text, index) => `when ${index} then '${text}'`).join(' ')
  return `(case (n.i - 1) * 50 / ${rows} ${cases} end)`
}

export async function insertJobs(dashboard: MeasuredDashboard, count: number): Promise<void> {
  // Within the 30 days that the coverage board counts.
  const at = instant(30 * Math.min(1, 80_000 / count), count)
  await dashboard.write(`insert into jobs (id, type, sequence, target, targets, status, progress,
      step, "startedAt", "completedAt", "elapsedTime", logs, "createdBy", "createdAt", "updatedAt", "reportsMade")
    ${numbers(count)} select '${randomUUID().slice(0, 23)}-' || n.i, 'congregation-report', n.i,
      'Congregation ' || (n.i % 90), '["Congregation ' || (n.i % 90) || '"]',
      case n.i % 9 when 0 then 'failed' else 'completed' end, 100, 'Made 1 report', ${at}, ${at}, '2m 0s',
      'Reading volunteers', 'Ada Lovelace', ${at}, ${at}, 1 from n`)
  await setVersion(dashboard, 'jobs', count)
  // Jobs that the server queues are numbered from here on.
  await setVersion(dashboard, 'job-starts', count)
}

export async function insertReports(dashboard: MeasuredDashboard, count: number): Promise<void> {
  const id = randomUUID().slice(0, 23)
  await dashboard.write(`insert into reports (id, "circuitId", congregation, filename, size, format,
      "generatedAt", "downloadUrl", "storageKey", place, "contentDigest", "frameDigest")
    ${numbers(count)} select '${id}-' || n.i, 'NY-' || (n.i % 160), 'Congregation ' || n.i,
      'Circuit NY-' || (n.i % 160) || ' - Congregation ' || n.i || '.pdf', 90000, 'pdf',
      ${instant(60, count)}, '/api/reports/${id}-' || n.i || '/download', 'reports/${id}-' || n.i,
      'Congregation ' || n.i, 'printed', 'frame' from n`)
  await setVersion(dashboard, 'reports', count)
}

/** Raises the version of polled data, as each change by the product does. */
export async function raiseVersion(dashboard: MeasuredDashboard, name: 'jobs' | 'reports') {
  await dashboard.write(
    `update data_versions set version = version + 1, stamp = '${randomUUID()}' where name = '${name}'`,
  )
}

async function setVersion(dashboard: MeasuredDashboard, name: string, version: number) {
  await dashboard.write(`insert into data_versions (name, version, stamp)
    values ('${name}', ${version + 1_000}, '${randomUUID()}')
    on conflict (name) do update set version = excluded.version, stamp = excluded.stamp`)
}

/** Inserts volunteers in circuits of 500, with congregations of 50. */
export async function insertPlaces(
  dashboard: MeasuredDashboard,
  volunteers: number,
): Promise<void> {
  const circuits = volunteers / 500
  const congregations = volunteers / 50
  const at = `'${new Date().toISOString()}'`
  await dashboard.write(`insert into circuits (id, name, congregations)
    ${numbers(circuits)} select 'circuit-' || i, 'NY-' || i, 10 from n`)
  await dashboard.write(`insert into congregations (id, name, "circuitId", "createdAt")
    ${numbers(congregations)} select 'congregation-' || i, 'Congregation ' || i,
      'circuit-' || (1 + i % ${circuits}), ${at} from n`)
  await dashboard.write(`insert into volunteers (id, "locustId", "firstName", "lastName", "circuitId",
      "createdAt", "updatedAt")
    ${numbers(volunteers)} select 'volunteer-' || i, 'locust-' || i, 'Mia', 'Ortega ' || i,
      'circuit-' || (1 + i % ${circuits}), ${at}, ${at} from n`)
}

/** Inserts entries with numbers far above those of the server's own, so that no number is taken twice. */
export async function insertAuditEntries(dashboard: MeasuredDashboard, count: number) {
  const id = randomUUID().slice(0, 23)
  await dashboard.write(`insert into audit_log (id, sequence, at, actor, action, subject, details)
    ${numbers(count)} select '${id}-' || n.i, 1000000 + n.i, ${instant(60, count)}, 'Ada Lovelace (ada)',
      case n.i % 10 when 0 then 'job.cancel' else 'report.download' end, 'report:' || n.i, '{}' from n`)
}
