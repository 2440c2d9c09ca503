import { formatCount } from '@dashboard/contract/counts'
import { Card } from '../../ui/card.tsx'
import { useOpenReport } from '../reports/report-downloads.ts'
import type { CoveredPlace } from './covered-places.ts'
import { GenerateButton, ReportBadge, Share } from './place-row.tsx'

interface PlaceFiguresProps {
  place: CoveredPlace
  reportLabel: string
  isInTheMaking: boolean
  onGenerate: (target: string) => void
}

/** The figures of the board for one circuit or congregation, and its report. */
export function PlaceFigures({ place, reportLabel, ...generation }: PlaceFiguresProps) {
  const { open } = useOpenReport()
  const { volunteers, trained, available } = place
  return (
    <section aria-label="Key figures">
      <Card className="@container">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-5 @2xl:grid-cols-[repeat(4,1fr)_1.6fr] [&_dt]:text-muted">
          {'circuit' in place && <Figure label="Congregations" count={place.congregations} />}
          <Figure label="Volunteers" count={volunteers} />
          <Figure label="Trained" count={trained} whole={volunteers} />
          <Figure label="Available" count={available} whole={volunteers} />
          <div className="max-@2xl:col-span-2">
            <dt>{reportLabel}</dt>
            <dd className="mt-1 flex min-h-control flex-wrap items-center gap-x-2">
              <ReportBadge place={place} isInTheMaking={generation.isInTheMaking} onOpen={open} />
              <GenerateButton place={place} {...generation} />
            </dd>
          </div>
        </dl>
      </Card>
    </section>
  )
}

/** A number; with `whole`, also its share of it. */
function Figure({ label, count, whole }: { label: string; count: number; whole?: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="mt-1 text-2xl font-semibold">{formatCount(count)}</dd>
      {whole !== undefined && (
        <dd className="mt-1">
          <Share part={count} whole={whole} />
        </dd>
      )}
    </div>
  )
}
