/**
 * Coalesces calls: runs of `work` never overlap, and all calls during a run lead to one more run after it.
 * `work` answers how much it changed; `onError` gets failures that no caller waits for.
 */
export function coalesceRuns(work: () => Promise<number>, onError: (error: unknown) => void) {
  let running: Promise<number> | undefined
  let again = false
  const repeat = async () => {
    let changed = 0
    do {
      again = false
      changed += await work()
    } while (again)
    return changed
  }
  const now = (): Promise<number> => {
    if (running) again = true
    else {
      running = repeat().finally(() => {
        running = undefined
      })
    }
    return running ?? Promise.resolve(0)
  }
  return {
    /** Runs now and answers how much was changed. */
    now,
    /** The same without waiting for it. */
    soon: () => {
      now().catch(onError)
    },
  }
}
