import type { ApiClient } from '../../../e2e/api-client.ts'
import type { Dashboard } from '../../../e2e/dashboard.ts'

/** What a race is given; with the same numbers it makes the same choices. */
export interface RaceContext {
  dashboard: Dashboard
  /** Of the first administrator. */
  api: ApiClient
  /** From 0 to below 1. */
  random(): number
}

export interface RaceOutcome {
  /** One line for each round that did not end as it should. */
  problems: string[]
  /** How often which side was first, or what else was counted. */
  counts: Record<string, number>
}

export function countIn(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1
}

export const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
