import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { type Db, readChangeMark } from './open-database.ts'

/** Reads the values of keys; a key without a value is left out. */
type ReadValues<Value> = (keys: readonly string[]) => Promise<Map<string, Value>>

/** Returns a value directly if it is cached, else a promise. */
export type KeptRead<Value> = (key: string) => Value | undefined | Promise<Value | undefined>

const mostKept = 2_000

/**
 * Caches small values that every request needs, so that no response is older than its request. On SQLite a value is
 * cached until anything is committed; elsewhere, concurrent reads share one statement
 * (docs/decisions/0019-reads-of-every-request.md).
 */
export function keepUnchanged<Value>(db: Db, read: ReadValues<Value>): KeptRead<Value> {
  // Within a transaction no other connection can be used.
  const readShared = readTogether(db.isTransaction ? read : readAgainWhenSilent(read))
  let kept = new Map<string, Value | undefined>()
  let keptMark: number | undefined
  return (key) => {
    const mark = readChangeMark(db)
    if (mark === undefined) return readShared(key)
    if (mark !== keptMark || kept.size >= mostKept) {
      kept = new Map()
      keptMark = mark
    }
    if (kept.has(key)) return kept.get(key)
    // Values read after the mark are at least as new as the mark.
    const values = kept
    return read([key]).then((found) => {
      const value = found.get(key)
      values.set(key, value)
      return value
    })
  }
}

/** How long a read may get no response before it is repeated on another connection; every request waits for it. */
const silentMs = 1_000

function readAgainWhenSilent<Value>(read: ReadValues<Value>): ReadValues<Value> {
  return async (keys) => {
    const ended = new AbortController()
    const again = async () => {
      await sleep(silentMs, undefined, { signal: ended.signal })
      return read(keys)
    }
    try {
      return await Promise.race([read(keys), again()])
    } finally {
      ended.abort()
    }
  }
}

/** One statement costs as much as several responses that need none. */
const shortWaitMs = 1

/**
 * Runs one statement at a time for all callers, together with those whose requests have already arrived. Calls made
 * while a statement runs wait for the next one: the running statement may have begun before a change that has already
 * been reported to these callers. After several calls have shared a statement, the next one waits `gatherMs` for more;
 * a single caller does not wait.
 */
export function readTogether<Value>(
  read: ReadValues<Value>,
  gatherMs = shortWaitMs,
): (key: string) => Promise<Value | undefined> {
  let waiting: { asked: number; keys: Set<string>; values: Promise<Map<string, Value>> } | undefined
  let running: Promise<unknown> = Promise.resolve()
  let isShared = false
  return async (key) => {
    if (!waiting) {
      const gather = () => (isShared ? sleep(gatherMs) : nextTurn())
      const gathering = { asked: 0, keys: new Set<string>() }
      const values = running.then(gather).then(() => {
        waiting = undefined
        isShared = gathering.asked > 1
        return read([...gathering.keys])
      })
      waiting = Object.assign(gathering, { values })
      running = values.catch(() => {})
    }
    waiting.asked += 1
    waiting.keys.add(key)
    return (await waiting.values).get(key)
  }
}
