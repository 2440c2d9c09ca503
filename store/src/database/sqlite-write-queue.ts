import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseBusy, isSqliteBusy } from './sqlite-errors.ts'

const retryPauseMs = 10

/** How long a write waits, in milliseconds, before the database counts as busy. */
export interface WriteTimeouts {
  /** While another process holds the write lock. */
  lockMs: number
  /** For the writes of this process that came earlier. */
  queueMs: number
}

/** Exclusive use of the one connection that writes, until `release`. */
export interface WriteAccess {
  /** Runs a statement that takes the write lock; repeats it while another process holds the lock. */
  lock<T>(statement: () => T): Promise<T>
  release(): void
}

/**
 * Queues the writes of this process, first in, first out. `lockMs` counts from the moment at which the lock
 * was first found held, for all writes in the queue: so they time out together and not one after another.
 * A wait that takes too long throws DatabaseBusy.
 */
export function createWriteQueue({ lockMs, queueMs }: WriteTimeouts) {
  const waiting: (() => void)[] = []
  let isTaken = false
  let lockedSince: number | undefined

  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else isTaken = false
  }

  const waitInQueue = async () => {
    if (!isTaken) {
      isTaken = true
      return
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(new DatabaseBusy())
      }, queueMs)
      waiting.push(start)
    })
  }

  return {
    async acquire(): Promise<WriteAccess> {
      const requestedAt = performance.now()
      await waitInQueue()
      return {
        release,
        async lock(statement) {
          for (;;) {
            try {
              const result = statement()
              lockedSince = undefined
              return result
            } catch (error) {
              if (!isSqliteBusy(error)) throw error
              const now = performance.now()
              lockedSince ??= now
              if (now - Math.max(requestedAt, lockedSince) > lockMs) {
                throw new DatabaseBusy({ cause: error })
              }
              await sleep(retryPauseMs)
            }
          }
        },
      }
    },
  }
}
