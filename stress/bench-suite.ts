/** What a suite of `npm run bench` is given and answers (docs/performance.md#method). */

export interface BenchOptions {
  /** Compares with programs that have to be installed first, too. */
  peers: boolean
  /** Loads the server for an hour instead of a minute, with jobs every five minutes. */
  hour: boolean
  /** Installs a peer into a folder of its own, without running scripts of its packages, and answers that folder. */
  install(peer: Peer): string
  print(line: string): void
}

/** A program that the product is compared with. */
export interface Peer {
  /** Of its folder. */
  name: string
  /** As `name@version`. */
  packages: readonly string[]
  /** Versions that take the place of those that a package asks for. */
  overrides?: Record<string, string>
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

/** A row whose measured value has one limit; `unit` is left out for ratios. */
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

/** How many times the others the values are: the median of each round's, within which a machine changes least. */
export function medianRatio(values: readonly number[], others: readonly number[]): number {
  return median(values.map((value, round) => value / (others[round] ?? Number.NaN)))
}

/** What several things took that were measured in turn. */
export interface MeasuredInTurn<Name extends string> {
  medians: Record<Name, number>
  /** How many times the other one, round by round. */
  ratio(of: Name, to: Name): number
}

/**
 * Measures several things in turn, so that what else the machine does meets all of them. A first round, in which
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
