import { nowIso } from '@dashboard/store/database/column-values'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import { migrate, migrationNames } from '@dashboard/store/database/migrate'
import type { Db } from '@dashboard/store/database/open-database'
import { failActiveJob } from '@dashboard/store/jobs/finish-job'
import { selectActiveJobs } from '@dashboard/store/jobs/list-jobs'
import { withdrawReportDeletion } from '@dashboard/store/reports/report-deletion'
import { pauseSchedules } from '@dashboard/store/schedules/pause-schedules'
import { auditAsConsole } from '../../http/audit-trail.ts'
import { StartError } from '../../start/start-error.ts'
import type { Manifest } from '../manifest.ts'
import { checkIntegrity, openSnapshot } from '../snapshot.ts'

/**
 * Prepares the database of an unpacked backup for use: checks it, migrates it to the newest schema, and removes what
 * was only valid at the time of the backup, such as sessions.
 * @throws StartError when a check fails.
 */
export async function prepareDatabase(path: string, manifest: Manifest): Promise<void> {
  const newer = manifest.schema.find((name) => !migrationNames().includes(name))
  if (newer !== undefined) {
    throw new StartError(
      `The backup is of the newer version ${manifest.version} of the dashboard (it has "${newer}"). Restore it with that version or a newer one. Nothing was changed.`,
    )
  }
  checkIntegrity(path)
  await using db = openSnapshot(path)
  await migrate(db)
  await endWhatWas(db, manifest)
}

/**
 * Ends what must not continue from a past state: sessions, access tokens, unused links, tickets, jobs, leases and
 * messages end, schedules pause (docs/backup.md#after-a-restore).
 */
async function endWhatWas(db: Db, { madeAt, version }: Manifest): Promise<void> {
  for (const table of [
    'sessions',
    'access_tokens',
    'openid_attempts',
    'sign_in_tickets',
    'logo_uploads',
    'leader_leases',
    'running_servers',
    'presence',
    'notice_watchers',
  ] as const) {
    await db.deleteFrom(table).execute()
  }
  // A used link is not deleted: it records which address was found to be the user's.
  await db.deleteFrom('account_links').where('usedAt', 'is', null).execute()
  const now = nowIso()
  await endJobs(db)
  await db
    .updateTable('notices')
    .set({ collectedAt: now })
    .where('collectedAt', 'is', null)
    .execute()
  await db
    .updateTable('outbox')
    .set({ endedAt: now, result: 'dropped' })
    .where('endedAt', 'is', null)
    .execute()
  await pauseSchedules(db, { reason: 'restore', at: now })
  // Reports that are old by now are announced again.
  await withdrawReportDeletion(db)
  for (const name of ['jobs', 'schedules', 'notices'] as const) await raiseVersion(db, name)
  await auditAsConsole(db, 'data.restore', { details: { madeAt, version } })
}

async function endJobs(db: Db): Promise<void> {
  const active = await selectActiveJobs(db).orderBy('sequence').execute()
  for (const { id } of active) {
    await failActiveJob(db, id, {
      error: 'It was under way when the backup was made, and ended when that was restored.',
      kind: 'interrupted',
    })
  }
}
