/** Options and results of the suites of `npm run bench` (docs/performance.md). */

export interface BenchOptions {
  print(line: string): void
}

/** One line of the table. */
export interface BenchRow {
  what: string
  against: string
  measured: string
  target: string
  ok: boolean
}

type Limit = { atLeast: number } | { atMost: number }

/** Returns a row whose measured value has one limit; `unit` is left out for ratios. */
export function limitRow(
  names: Pick<BenchRow, 'what' | 'against'>,
  value: number,
  limit: Limit & { unit?: string },
): BenchRow {
  const unit = limit.unit === undefined ? '' : ` ${limit.unit}`
  const isLeast = 'atLeast' in limit
  const bound = isLeast ? limit.atLeast : limit.atMost
  return {
    ...names,
    measured: `${rounded(value)}${unit}`,
    target: `${isLeast ? 'at least' : 'at most'} ${bound}${unit}`,
    ok: isLeast ? value >= bound : value <= bound,
  }
}

function rounded(value: number): string {
  return value.toFixed(value < 10 ? 2 : 0)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Returns the percentile; `share` is from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/**
 * Returns the median ratio of one measurement to another. They are taken in turn, so that other load on the machine
 * affects both. The first round, in which code is compiled and caches fill, is not counted (docs/performance.md).
 */
export async function ratioInTurn(
  rounds: number,
  measure: () => Promise<number>,
  other: () => Promise<number>,
): Promise<number> {
  const ratios: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const ratio = (await measure()) / (await other())
    if (round > 0) ratios.push(ratio)
  }
  return median(ratios)
}
