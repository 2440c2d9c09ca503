/**
 * Shares one request between all callers, and caches its result for a while: 200 users who poll cause no more requests
 * than one (docs/jobs.md#calls). A failure is not cached.
 */
export function singleFlight<T>(request: () => Promise<T>, cacheMs = 3_000): () => Promise<T> {
  let flight: { result: Promise<T>; until: number } | undefined
  return () => {
    if (flight && flight.until > performance.now()) return flight.result
    const entry = { result: request(), until: Number.POSITIVE_INFINITY }
    flight = entry
    entry.result.then(
      () => {
        entry.until = performance.now() + cacheMs
      },
      () => {
        if (flight === entry) flight = undefined
      },
    )
    return entry.result
  }
}
