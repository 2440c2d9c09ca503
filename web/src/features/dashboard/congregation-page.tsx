import type { CongregationDetails } from '@dashboard/contract/coverage'
import { circuitAddress } from '../../paths.ts'
import { Page } from '../../ui/page.tsx'
import { AvailabilityCard } from './availability-card.tsx'
import { CircuitReportsCard } from './circuit-reports-card.tsx'
import { useCongregation } from './coverage-queries.ts'
import { PlaceCartsCard } from './place-carts-card.tsx'
import { PlaceFigures } from './place-figures.tsx'
import { useGeneration } from './place-list.tsx'
import { PlaceLoading } from './place-loading.tsx'
import { PlacePeopleCard } from './place-people-card.tsx'

/** One congregation: its report, its people and when they can serve. */
export function CongregationPage({ circuit, name }: { circuit: string; name: string }) {
  const query = useCongregation(circuit, name)
  return (
    <Page
      title={query.data?.congregation.congregation ?? name}
      subtitle={`Congregation of circuit ${circuit}`}
      back={{ href: circuitAddress(circuit), label: `Back to Circuit ${circuit}` }}
    >
      <PlaceLoading noun="congregation" query={query}>
        {query.data && <CongregationBoard place={query.data.congregation} />}
      </PlaceLoading>
    </Page>
  )
}

function CongregationBoard({ place }: { place: CongregationDetails }) {
  const { inTheMaking, generateOne } = useGeneration('congregation')
  const filters = { circuit: place.circuitName, congregation: place.target }
  return (
    <div className="@container flex animate-appear flex-col gap-4">
      <PlaceFigures
        place={place}
        reportLabel="Congregation report"
        isInTheMaking={inTheMaking.has(place.target)}
        onGenerate={generateOne}
      />
      <div className="grid items-start gap-4 @2xl:grid-cols-2">
        <AvailabilityCard availability={place.availability} filters={filters} />
        <PlacePeopleCard filters={filters} />
        <PlaceCartsCard carts={place.carts} filters={filters} circuit={place.circuitName} />
        <CircuitReportsCard circuit={place.circuitName} congregation={place.congregation} />
      </div>
    </div>
  )
}
