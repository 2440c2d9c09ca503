import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { NoticeChannel } from '@dashboard/contract/notices'
import type { Db } from '@dashboard/store/database/open-database'
import { acquireLease, noticesLease, releaseLease } from '@dashboard/store/leader-leases'
import { createRounds } from '../background/rounds.ts'
import { noteBackupAge } from './backup-age.ts'
import type { Channel } from './channels/channel.ts'
import { noteDataAge } from './data-age.ts'
import { collectMessages, collectReminders } from './outbox/collect-messages.ts'
import { type NoticeLog, sendDue } from './outbox/send-due.ts'

const tickMs = 15_000
/** Longer than a message may take to be sent. */
const leaseMs = 90_000
const stopTimeoutMs = 2_000

interface Dependencies {
  db: Db
  channels: ReadonlyMap<NoticeChannel, Channel>
  dataAgeDays: number
  backupAgeDays: number
  /** When the last good backup was made; `null` before the first. */
  readLastBackupAt(): Promise<string | null>
  log: NoticeLog
  now?: () => number
}

/**
 * What an installation does by itself about notices: of several servers the holder of the leader lease fills the
 * outbox and sends from it (docs/notices.md#outbox).
 */
export function createNoticeLoop(dependencies: Dependencies) {
  const { db, channels, dataAgeDays, backupAgeDays: days, log, now = Date.now } = dependencies
  const owner = randomUUID()
  const stopping = new AbortController()
  const open = new Set(channels.keys())
  let lastFailure = ''

  const isSender = () => acquireLease(db, noticesLease, { owner, ms: leaseMs })

  const noteAndSend = async () => {
    if (!(await isSender())) return
    await noteDataAge(db, dataAgeDays, now())
    await noteBackupAge(db, { days, lastAt: await dependencies.readLastBackupAt() }, now())
    await collectMessages(db, open, now())
    await collectReminders(db, open, now())
    await sendDue({ db, channels, log, isSender, signal: stopping.signal, now })
    lastFailure = ''
  }

  const logFailure = (error: unknown) => {
    const failure = error instanceof Error ? error.message : String(error)
    if (stopping.signal.aborted || failure === lastFailure) return
    lastFailure = failure
    log.warn({ err: error }, 'Notices could not be handled')
  }

  const rounds = createRounds({
    everyMs: tickMs,
    firstAfterMs: tickMs,
    run: noteAndSend,
    onError: logFailure,
  })
  return {
    ...rounds,
    /** A message that is being sent is broken off, and sent again by the next server. */
    async close() {
      stopping.abort()
      await Promise.race([rounds.close(), sleep(stopTimeoutMs, undefined, { ref: false })])
      // One that cannot be given back runs out.
      await releaseLease(db, noticesLease, owner).catch(() => {})
    },
  }
}
