import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { type Db, readChangeMark } from './open-database.ts'

/** Reads the values of keys; a key without a value is left out. */
type ReadValues<Value> = (keys: readonly string[]) => Promise<Map<string, Value>>

/** At once where the value is known already. */
export type KeptRead<Value> = (key: string) => Value | undefined | Promise<Value | undefined>

const mostKept = 2_000

/**
 * Reads small values that every request needs, so that no answer is older than the request. On SQLite a
 * value is kept for as long as nothing at all has been committed; elsewhere those who ask at the same time
 * share one statement (docs/decisions/0019-reads-of-every-request.md).
 */
export function keepUnchanged<Value>(db: Db, read: ReadValues<Value>): KeptRead<Value> {
  // Within a transaction there is no other connection to ask on.
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
    // What is read from here on is at least as new as the mark.
    const values = kept
    return read([key]).then((found) => {
      const value = found.get(key)
      values.set(key, value)
      return value
    })
  }
}

/** Everybody waits for what every request needs: after so long it is asked for on another connection, too. */
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

/** A statement costs as much as several answers without one. */
const shortWaitMs = 1

/**
 * One statement at a time for all who ask, those first whose requests have come already. Who asks while one runs
 * waits for the next: the one that runs may have begun before a change that he has been told of. Once several have
 * shared a statement, the next one waits `gatherMs` for more; who asks alone waits for nobody.
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
