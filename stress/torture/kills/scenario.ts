import type { KillBench, Victim } from './kill-bench.ts'
import type { StoredContent } from './stored-content.ts'

/** One kind of work during which processes are killed. */
export interface Scenario {
  name: string
  /** Part of all kills, 0 to 1. */
  share: number
  victims: readonly [Victim, ...Victim[]]
  /** The tables that this work may change; every other one must stay as it is. */
  changes: readonly string[]
  /** Where in the work the kills fall. */
  aim: 'end' | 'anywhere'
  /** How long the work is expected to take at first, in milliseconds. */
  windowMs: number
  begin(bench: KillBench): Promise<Attempt>
}

export interface Attempt {
  /** Whether the work begins only once a runner has claimed its job. */
  waitsForRunner: boolean
  /** Does the work; a kill may make it throw. It records what was acknowledged. */
  work(): Promise<void>
  problemsWhenKilled(before: StoredContent, killed: StoredContent): string[]
  problemsWhenSettled(before: StoredContent, settled: StoredContent): Promise<string[]>
  /** Whether the sheet is a whole one right after the kill. */
  sheetIsWhole?(): Promise<boolean>
}
