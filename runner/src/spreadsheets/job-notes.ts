import type { NextTry } from '@dashboard/store/outside/retry-with-backoff'
import type { JobContext } from '../job-context.ts'

/** What a spreadsheet tells while it is used. */
export interface SpreadsheetNotes {
  /** Receives a line for the job's log when a request is repeated. */
  log(line: string): void
  /** Receives the try that follows before each wait, and `null` once one has succeeded. */
  waits(next: NextTry | null): void
}

export const noNotes: SpreadsheetNotes = { log: () => {}, waits: () => {} }

/** Writes it into the job. */
export function notesOf({ log, retrying }: Pick<JobContext, 'log' | 'retrying'>): SpreadsheetNotes {
  return { log, waits: (next) => retrying(next && { system: 'spreadsheet', ...next }) }
}
