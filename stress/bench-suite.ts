/** Options and results of the suites of `npm run bench` (docs/performance.md#method). */

export interface BenchOptions {
  /** Whether to load the server for an hour instead of a minute, with jobs every five minutes. */
  hour: boolean
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

/** Figures that have no target, for the page. */
export interface BenchTable {
  title: string
  head: string[]
  rows: string[][]
}

export interface BenchResult {
  rows: BenchRow[]
  tables?: BenchTable[]
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

export function rounded(value: number): string {
  return value.toFixed(value < 10 ? 2 : 0)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/**
 * Returns the ratio of the values to the others: the median of the rounds' ratios, since a machine changes least within
 * a round.
 */
export function medianRatio(values: readonly number[], others: readonly number[]): number {
  return median(values.map((value, round) => value / (others[round] ?? Number.NaN)))
}

/** Measurements of several subjects, taken in turn. */
export interface MeasuredInTurn<Name extends string> {
  medians: Record<Name, number>
  /** Returns the ratio of one subject to another, round by round. */
  ratio(of: Name, to: Name): number
}

/**
 * Measures several subjects in turn, so that other load on the machine affects all of them. The first round, in which
 * code is compiled and caches fill, is not counted (docs/performance.md#method).
 */
export async function measureInTurn<Name extends string>(
  rounds: number,
  measures: Record<Name, () => Promise<number>>,
): Promise<MeasuredInTurn<Name>> {
  const names = Object.keys(measures) as Name[]
  const values = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const value = await measures[name]()
      if (round > 0) values.get(name)?.push(value)
    }
  }
  const of = (name: Name): number[] => values.get(name) ?? []
  return {
    medians: Object.fromEntries(names.map((name) => [name, median(of(name))])) as Record<
      Name,
      number
    >,
    ratio: (one, other) => medianRatio(of(one), of(other)),
  }
}
