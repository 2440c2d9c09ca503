import { readAuditHead } from '@dashboard/store/audit/audit-chain'
import { noteHead, readNotedHead } from '@dashboard/store/audit/noted-head'
import { findNotedFault } from '@dashboard/store/audit/verify-log'
import type { Db } from '@dashboard/store/database/open-database'
import { BackgroundLoop } from '../background/background-loop.ts'

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
 * Maintains the audit log (docs/behavior.md#audit-log). At the start and once a day the log line `Audit log head`
 * states its head. Every minute, and at the end, the head is noted in the data folder, so that `npm run doctor` finds
 * missing entries.
 */
export class AuditMaintenance {
  readonly #dependencies: Dependencies
  readonly #loop: BackgroundLoop
  #dailyAt = Number.NEGATIVE_INFINITY

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#loop = new BackgroundLoop({
      run: () => this.#noteHead(),
      everyMs: checkEveryMs,
      closesWithinMs: stopTimeoutMs,
      failed: 'Could not note the head of the audit log',
      log: dependencies.log,
    })
  }

  open(): void {
    this.#loop.open()
  }

  /** Notes the head a last time; does not wait for a database that does not respond. */
  async close(): Promise<void> {
    this.#loop.wake()
    await this.#loop.close()
  }

  async #noteHead(): Promise<void> {
    const { db, dataDir, log } = this.#dependencies
    const now = performance.now()
    const isDue = now - this.#dailyAt >= dayMs
    if (isDue) this.#dailyAt = now
    const head = await readAuditHead(db)
    if (isDue) log.info({ ...head }, 'Audit log head')
    const noted = await readNotedHead(dataDir)
    if (noted?.count === head.count && noted.head === head.head) return
    const fault = noted && (await findNotedFault(db, noted))
    // The noted head is the evidence, so it is kept until an administrator has acted.
    if (fault) log.error({ ...fault, noted }, 'The audit log does not go on from the noted head')
    else await noteHead(dataDir, head)
  }
}
