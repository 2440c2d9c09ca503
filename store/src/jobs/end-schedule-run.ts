import { randomUUIDv7 } from 'node:crypto'
import { channelsThatGet } from '@dashboard/contract/notices'
import type { RunOutcome } from '@dashboard/contract/schedules'
import { nowIso, toJson } from '../database/column-values.ts'
import { raiseVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import type { JobRow } from '../database/schema.ts'

type EndedImport = Pick<JobRow, 'id' | 'status' | 'completedAt' | 'failureKind' | 'cancelledBy'>

/**
 * Ends the run of a schedule together with its import, in the same transaction, so that the outcome is stored even
 * after the job has been cleared. Does nothing for imports without a schedule.
 */
export async function endScheduleRun(tx: Db, job: EndedImport): Promise<void> {
  const ended = await tx
    .updateTable('schedule_runs')
    .set({
      outcome: outcomeOf(job),
      failureKind: job.failureKind,
      endedAt: job.completedAt,
    })
    .where('importJobId', '=', job.id)
    .where('outcome', '=', 'running')
    .returning('outcome')
    .executeTakeFirst()
  if (!ended) return
  if (ended.outcome === 'completed') await queueSyncCalls(tx)
  await raiseVersion(tx, 'schedules')
}

function outcomeOf({ status, failureKind, cancelledBy }: EndedImport): RunOutcome {
  if (status === 'completed') return 'completed'
  return failureKind === 'cancelled' || cancelledBy !== null ? 'cancelled' : 'failed'
}

/**
 * Puts the calls that report a sync into the outbox, in the transaction of a scheduled sync that succeeded. Runners do
 * not know which channels are set up; the server drops the rows of the others.
 */
export async function queueSyncCalls(tx: Db): Promise<void> {
  const now = nowIso()
  for (const channel of channelsThatGet('syncs')) {
    const call = { channel, userId: null, noticeIds: toJson([]), isReminder: 0 } as const
    await tx
      .insertInto('outbox')
      .values({ id: randomUUIDv7(), ...call, createdAt: now, dueAt: now })
      .execute()
  }
}
