/** What a suite of `npm run torture` is given and answers (docs/torture.md). */

export interface TortureOptions {
  /** The same seed makes the same choices; what they meet still depends on timing. */
  seed: number
  /** How many attempts; each suite has its own default. */
  count?: number
  /** How long at most, or how long exactly for a suite that measures. */
  minutes?: number
  /** The name of a fault to plant first, so that the suite has something to find. */
  plant?: string
  print(line: string): void
}

export interface TortureResult {
  passed: number
  failed: number
  /** What was counted or measured. */
  figures: Record<string, string | number>
}

export type Random = ReturnType<typeof createRandom>

/** Repeatable choices (mulberry32). */
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
    /** No problem is a passed check. */
    add(title: string, problems: readonly string[]): void {
      if (problems.length === 0) passed += 1
      else failed += 1
      for (const problem of problems) print(`FAILED ${title}: ${problem}`)
    },
    result: (figures: TortureResult['figures']): TortureResult => ({ passed, failed, figures }),
  }
}

/** A passed check for work that ends, a failed one for work that throws. */
export async function problemsOf(work: () => Promise<string[]>): Promise<string[]> {
  try {
    return await work()
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}
