import type { Retrying } from '@dashboard/contract/jobs'
import type { Db } from '@dashboard/store/database/open-database'
import { openFiles } from '@dashboard/store/files/open-files'
import { completeJob } from '@dashboard/store/jobs/finish-job'
import type { NewJob } from '@dashboard/store/jobs/insert-jobs'
import type { Settings } from '@dashboard/store/settings/settings'
import { runningJob } from '@dashboard/store/test/jobs'
import type { ClaimedJob, JobContext } from '../src/job-context.ts'

/** Creates a running job of this type with its handler's context; log lines and steps are collected. */
export async function startJob(
  db: Db,
  given: 'export' | 'import' | Pick<NewJob, 'type' | 'importId' | 'targets'>,
  settings: Settings,
  signal = new AbortController().signal,
) {
  const owner = 'runner'
  const values = typeof given === 'string' ? { type: given } : given
  const row = await runningJob(db, values, owner)
  const job: ClaimedJob = { ...row, targets: [...(values.targets ?? [])], leaseOwner: owner }
  const log: string[] = []
  const steps: [number, string][] = []
  const retries: (Retrying | null)[] = []
  const context: JobContext = {
    job,
    db,
    settings,
    files: await openFiles(settings.storage),
    workers: 1,
    signal,
    progress: (percent, step) => void steps.push([percent, step]),
    retrying: (fact) => void retries.push(fact),
    log: (line) => void log.push(line),
    trace: () => {},
  }
  return { context, log, steps, retries, end: () => completeJob(db, job.id, owner, null) }
}
