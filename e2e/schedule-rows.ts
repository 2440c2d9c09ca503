import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SchedulePause } from '@dashboard/contract/schedules'

/** Writes changes of schedules that a spec cannot wait for directly into the database of the running server. */

/** Makes every schedule due a moment ago. */
export function makeDue(dataDir: string): void {
  const dueAt = new Date(Date.now() - 1_000).toISOString()
  change(dataDir, `update schedules set "nextRunAt" = ?`, dueAt)
}

/** Pauses all schedules, as an import does after the guard has stopped it. */
export function pauseAll(dataDir: string, pause: SchedulePause): void {
  change(dataDir, `update schedules set "nextRunAt" = null`)
  change(
    dataDir,
    `insert into stored_values (name, value, "updatedAt") values ('schedules-pause', ?, '')`,
    JSON.stringify(pause),
  )
}

/** Changes the database and raises the version; otherwise the server would return its cached list. */
function change(dataDir: string, statement: string, ...values: string[]): void {
  const database = new DatabaseSync(join(dataDir, 'dashboard.db'), { timeout: 5_000 })
  try {
    database.exec('begin immediate')
    database.prepare(statement).run(...values)
    database.exec(`insert into data_versions (name, version, stamp) values ('schedules', 1000, '')
      on conflict (name) do update set version = version + 1`)
    database.exec('commit')
  } finally {
    database.close()
  }
}
