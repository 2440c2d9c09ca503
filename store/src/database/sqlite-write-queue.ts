import { repeatWhile } from '../outside/repeat-while.ts'
import { DatabaseBusy, isSqliteBusy } from './sqlite-errors.ts'

const busyPauseMs = 10

/** Repeats `work` while SQLite is busy with another process, until `deadline` by the monotonic clock. */
export function repeatWhileBusy<T>(work: () => T, deadline: number): Promise<T> {
  const mayRepeat = (error: unknown) => isSqliteBusy(error) && performance.now() <= deadline
  return repeatWhile(work, mayRepeat, busyPauseMs)
}

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
