/** Durations and results of one kind of call. */
export interface Latencies {
  /** Milliseconds of every call. */
  ms: number[]
  /** Responses other than 200 or 304. */
  errors: string[]
  /** Number of 304 responses. */
  unchanged: number
}

/** Returns the latencies of a call; they are created if there are none yet. */
export function latenciesOf(all: Record<string, Latencies>, call: string): Latencies {
  all[call] ??= { ms: [], errors: [], unchanged: 0 }
  return all[call]
}

export function mergeLatencies(
  parts: readonly Record<string, Latencies>[],
): Record<string, Latencies> {
  const merged: Record<string, Latencies> = {}
  for (const [call, { ms, errors, unchanged }] of parts.flatMap((part) => Object.entries(part))) {
    const all = latenciesOf(merged, call)
    for (const value of ms) all.ms.push(value)
    all.errors.push(...errors)
    all.unchanged += unchanged
  }
  return merged
}

/** Returns the percentile; `share` is from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export function describeLatencies(latencies: Record<string, Latencies>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(latencies).map(([call, { ms, errors, unchanged }]) => {
      const at = (share: number) => `${percentile(ms, share).toFixed(0)} ms`
      return [
        call,
        `${ms.length} calls, ${unchanged} unchanged, p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(1)}, ${errors.length} errors`,
      ]
    }),
  )
}
