import { randomUUID } from 'node:crypto'
import { demoAccount, demoResetTime } from '@dashboard/contract/demo'
import { pruneAuditLog } from '@dashboard/store/audit/prune-entries'
import { toIso } from '@dashboard/store/database/column-values'
import { raiseAllVersions } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { readPreference, savePreference } from '@dashboard/store/database/preferences'
import type { Database } from '@dashboard/store/database/schema'
import { inTransaction } from '@dashboard/store/database/transactions'
import { insertJobs } from '@dashboard/store/jobs/insert-jobs'
import { createFirstAdministrator } from '../accounts/first-administrator.ts'
import { BackgroundLoop } from '../background/background-loop.ts'
import { copiedTables } from '../backup/copied-tables.ts'
import { lastDueAt } from '../schedules/due-times.ts'
import { StartError } from '../start/start-error.ts'

/** Tables that are kept, since the servers and the audit log continue with them. */
const keptTables: readonly (keyof Database)[] = ['audit_log', 'data_versions', 'leader_leases']
/** The circuits of the sample data (runner/src/export/sample-people.ts). */
const sampleCircuits = ['NY-1', 'NY-2', 'NY-3']
const everyDay = [0, 1, 2, 3, 4, 5, 6]
const tickMs = 60_000

/**
 * Empties the demo and queues the jobs that fill it again: a sync of sample data, and reports. All users are signed
 * out.
 * @throws StartError for a database that has been used and is no demo's.
 */
export async function resetDemo(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await refuseRealData(tx)
    await raiseAllVersions(tx)
    for (const { name } of copiedTables.toReversed()) {
      if (!keptTables.includes(name)) await tx.deleteFrom(name).execute()
    }
    await savePreference(tx, 'demo', true)
    await pruneAuditLog(tx, toIso(Date.now()))
  })
  await createFirstAdministrator(db, demoAccount)
  await queueSample(db)
}

async function refuseRealData(db: Db): Promise<void> {
  if (await readPreference<boolean>(db, 'demo')) return
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (user === undefined) return
  throw new StartError(
    'DEMO is 1, but this database is in use and no demo. A demo is emptied every night: unset DEMO, or set DATA_DIR or DATABASE_URL to something empty.',
  )
}

/** Throws StartError when an installation that is no demo has a demo's database, whose password everybody knows. */
export async function refuseDemoData(db: Db): Promise<void> {
  if (!(await readPreference<boolean>(db, 'demo'))) return
  throw new StartError(
    'This database is of a demo, whose password everybody knows: set DEMO to 1, or DATA_DIR or DATABASE_URL to something empty.',
  )
}

async function queueSample(db: Db): Promise<void> {
  const createdBy = { id: null, fullName: 'Demo' }
  const [exportId, importId, reportsId] = [randomUUID(), randomUUID(), randomUUID()]
  await insertJobs(db, [
    { id: exportId, type: 'export', createdBy },
    { id: importId, type: 'import', dependsOn: exportId, createdBy },
    {
      id: reportsId,
      type: 'circuit-report',
      targets: sampleCircuits,
      dependsOn: importId,
      createdBy,
    },
  ])
}

interface LoopDependencies {
  db: Db
  log: { info(message: string): void; warn(details: object, message: string): void }
  now?: () => number
}

/**
 * Creates the loop that resets the demo every night; a reset that was missed follows as soon as possible. The start
 * resets it as well.
 */
export function createDemoLoop({ db, log, now = Date.now }: LoopDependencies): BackgroundLoop {
  let lastAt = toIso(now())
  return new BackgroundLoop({
    run: async () => {
      const dueAt = lastDueAt({ days: everyDay, time: demoResetTime }, toIso(now()))
      if (dueAt <= lastAt) return
      await resetDemo(db)
      lastAt = toIso(now())
      log.info('The demo was put back')
    },
    everyMs: tickMs,
    failed: 'The demo could not be put back',
    log,
  })
}
