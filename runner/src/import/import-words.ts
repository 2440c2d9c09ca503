import { type ChangeCounts, writtenCount } from './3-plan/count-changes.ts'
import type { SheetResult } from './4-apply/sheet-record.ts'

/** What an import tells of itself while it goes on and in the job's log. */

export function describeWriting(counts: ChangeCounts): string {
  return `Saving ${writtenCount(counts).toLocaleString('en-US')} new or changed volunteers`
}

export function describeCounts(
  { rowsRead, imported, skipped }: SheetResult,
  counts: ChangeCounts,
): string {
  const parts = [
    [rowsRead, 'rows read'],
    [imported, 'imported'],
    [writtenCount(counts), `changed (${counts.new.toLocaleString('en-US')} new)`],
    [counts.left, 'removed'],
    [skipped.count, 'skipped'],
  ] as const
  const listed = parts.map(([count, what]) => `${count.toLocaleString('en-US')} ${what}`)
  return `Import finished: ${listed.join(', ')}.`
}
