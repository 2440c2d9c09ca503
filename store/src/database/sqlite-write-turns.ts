import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseBusy, isSqliteBusy } from './sqlite-errors.ts'

const retryPauseMs = 10

/** How long a write waits, in milliseconds, before the database counts as busy. */
export interface WritePatience {
  /** While another process holds the write lock. */
  lockMs: number
  /** For the writes of this process that came earlier. */
  queueMs: number
}

/** The right to use the one connection that writes; `end` passes it on. */
export interface WriteTurn {
  /** Runs a statement that takes the write lock, again and again while another process has it. */
  lock<T>(statement: () => T): Promise<T>
  end(): void
}

/**
 * Lets the writes of this process follow one another, first come, first served. Nobody waits longer for
 * another process than `lockMs`, however many wait with him: what is said of the first in the row holds
 * for all behind him. Each wait throws DatabaseBusy when it has taken too long.
 */
export function createWriteTurns({ lockMs, queueMs }: WritePatience) {
  const waiting: (() => void)[] = []
  let isTaken = false
  let lockedSince: number | undefined

  const end = () => {
    const next = waiting.shift()
    if (next) next()
    else isTaken = false
  }

  const waitForTurn = async () => {
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
    async take(): Promise<WriteTurn> {
      const askedAt = performance.now()
      await waitForTurn()
      return {
        end,
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
              if (now - Math.max(askedAt, lockedSince) > lockMs) {
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
