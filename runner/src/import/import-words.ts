import { formatCount } from '@dashboard/contract/counts'
import { type ChangeCounts, writtenCount } from './planning/count-changes.ts'
import type { SheetResult } from './planning/import-planner.ts'

export function describeWriting(counts: ChangeCounts): string {
  return `Saving ${formatCount(writtenCount(counts))} new or changed volunteers`
}

export function describeCounts(
  { rowsRead, imported, skipped }: SheetResult,
  counts: ChangeCounts,
): string {
  return `Import finished: ${listCounts([
    [rowsRead, 'rows read'],
    [imported, 'imported'],
    [writtenCount(counts), `changed (${formatCount(counts.new)} new)`],
    [counts.left, 'removed'],
    [skipped.count, 'skipped'],
  ])}.`
}

export function describePlan(
  { rowsRead, skipped }: Pick<SheetResult, 'rowsRead' | 'skipped'>,
  counts: ChangeCounts,
): string {
  return `Review finished, nothing was changed: ${listCounts([
    [rowsRead, 'rows read'],
    [counts.new, 'new'],
    [counts.moved, 'moved'],
    [counts.changed, 'changed'],
    [counts.left, 'would leave'],
    [counts.unchanged, 'as they were'],
    [skipped.count, 'skipped'],
  ])}.`
}

function listCounts(parts: readonly (readonly [count: number, what: string])[]): string {
  return parts.map(([count, what]) => `${formatCount(count)} ${what}`).join(', ')
}
