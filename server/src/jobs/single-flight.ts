const cacheMs = 3_000

/**
 * Shares one request between all callers, and caches its result for a few seconds: 200 users who poll cause no more
 * requests than one (docs/behavior.md#jobs). A failure is not cached.
 */
export function singleFlight<T>(
  request: (key: string) => Promise<T>,
  now: () => number = () => performance.now(),
): (key: string) => Promise<T> {
  const flights = new Map<string, { result: Promise<T>; until: number }>()
  return (key) => {
    for (const [other, { until }] of flights) if (until <= now()) flights.delete(other)
    const known = flights.get(key)
    if (known) return known.result
    const entry = { result: request(key), until: Number.POSITIVE_INFINITY }
    flights.set(key, entry)
    entry.result.then(
      () => {
        entry.until = now() + cacheMs
      },
      () => flights.delete(key),
    )
    return entry.result
  }
}
