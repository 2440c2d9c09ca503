import type { CircuitCoverage, ReportState } from '@dashboard/contract/coverage'
import { Button } from '../../ui/button.tsx'
import { type State, StateBadge } from '../../ui/state-badge.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { share } from './circuit-coverage.ts'

const reportStates: Record<ReportState, { state: State; word: string }> = {
  current: { state: 'success', word: 'Current' },
  stale: { state: 'waiting', word: 'Before last import' },
  missing: { state: 'neutral', word: 'Missing' },
}

/** What a row of the table and a card are drawn from; both are memoized, since a poll changes few of many. */
export interface CircuitRow {
  coverage: CircuitCoverage
  /** Its report is queued or being made. */
  isInTheMaking: boolean
  onGenerate: (circuit: string) => void
}

export function ReportBadge({ coverage, isInTheMaking }: Omit<CircuitRow, 'onGenerate'>) {
  if (isInTheMaking && coverage.report !== 'current') {
    return <StateBadge state="running">Generating</StateBadge>
  }
  const { state, word } = reportStates[coverage.report]
  return <StateBadge state={state}>{word}</StateBadge>
}

export function GenerateButton({ coverage, isInTheMaking, onGenerate }: CircuitRow) {
  if (coverage.report === 'current') return null
  return (
    <Button
      variant="quiet"
      className="shrink-0"
      disabled={isInTheMaking}
      onClick={() => onGenerate(coverage.circuit)}
    >
      Generate
      <VisuallyHidden> the report of {coverage.circuit}</VisuallyHidden>
    </Button>
  )
}

/** A share of the volunteers: the number, and a bar for the eye. */
export function Share({ part, whole }: { part: number; whole: number }) {
  const percent = share(part, whole)
  if (percent === undefined) return <span className="text-muted">None</span>
  return (
    <span className="inline-flex items-center gap-1">
      <span aria-hidden className="h-1.5 w-10 overflow-hidden rounded-full bg-neutral/25">
        <span className="block h-full bg-control" style={{ width: `${percent}%` }} />
      </span>
      <span className="w-11 text-right whitespace-nowrap">{percent}%</span>
    </span>
  )
}
