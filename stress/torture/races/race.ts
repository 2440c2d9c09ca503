import type { ApiClient } from '../../../e2e/api-client.ts'
import type { Dashboard } from '../../../e2e/dashboard.ts'

/** Inputs of a race; equal random numbers make equal choices. */
export interface RaceContext {
  dashboard: Dashboard
  /** Client of the first administrator. */
  api: ApiClient
  /** Returns a number from 0 to below 1. */
  random(): number
}

export interface RaceOutcome {
  /** One line for each round that ended wrongly. */
  problems: string[]
  /** How often each side was first, or other counts. */
  counts: Record<string, number>
}

export function countIn(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1
}

export const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
