import { countOf } from '@dashboard/contract/counts'
import type { CircuitDetails } from '@dashboard/contract/coverage'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { AvailabilityCard } from './availability-card.tsx'
import { CircuitReportsCard } from './circuit-reports-card.tsx'
import { useCircuit } from './coverage-queries.ts'
import { PlaceCartsCard } from './place-carts-card.tsx'
import { PlaceFigures } from './place-figures.tsx'
import { PlaceList, useGeneration } from './place-list.tsx'
import { PlaceLoading } from './place-loading.tsx'
import { PlacePeopleCard } from './place-people-card.tsx'

/** One circuit: its report, its congregations and when its volunteers can serve. */
export function CircuitPage({ name }: { name: string }) {
  const query = useCircuit(name)
  return (
    <Page
      title={`Circuit ${name}`}
      subtitle="Congregations, availability and reports"
      back={{ href: paths.dashboard, label: 'Back to Dashboard' }}
    >
      <PlaceLoading noun="circuit" query={query}>
        {query.data && <CircuitBoard circuit={query.data.circuit} />}
      </PlaceLoading>
    </Page>
  )
}

function CircuitBoard({ circuit }: { circuit: CircuitDetails }) {
  const generation = useGeneration('congregation')
  const { congregationList, volunteers } = circuit
  const filters = { circuit: circuit.circuit }
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
          <PlaceList
            noun="Congregation"
            places={congregationList}
            circuit={circuit.circuit}
            generation={generation}
          />
        )}
      </Card>
      <div className="grid items-start gap-4 @2xl:grid-cols-2">
        <AvailabilityCard availability={circuit.availability} filters={filters} />
        <PlacePeopleCard filters={filters} />
        <PlaceCartsCard carts={circuit.carts} filters={filters} circuit={circuit.circuit} />
        <CircuitReportsCard circuit={circuit.circuit} />
      </div>
    </div>
  )
}

function CircuitFigures({ circuit }: { circuit: CircuitDetails }) {
  const { inTheMaking, generateOne } = useGeneration('circuit')
  return (
    <PlaceFigures
      place={circuit}
      reportLabel="Circuit report"
      isInTheMaking={inTheMaking.has(circuit.circuit)}
      onGenerate={generateOne}
    />
  )
}
