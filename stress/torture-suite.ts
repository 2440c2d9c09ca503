/** Options and results of the suites of `npm run torture` (docs/torture.md). */

export interface TortureOptions {
  /** Equal seeds make equal choices; the results still depend on timing. */
  seed: number
  /** Number of attempts; each suite has its own default. */
  count?: number
  /** The longest duration, or the exact one for a suite that measures. */
  minutes?: number
  print(line: string): void
}

export interface TortureResult {
  passed: number
  failed: number
  /** Counts and measurements. */
  figures: Record<string, string | number>
}

export type Random = ReturnType<typeof createRandom>

/** Returns a repeatable random generator (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (low: number, high: number): number => low + next() * (high - low),
    pick<T>(list: readonly [T, ...T[]]): T {
      return list[Math.floor(next() * list.length)] ?? list[0]
    },
  }
}

/** Counts checks and prints those that fail. */
export function startChecks(print: TortureOptions['print']) {
  let passed = 0
  let failed = 0
  return {
    /** Adds a check; it has passed if there are no problems. */
    add(title: string, problems: readonly string[]): void {
      if (problems.length === 0) passed += 1
      else failed += 1
      for (const problem of problems) print(`FAILED ${title}: ${problem}`)
    },
    result: (figures: TortureResult['figures']): TortureResult => ({ passed, failed, figures }),
  }
}

/** Returns the problems found by `work`; work that throws counts as a failed check. */
export async function problemsOf(work: () => Promise<string[]>): Promise<string[]> {
  try {
    return await work()
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}
