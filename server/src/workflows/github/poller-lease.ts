import { randomUUID } from 'node:crypto'
import type { Db } from '@dashboard/store/database/open-database'
import { acquireLease, releaseLease } from '@dashboard/store/leader-leases'

const leaseName = 'github-poller'

/** The leader lease of the server that polls GitHub; it lasts `leaseMs` after each renewal. */
export function createPollerLease(db: Db, leaseMs: number) {
  const owner = randomUUID()
  let heldUntil = 0
  return {
    isHeld: () => performance.now() < heldUntil,
    /** Acquires or renews the lease; whether this server did not hold it before. */
    async renew(): Promise<boolean> {
      const requestedAt = performance.now()
      const isLeader = await acquireLease(db, leaseName, { owner, ms: leaseMs })
      const isNew = isLeader && heldUntil === 0
      heldUntil = isLeader ? requestedAt + leaseMs : 0
      return isNew
    },
    /** From here on the lease counts as not held, also before it is released. */
    drop() {
      heldUntil = 0
    },
    release: () => releaseLease(db, leaseName, owner),
  }
}
