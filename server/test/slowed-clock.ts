const tickMs = 50

/**
 * Runs work and returns its time by a clock that slows down on a busy machine as the server does: the server's times in
 * seconds depend on timers of its process, so a tick that comes late counts as only one.
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
