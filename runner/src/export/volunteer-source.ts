import type { NextTry } from '@dashboard/store/outside/retry-with-backoff'

/** Volunteers from a source: titles of the sheet's columns, and a row of cells for each volunteer. */
export interface VolunteerTable {
  /** The columns of docs/sheet-format.md#columns in their order, followed by columns that only the source has. */
  columns: readonly string[]
  rows: readonly string[][]
}

export interface ReadingReporter {
  log(line: string): void
  /** Receives the next try before each wait, and `null` once a try has succeeded. */
  onWait?: (next: NextTry | null) => void
  /** Receives the number of volunteers read so far. */
  count(volunteers: number): void
}

export interface VolunteerSource {
  /** Name for people and logs; never an address with secrets. */
  name: string
  /**
   * Returns all volunteers, at least one.
   * @throws JobError with a sentence that says what to do.
   */
  read(reporter: ReadingReporter, signal: AbortSignal): Promise<VolunteerTable>
}
