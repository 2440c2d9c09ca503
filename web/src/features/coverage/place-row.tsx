import type { ReportState } from '@dashboard/contract/coverage'
import { ExternalLink } from 'lucide-react'
import { Link } from 'wouter'
import { circuitAddress, congregationAddress } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { type State, StateBadge } from '../../ui/state-badge.tsx'
import { type CoveredPlace, placeName, reportTarget, share } from './covered-places.ts'

const reportStates: Record<ReportState, { state: State; word: string }> = {
  current: { state: 'success', word: 'Current' },
  stale: { state: 'waiting', word: 'Out of date' },
  missing: { state: 'neutral', word: 'Missing' },
}

export interface PlaceRow {
  place: CoveredPlace
  circuit?: string | undefined
  /** Its report is queued or being made. */
  isInTheMaking: boolean
  onGenerate: (targets: readonly string[]) => void
  onOpen: (report: { id: string; filename: string }) => void
}

/** Shows the name, which links to the page of the circuit or congregation. */
export function PlaceName({ place, circuit = '' }: Pick<PlaceRow, 'place' | 'circuit'>) {
  const address =
    'circuit' in place
      ? circuitAddress(place.circuit)
      : congregationAddress(circuit, place.congregation)
  return (
    <Link
      href={address}
      className="text-link min-h-8 pointer-coarse:min-h-control pointer-coarse:min-w-control"
    >
      {placeName(place)}
    </Link>
  )
}

/** Shows the state of the report; if there is one, a click opens it. */
export function ReportBadge({
  place,
  isInTheMaking,
  onOpen,
}: Pick<PlaceRow, 'place' | 'isInTheMaking' | 'onOpen'>) {
  if (isInTheMaking && place.report !== 'current') {
    return <StateBadge state="running">Generating</StateBadge>
  }
  const { state, word } = reportStates[place.report] ?? { state: 'neutral', word: place.report }
  const { newestReport } = place
  const badge = <StateBadge state={state}>{word}</StateBadge>
  if (newestReport === null) return badge
  return (
    <button
      type="button"
      onClick={() => onOpen(newestReport)}
      className="group/open inline-flex min-h-8 items-center gap-1 rounded-control pointer-coarse:min-h-control"
    >
      {badge}
      <ExternalLink className="print:hidden size-3.5 text-muted group-hover/open:text-text" />
      <span className="sr-only"> report of {placeName(place)} (open the PDF in a new tab)</span>
    </button>
  )
}

/** Shows the button that makes a report; it stays in place, and retains the focus, while the report is made. */
export function GenerateButton({ place, isInTheMaking, onGenerate }: Omit<PlaceRow, 'onOpen'>) {
  if (place.report === 'current') return null
  return (
    <Button
      variant="quiet"
      className="shrink-0"
      loading={isInTheMaking}
      onClick={() => onGenerate([reportTarget(place)])}
    >
      Generate
      <span className="sr-only">
        {' '}
        the report of {placeName(place)}
        {isInTheMaking && ', which is being made'}
      </span>
    </Button>
  )
}

/** Shows a share of the volunteers: the number, and a bar. */
export function Share({ part, whole }: { part: number; whole: number }) {
  const percent = share(part, whole)
  if (percent === undefined) return <span className="text-muted">None</span>
  return (
    <span className="inline-flex items-center gap-1">
      <span
        aria-hidden
        className="h-1.5 w-10 print-color-exact overflow-hidden rounded-full bg-neutral/25"
      >
        <span className="block h-full bg-accent-mark" style={{ width: `${percent}%` }} />
      </span>
      <span className="w-11 text-right whitespace-nowrap">{percent}%</span>
    </span>
  )
}
