import type { KillBench, Victim } from './kill-bench.ts'
import type { StoredContent } from './stored-content.ts'

/** One kind of work during which processes are killed. */
export interface Scenario {
  name: string
  /** Share of all kills, 0 to 1. */
  share: number
  victims: readonly [Victim, ...Victim[]]
  /** Tables that this work may change; all others must stay unchanged. */
  changes: readonly string[]
  /** The part of the work in which kills happen. */
  aim: 'end' | 'anywhere'
  /** Expected duration of the work at first, in milliseconds. */
  windowMs: number
  begin(bench: KillBench): Promise<Attempt>
}

export interface Attempt {
  /** Whether the work begins only once a runner has claimed its job. */
  waitsForRunner: boolean
  /** Does the work and records what was acknowledged; a kill may make it throw. */
  work(): Promise<void>
  problemsWhenKilled(before: StoredContent, killed: StoredContent): string[]
  problemsWhenSettled(before: StoredContent, settled: StoredContent): Promise<string[]>
  /** Whether the sheet is complete right after the kill. */
  sheetIsWhole?(): Promise<boolean>
}
