import { setTimeout as sleep } from 'node:timers/promises'
import { readAuditHead } from '@dashboard/store/audit/audit-chain'
import { noteHead, readNotedHead } from '@dashboard/store/audit/noted-head'
import { findNotedFault } from '@dashboard/store/audit/verify-log'
import type { Db } from '@dashboard/store/database/open-database'

const checkEveryMs = 60_000
const dayMs = 24 * 60 * 60_000
const stopTimeoutMs = 2_000

interface Dependencies {
  db: Db
  dataDir: string
  log: {
    info(details: object, message: string): void
    warn(details: object, message: string): void
    error(details: object, message: string): void
  }
}

/**
 * Maintains the audit log (docs/behavior.md#audit-log). At the start and once a day the log line
 * `Audit log head` gives its head. Every minute, and at the end, the head is noted in the data folder, so that `npm run doctor` sees what is missing.
 */
export function createAuditMaintenance({ db, dataDir, log }: Dependencies) {
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let dailyAt = Number.NEGATIVE_INFINITY

  const look = async (isDue: boolean) => {
    try {
      const head = await readAuditHead(db)
      if (isDue) log.info({ ...head }, 'Audit log head')
      const noted = await readNotedHead(dataDir)
      if (noted?.count === head.count && noted.head === head.head) return
      const fault = noted && (await findNotedFault(db, noted))
      // The noted head is the evidence: it is kept until an administrator has acted.
      if (fault) log.error({ ...fault, noted }, 'The audit log does not go on from the noted head')
      else await noteHead(dataDir, head)
    } catch (error) {
      log.warn({ err: error }, 'Could not note the head of the audit log')
    }
  }
  const next = () => {
    const now = performance.now()
    const isDue = now - dailyAt >= dayMs
    if (isDue) dailyAt = now
    running = running.then(() => look(isDue))
  }

  return {
    open() {
      timer = setInterval(next, checkEveryMs)
      timer.unref()
      next()
    },
    /** Notes the head a last time; a database that does not answer is not waited for. */
    async close() {
      clearInterval(timer)
      next()
      await Promise.race([running, sleep(stopTimeoutMs, undefined, { ref: false })])
    },
  }
}
