interface Queue {
  maxWaiting: number
  /** Returns what is thrown when as many already wait. */
  refuse: () => Error
}

/** Returns a function that runs at most `atOnce` of the works given to it at a time; the others wait, in their order. */
export function createSemaphore(atOnce: number, queue?: Queue) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1
    else {
      if (queue && waiting.length >= queue.maxWaiting) throw queue.refuse()
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      // The permit goes to the next one, so that no other call takes it meanwhile.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
