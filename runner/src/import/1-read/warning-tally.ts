import type { ImportWarning } from '@dashboard/contract/imports'
import { joinKey } from '@dashboard/store/volunteers/person-key'
import type { RowWarning } from './column-readers.ts'
import { addLine, emptyTally, type LineTally } from './line-tally.ts'

/** The oddities of the rows that are imported: lines for the log, and how many rows have each. */
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
  for (const { kind, column, reason } of warnings) {
    addLine(lines, `Row ${rowIndex}: '${column}' ${reason}.`)
    const key = joinKey(kind, column)
    const known = kinds.get(key)
    if (known) known.rows += 1
    else kinds.set(key, { kind, column, reason, rows: 1 })
  }
}
