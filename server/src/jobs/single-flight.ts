const keptMs = 3_000

/**
 * Shares one request between all callers, and caches its result for a few seconds: 200 users who poll cause no more
 * requests than one (docs/behavior.md#jobs). A failure is not cached.
 */
export function singleFlight<T>(
  request: (key: string) => Promise<T>,
  now: () => number = () => performance.now(),
): (key: string) => Promise<T> {
  const kept = new Map<string, { result: Promise<T>; until: number }>()
  return (key) => {
    for (const [other, { until }] of kept) if (until <= now()) kept.delete(other)
    const known = kept.get(key)
    if (known) return known.result
    const entry = { result: request(key), until: Number.POSITIVE_INFINITY }
    kept.set(key, entry)
    entry.result.then(
      () => {
        entry.until = now() + keptMs
      },
      () => kept.delete(key),
    )
    return entry.result
  }
}
