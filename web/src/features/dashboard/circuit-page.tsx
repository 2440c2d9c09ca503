import type { CircuitDetails } from '@dashboard/contract/coverage'
import { useLocation } from 'wouter'
import { ApiError, errorMessage } from '../../api/api-error.ts'
import { countOf, formatCount } from '../../format/count.ts'
import { circuitOfAddress, paths } from '../../paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { useOpenReport } from '../reports/report-downloads.ts'
import { AvailabilityCard } from './availability-card.tsx'
import { BoardSkeleton } from './board-skeleton.tsx'
import { CircuitReportsCard } from './circuit-reports-card.tsx'
import { useCircuit } from './coverage-queries.ts'
import { PlaceList, useGeneration } from './place-list.tsx'
import { GenerateButton, ReportBadge, Share } from './place-row.tsx'

/** One circuit: its report, its congregations and when its volunteers can serve. */
export function CircuitPage() {
  const [location] = useLocation()
  const name = circuitOfAddress(location)
  const { data, error, isPending, refetch } = useCircuit(name)
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <Page
      title={`Circuit ${name}`}
      subtitle="Congregations, availability and reports"
      back={{ href: paths.dashboard, label: 'Back to Dashboard' }}
    >
      {isPending && <BoardSkeleton />}
      {isUnknown && (
        <EmptyState title="Circuit not found">
          There is no circuit of this name in the last import.
        </EmptyState>
      )}
      {error && !isUnknown && !data && (
        <ErrorState title="The circuit could not be loaded" onRetry={() => void refetch()}>
          {errorMessage(error, 'Check the connection and try again.')}
        </ErrorState>
      )}
      {error && !isUnknown && data && (
        <Alert tone="warning">
          This page cannot be refreshed right now. It may be out of date.
        </Alert>
      )}
      {data && !isUnknown && <CircuitBoard circuit={data.circuit} />}
    </Page>
  )
}

function CircuitBoard({ circuit }: { circuit: CircuitDetails }) {
  const generation = useGeneration('congregation')
  const { congregationList, volunteers } = circuit
  const listed = congregationList.reduce((sum, place) => sum + place.volunteers, 0)
  return (
    <div className="@container flex animate-appear flex-col gap-4">
      <CircuitFigures circuit={circuit} />
      <Card
        title="Congregations"
        {...(volunteers > listed && {
          description: `${countOf(volunteers - listed, 'volunteer')} of the circuit ${volunteers - listed === 1 ? 'has' : 'have'} no congregation.`,
        })}
      >
        {congregationList.length === 0 ? (
          <EmptyState title="No congregations yet">
            The congregations of the spreadsheet appear here.
          </EmptyState>
        ) : (
          <PlaceList noun="Congregation" places={congregationList} generation={generation} />
        )}
      </Card>
      <div className="grid items-start gap-4 @2xl:grid-cols-2">
        <AvailabilityCard availability={circuit.availability} />
        <CircuitReportsCard circuit={circuit.circuit} />
      </div>
    </div>
  )
}

function CircuitFigures({ circuit }: { circuit: CircuitDetails }) {
  const { inTheMaking, generateOne } = useGeneration('circuit')
  const { open } = useOpenReport()
  const { volunteers, trained, available } = circuit
  const isInTheMaking = inTheMaking.has(circuit.circuit)
  return (
    <section aria-label="Key figures">
      <Card className="@container">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-5 @2xl:grid-cols-[repeat(4,1fr)_1.6fr] [&_dt]:text-muted">
          <div>
            <dt>Congregations</dt>
            <dd className="mt-1 text-2xl font-semibold">{formatCount(circuit.congregations)}</dd>
          </div>
          <div>
            <dt>Volunteers</dt>
            <dd className="mt-1 text-2xl font-semibold">{formatCount(volunteers)}</dd>
          </div>
          <div>
            <dt>Trained</dt>
            <dd className="mt-1 text-2xl font-semibold">{formatCount(trained)}</dd>
            <dd className="mt-1">
              <Share part={trained} whole={volunteers} />
            </dd>
          </div>
          <div>
            <dt>Available</dt>
            <dd className="mt-1 text-2xl font-semibold">{formatCount(available)}</dd>
            <dd className="mt-1">
              <Share part={available} whole={volunteers} />
            </dd>
          </div>
          <div className="max-@2xl:col-span-2">
            <dt>Circuit report</dt>
            <dd className="mt-1 flex min-h-control flex-wrap items-center gap-x-2">
              <ReportBadge place={circuit} isInTheMaking={isInTheMaking} onOpen={open} />
              <GenerateButton
                place={circuit}
                isInTheMaking={isInTheMaking}
                onGenerate={generateOne}
              />
            </dd>
          </div>
        </dl>
      </Card>
    </section>
  )
}
