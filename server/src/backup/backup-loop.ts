import { randomUUID } from 'node:crypto'
import { toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { acquireLease, releaseLease } from '@dashboard/store/leader-leases'
import type { BackupSettings } from '@dashboard/store/settings-backup'
import { createRounds } from '../background/rounds.ts'
import { lastDueAt } from '../schedules/next-run.ts'
import { readBackupTry, recordBackupTry } from './last-backup.ts'

const leaseName = 'backup'
const tickMs = 60_000
/** Renewed while a backup is made. */
const leaseMs = 10 * 60_000
const retryMs = 60 * 60_000
const everyDay = [0, 1, 2, 3, 4, 5, 6]

interface Dependencies {
  db: Db
  settings: Pick<BackupSettings, 'time'>
  /** Makes one; answers why it failed, or `null`. */
  run(signal: AbortSignal): Promise<string | null>
  log: { info(message: string): void; warn(details: object, message: string): void }
  now?: () => number
}

/** Makes a backup every day at BACKUP_TIME; of several servers one does, and one that was missed is made up. */
export function createBackupLoop({ db, settings, run, log, now = Date.now }: Dependencies) {
  const owner = randomUUID()
  const stopping = new AbortController()

  const isDue = async (dueAt: string) => {
    const last = await readBackupTry(db)
    if (last === undefined || last.dueAt < dueAt) return true
    return last.failure !== null && Date.parse(last.at) + retryMs <= now()
  }

  const backUpWhenDue = async () => {
    const dueAt = lastDueAt({ days: everyDay, time: settings.time }, toIso(now()))
    if (!(await isDue(dueAt))) return
    if (!(await acquireLease(db, leaseName, { owner, ms: leaseMs }))) return
    const renewing = setInterval(
      () => void acquireLease(db, leaseName, { owner, ms: leaseMs }).catch(() => {}),
      leaseMs / 3,
    )
    try {
      // Another server may have made it between the two questions.
      if (!(await isDue(dueAt))) return
      const failure = await run(stopping.signal)
      if (stopping.signal.aborted) return
      await recordBackupTry(db, { dueAt, at: toIso(now()), failure })
      if (failure === null) log.info('A backup was made')
      else log.warn({ failure }, 'The backup could not be made')
    } finally {
      clearInterval(renewing)
      await releaseLease(db, leaseName, owner)
    }
  }

  const rounds = createRounds({
    everyMs: tickMs,
    run: backUpWhenDue,
    onError: (error) => log.warn({ err: error }, 'The backup could not be made'),
  })
  return {
    ...rounds,
    close() {
      stopping.abort()
      return rounds.close()
    },
  }
}
