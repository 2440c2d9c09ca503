import { setTimeout as sleep } from 'node:timers/promises'
import type { FailureKind } from '@dashboard/contract/jobs'
import { ImportOutcome } from '@dashboard/contract/sync'
import { fromJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { AppError } from '../http/app-error.ts'
import { requestAborted } from '../http/error-handler.ts'

const minPollGapMs = 150

const statusOf: Record<FailureKind, number> = {
  'unreadable-sheet': 422,
  guard: 422,
  outdated: 409,
  'outside-system': 502,
  cancelled: 409,
  dependency: 409,
  interrupted: 500,
  other: 500,
}

/**
 * Waits until an import job has ended. Throws the job's failure: 422 for a sheet that cannot be read or that the guard
 * has stopped, 502 when the spreadsheet service failed, 409 when somebody cancelled it. Also ends when the server
 * stops, or when nobody waits for the response any more.
 */
export async function waitForImport(
  db: Db,
  jobId: string,
  { stopping, response }: { stopping: AbortSignal; response: { destroyed: boolean } },
): Promise<ImportOutcome> {
  while (!stopping.aborted) {
    if (response.destroyed) throw requestAborted()
    const job = await db
      .selectFrom('jobs')
      .select(['status', 'error', 'failureKind', 'outcome'])
      .where('id', '=', jobId)
      .executeTakeFirst()
    if (!job) throw new AppError(409, 'The import job was removed before it ended.')
    if (job.status === 'completed') return ImportOutcome.parse(fromJson(job.outcome ?? ''))
    if (job.status === 'failed') {
      const status = statusOf[job.failureKind ?? 'other']
      throw new AppError(status, job.error ?? 'Failed to import data from Google Sheets.')
    }
    await sleep(minPollGapMs)
  }
  throw new AppError(503, 'The server is stopping; the import continues after its next start.')
}
