import { formatCount } from '@dashboard/contract/counts'
import type { CircuitCoverage } from '@dashboard/contract/coverage'
import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ChangedSinceLink } from '../imports/import-links.tsx'
import { reportsText, share, totalsOf } from './covered-places.ts'

interface KeyFiguresProps {
  circuits: readonly CircuitCoverage[]
  lastExport: string | null
  lastImport: string | null
}

export function KeyFigures({ circuits, lastExport, lastImport }: KeyFiguresProps) {
  const totals = totalsOf(circuits)
  return (
    <section aria-label="Key figures">
      <Card className="@container">
        <div className="grid grid-cols-2 gap-x-4 gap-y-5 @2xl:grid-cols-3 @4xl:grid-cols-[1fr_1.4fr_1fr_1fr_1.1fr_0.9fr]">
          <dl className="contents">
            <Figure name="Circuits" value={formatCount(totals.circuits)}>
              {formatCount(totals.congregations)} congregations
            </Figure>
            <Figure name="Volunteers" value={formatCount(totals.volunteers)}>
              {perCongregation(totals)}
            </Figure>
            <Figure name="Trained" value={percent(totals.trained, totals.volunteers)}>
              {formatCount(totals.trained)} volunteers
            </Figure>
            <Figure name="Available" value={percent(totals.available, totals.volunteers)}>
              {formatCount(totals.available)} volunteers
            </Figure>
            <Figure
              name="Current reports"
              value={
                <>
                  {formatCount(totals.reports.current)}
                  <span className="text-base font-normal text-muted">
                    {' '}
                    of {formatCount(circuits.length)}
                  </span>
                </>
              }
            >
              {reportsText(totals.reports)}
            </Figure>
          </dl>
          <dl className="flex flex-col justify-between gap-2">
            <Timestamp name="Last Import" at={lastImport} />
            <Timestamp name="Last Export" at={lastExport} />
          </dl>
        </div>
        <p className="empty:hidden">
          <ChangedSinceLink />
        </p>
      </Card>
    </section>
  )
}

function percent(part: number, whole: number): string {
  const value = share(part, whole)
  return value === undefined ? 'None' : `${value}%`
}

function perCongregation({ volunteers, congregations }: ReturnType<typeof totalsOf>): string {
  if (congregations === 0) return 'no congregations'
  return `about ${formatCount(Math.round(volunteers / congregations))} per congregation`
}

interface FigureProps {
  name: string
  value: ReactNode
  children: ReactNode
}

function Figure({ name, value, children }: FigureProps) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="mt-1 text-2xl font-semibold">{value}</dd>
      <dd className="mt-1 text-xs text-muted">{children}</dd>
    </div>
  )
}

interface TimestampProps {
  name: string
  at: string | null
}

function Timestamp({ name, at }: TimestampProps) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium">{at === null ? 'Never run' : <RelativeTime at={at} />}</dd>
    </div>
  )
}
