import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { deleteOldJobs } from '@dashboard/store/jobs/delete-jobs'
import { claimTurn } from '@dashboard/store/leader-leases'

const dayMs = 24 * 60 * 60_000
const checkEveryMs = 60 * 60_000
/** Less than a day, so that a check is never just too early. */
const turnMs = 20 * 60 * 60_000

interface Dependencies {
  db: Db
  /** 0: for ever. */
  keepDays: number
  log: {
    info(details: object, message: string): void
    warn(details: object, message: string): void
  }
  now?: () => number
}

/** Removes jobs that ended long ago, once a day by one server (docs/behavior.md#how-long-things-are-kept). */
export function createJobRetention({ db, keepDays, log, now = Date.now }: Dependencies) {
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const look = async () => {
    if (!(await claimTurn(db, 'job-retention', turnMs))) return
    const jobs = await deleteOldJobs(db, toIso(now() - keepDays * dayMs))
    if (jobs > 0) log.info({ jobs, days: keepDays }, 'Removed jobs that ended long ago')
  }
  const next = () => {
    running = running
      .then(look)
      .catch((error: unknown) => log.warn({ err: error }, 'Could not remove old jobs'))
  }

  return {
    open() {
      if (keepDays === 0) return
      timer = setInterval(next, checkEveryMs)
      timer.unref()
      next()
    },
    async close() {
      clearInterval(timer)
      await running
    },
  }
}
