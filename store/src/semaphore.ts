interface Queue {
  maxWaiting: number
  /** How much work of one person may run and wait. */
  perPerson?: number
  /** Returns what is thrown when as many already wait. */
  refuse: () => Error
}

interface Asking {
  /** Whose work it is. */
  person?: string
  /** Ends the wait. */
  signal?: AbortSignal
}

/**
 * Returns a function that runs at most `atOnce` of the works given to it at a time. The others wait, those of one
 * person in order; people take turns, so that nobody waits for all the work of another.
 */
export function createSemaphore(atOnce: number, queue?: Queue) {
  let running = 0
  const waiting = new Map<string, (() => void)[]>()
  const works = new Map<string, number>()

  const countWaiting = () => [...waiting.values()].reduce((sum, starts) => sum + starts.length, 0)

  function addWorks(person: string, count: number): void {
    const all = (works.get(person) ?? 0) + count
    if (all === 0) works.delete(person)
    else works.set(person, all)
  }

  function waitForPermit(person: string, signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const starts = waiting.get(person) ?? []
    waiting.set(person, starts)
    starts.push(resolve)
    signal?.addEventListener('abort', () => {
      const at = starts.indexOf(resolve)
      if (at < 0) return
      starts.splice(at, 1)
      if (starts.length === 0) waiting.delete(person)
      reject(signal.reason)
    })
    return promise
  }

  /** Gives the permit to the next one, so that no other call takes it meanwhile. */
  function passOn(): void {
    const [next] = waiting
    if (next === undefined) {
      running -= 1
      return
    }
    const [person, starts] = next
    const start = starts.shift()
    waiting.delete(person)
    if (starts.length > 0) waiting.set(person, starts)
    start?.()
  }

  return async <T>(work: () => Promise<T>, { person = '', signal }: Asking = {}): Promise<T> => {
    const isFull = running >= atOnce && queue && countWaiting() >= queue.maxWaiting
    const hasMost = queue?.perPerson !== undefined && (works.get(person) ?? 0) >= queue.perPerson
    if (queue && (isFull || hasMost)) throw queue.refuse()
    addWorks(person, 1)
    try {
      if (running < atOnce) running += 1
      else await waitForPermit(person, signal)
      try {
        return await work()
      } finally {
        passOn()
      }
    } finally {
      addWorks(person, -1)
    }
  }
}
