/**
 * Looks never overlap; whoever asks during one gets another right after it. `work` answers how much it
 * changed; `onError` hears of failures that nobody waits for.
 */
export function oneAtATime(work: () => Promise<number>, onError: (error: unknown) => void) {
  let looking: Promise<number> | undefined
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
    if (looking) again = true
    else {
      looking = repeat().finally(() => {
        looking = undefined
      })
    }
    return looking ?? Promise.resolve(0)
  }
  return {
    now,
    soon: () => {
      now().catch(onError)
    },
  }
}
