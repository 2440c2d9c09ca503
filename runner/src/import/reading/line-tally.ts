import { formatCount } from '@dashboard/contract/counts'
import type { ImportWarning } from '@dashboard/contract/imports'
import { joinKey } from '@dashboard/store/volunteers/person-key'
import type { RowWarning } from './row-mapping.ts'

/** Number of lines of one kind that the log shows; further lines are only counted. */
const shownLines = 200

/** Number of different warnings that name their word; the words of further ones are only in the log. */
const namedKinds = 200

/** Lines for the job's log, of which only the first are stored. */
export interface LineTally {
  shown: string[]
  count: number
}

export function emptyTally(): LineTally {
  return { shown: [], count: 0 }
}

export function addLine(tally: LineTally, line: string): void {
  tally.count += 1
  if (tally.count <= shownLines) tally.shown.push(line)
}

/** Writes the lines; `what` is the noun for those that are only counted. */
export function logLines(log: (line: string) => void, tally: LineTally, what: string): void {
  for (const line of tally.shown) log(line)
  const more = tally.count - tally.shown.length
  if (more > 0) log(`… and ${formatCount(more)} more ${what}.`)
}

/** Warnings about imported rows: lines for the log, and the number of rows for each warning. */
export interface WarningTally {
  lines: LineTally
  kinds: Map<string, ImportWarning>
}

export function emptyWarnings(): WarningTally {
  return { lines: emptyTally(), kinds: new Map() }
}

export function addWarnings(
  { lines, kinds }: WarningTally,
  rowIndex: number,
  warnings: readonly RowWarning[],
): void {
  for (const { kind, column, reason, named = reason } of warnings) {
    addLine(lines, `Row ${rowIndex}: '${column}' ${named}.`)
    const shown = kinds.has(joinKey(column, named)) || kinds.size < namedKinds ? named : reason
    const first = () => ({ kind, column, reason: shown, rows: 0 })
    kinds.getOrInsertComputed(joinKey(column, shown), first).rows += 1
  }
}
