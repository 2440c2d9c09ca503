import type { NextTry } from '@dashboard/store/outside/retry-with-backoff'

/** Volunteers as a source gives them: titles of the sheet's columns, and a row of cells for each. */
export interface VolunteerTable {
  /**
   * The columns of docs/sheet-format.md#columns in their order, then those that only the source
   * has.
   */
  columns: readonly string[]
  rows: readonly string[][]
}

/** Callbacks for a source's progress. */
export interface ReadingNotes {
  log(line: string): void
  /** Before each wait the try that follows; `null` once one has succeeded. */
  waits?: (next: NextTry | null) => void
  /** How many volunteers have been read so far. */
  count(volunteers: number): void
}

/** Where an export gets volunteers from. */
export interface VolunteerSource {
  /** For people and logs; never an address with secrets. */
  name: string
  /**
   * All volunteers, at least one.
   * @throws JobError with a sentence that says what to do.
   */
  read(notes: ReadingNotes, signal: AbortSignal): Promise<VolunteerTable>
}
