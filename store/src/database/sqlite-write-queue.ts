import { DatabaseBusy, repeatWhileBusy } from './sqlite-errors.ts'

/** Exclusive use of the writing connection, until `release`. */
export interface WriteAccess {
  /** Runs a statement that takes the write lock; repeats it while another process holds the lock. */
  lock<T>(statement: () => T): Promise<T>
  release(): void
}

/**
 * Queues the writes of this process, first in, first out. Each waits up to `lockMs` milliseconds from its request, both
 * for earlier writes and for another process that holds the lock. Writes that are requested together therefore time out
 * together, with DatabaseBusy, and not one after another.
 */
export function createWriteQueue(lockMs: number) {
  const waiting: (() => void)[] = []
  let isTaken = false

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
      }, lockMs)
      waiting.push(start)
    })
  }

  return {
    async acquire(): Promise<WriteAccess> {
      const requestedAt = performance.now()
      await waitInQueue()
      return {
        release,
        lock: (statement) => repeatWhileBusy(statement, requestedAt + lockMs),
      }
    },
  }
}
