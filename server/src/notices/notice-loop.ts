import { randomUUID } from 'node:crypto'
import type { NoticeChannel } from '@dashboard/contract/notices'
import { acquireLease, releaseLease } from '@dashboard/store/database/leader-leases'
import type { Db } from '@dashboard/store/database/open-database'
import type { Settings } from '@dashboard/store/settings/settings'
import { BackgroundLoop } from '../background/background-loop.ts'
import { notifyOfAges } from './age-notices.ts'
import type { Channel } from './channels/channel.ts'
import { collectMessages, collectReminders } from './outbox/collect-messages.ts'
import { type NoticeLog, sendDue } from './outbox/send-due.ts'
import { queueWeek, type WeekReader } from './outbox/weekly-mail.ts'

const leaseName = 'notices'
const tickMs = 15_000
/** Longer than it takes to fill the outbox, which one server does at a time: each message it sends is claimed. */
const leaseMs = 90_000
const stopTimeoutMs = 2_000

interface Dependencies {
  db: Db
  channels: ReadonlyMap<NoticeChannel, Channel>
  settings: Pick<Settings, 'notices' | 'backup'>
  week: WeekReader
  log: NoticeLog
}

/**
 * Creates the loop for notices: the server that holds the leader lease fills the outbox and sends from it
 * (docs/notices.md#outbox).
 */
export function createNoticeLoop(dependencies: Dependencies) {
  const { db, channels, settings, week, log } = dependencies
  const owner = randomUUID()
  const open = new Set(channels.keys())

  const handleNotices = async (signal: AbortSignal) => {
    if (!(await acquireLease(db, leaseName, { owner, ms: leaseMs }))) return 'idle'
    await notifyOfAges(db, settings)
    await collectMessages(db, open)
    await collectReminders(db, open)
    await queueWeek({ db, week }, open)
    await sendDue({ db, channels, week, log, signal })
    return 'done'
  }

  return new BackgroundLoop({
    run: handleNotices,
    everyMs: tickMs,
    firstAfterMs: tickMs,
    // Sending is aborted; the next server sends the message again.
    closesWithinMs: stopTimeoutMs,
    afterwards: () => releaseLease(db, leaseName, owner),
    failed: 'Notices could not be handled',
    log,
  })
}
