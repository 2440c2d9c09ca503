import { countOf, formatCount } from '@dashboard/contract/counts'
import { type ChangeCounts, writtenCount } from './planning/count-changes.ts'
import type { SheetResult } from './planning/import-planner.ts'

export function describeWriting(counts: ChangeCounts): string {
  return `Saving ${countOf(writtenCount(counts), 'new or changed volunteer')}`
}

export function describeCounts(
  { rowsRead, imported, skipped }: SheetResult,
  counts: ChangeCounts,
): string {
  const rows = `${countOf(rowsRead, 'row')} read, ${formatCount(imported)} imported, ${formatCount(skipped.count)} skipped`
  const changed = `${countOf(writtenCount(counts), 'volunteer')} changed (${formatCount(counts.new)} new)`
  return `Import finished: ${rows}; ${changed}, ${formatCount(counts.left)} removed.`
}

export function describePlan(
  { rowsRead, skipped }: Pick<SheetResult, 'rowsRead' | 'skipped'>,
  counts: ChangeCounts,
): string {
  const parts: [count: number, what: string][] = [
    [counts.new, 'new'],
    [counts.moved, 'moved'],
    [counts.changed, 'changed'],
    [counts.unchanged, 'as they were'],
    [skipped.count, 'skipped'],
  ]
  const found = parts.map(([count, what]) => `${formatCount(count)} ${what}`).join(', ')
  const leaving = `${countOf(counts.left, 'other volunteer')} would leave`
  return `Review finished, nothing was changed: ${countOf(rowsRead, 'row')} read (${found}); ${leaving}.`
}
