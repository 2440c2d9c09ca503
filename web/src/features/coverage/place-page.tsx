import { countOf, formatCount } from '@dashboard/contract/counts'
import type { CircuitDetails, CongregationDetails } from '@dashboard/contract/coverage'
import { correctionReasons, volunteerMarks } from '@dashboard/contract/volunteer-labels'
import { listVolunteers } from '@dashboard/contract/volunteers'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useIsSupported } from '../../api/missing-calls.ts'
import {
  circuitAddress,
  fillCartAddress,
  paths,
  placeOfAddress,
  volunteerAddress,
  volunteersAddress,
} from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PrintFacts } from '../automation-status/print-facts.tsx'
import { useOpenReport } from '../reports/report-downloads.ts'
import { FlagBadges, volunteerName } from '../volunteers/volunteer-parts.tsx'
import { AvailabilityCard } from './availability-card.tsx'
import { BoardSkeleton } from './board-skeleton.tsx'
import { CircuitReportsCard } from './circuit-reports-card.tsx'
import { useCircuit, useCongregation } from './coverage-queries.ts'
import { type PlaceFilters, reportTarget } from './covered-places.ts'
import { MonthFigures } from './month-figures.tsx'
import { PlaceList, useGeneration } from './place-list.tsx'
import { GenerateButton, ReportBadge, Share } from './place-row.tsx'

export function PlacePage() {
  const [location] = useLocation()
  const { circuit, congregation } = placeOfAddress(location)
  return congregation === undefined ? (
    <CircuitPage name={circuit} />
  ) : (
    <CongregationPage circuit={circuit} name={congregation} />
  )
}

/** Shows one circuit: its report, its congregations and when its volunteers can serve. */
function CircuitPage({ name }: { name: string }) {
  return (
    <Page
      title={`Circuit ${name}`}
      subtitle="Congregations, availability and reports"
      back={{ href: paths.dashboard, label: 'Back to Dashboard' }}
    >
      <Loaded query={useCircuit(name)} {...wordsOf('circuit')}>
        {({ circuit }) => <CircuitBoard circuit={circuit} />}
      </Loaded>
    </Page>
  )
}

function CircuitBoard({ circuit }: { circuit: CircuitDetails }) {
  const generation = useGeneration('congregation')
  const { congregationList, volunteers } = circuit
  const others = congregationList.reduce((left, place) => left - place.volunteers, volunteers)
  return (
    <PlaceBoard place={circuit} filters={{ circuit: circuit.circuit }}>
      <Card
        title="Congregations"
        description={
          others > 0
            ? `${countOf(others, 'volunteer')} of the circuit ${others === 1 ? 'has' : 'have'} no congregation.`
            : undefined
        }
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
    </PlaceBoard>
  )
}

/** Shows one congregation: its report, its people and when they can serve. */
function CongregationPage({ circuit, name }: { circuit: string; name: string }) {
  const query = useCongregation(circuit, name)
  return (
    <Page
      title={query.data?.congregation.congregation ?? name}
      subtitle={`Congregation of circuit ${circuit}`}
      back={{ href: circuitAddress(circuit), label: `Back to Circuit ${circuit}` }}
    >
      <Loaded query={query} {...wordsOf('congregation')}>
        {({ congregation: place }) => (
          <PlaceBoard
            place={place}
            filters={{ circuit: place.circuitName, congregation: place.target }}
          />
        )}
      </Loaded>
    </Page>
  )
}

interface PlaceBoardProps {
  place: CircuitDetails | CongregationDetails
  filters: PlaceFilters
  /** Shown below the figures. */
  children?: ReactNode
}

function PlaceBoard({ place, filters, children }: PlaceBoardProps) {
  return (
    <div className="@container flex animate-appear flex-col gap-4">
      <PrintFacts />
      <PlaceFigures place={place} />
      {children}
      <div className="grid items-start gap-4 @2xl:grid-cols-2">
        <AvailabilityCard availability={place.availability} filters={filters} />
        <PlacePeopleCard filters={filters} />
        <PlaceCartsCard carts={place.carts} filters={filters} />
        <CircuitReportsCard
          circuit={filters.circuit}
          congregation={'circuit' in place ? undefined : place.congregation}
        />
      </div>
    </div>
  )
}

/** Shows the figures of the board for one circuit or congregation, and its report. */
function PlaceFigures({ place }: Pick<PlaceBoardProps, 'place'>) {
  const kind = 'circuit' in place ? 'circuit' : 'congregation'
  const { inTheMaking, generate } = useGeneration(kind)
  const isInTheMaking = inTheMaking.has(reportTarget(place))
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
          <div className="@max-2xl:col-span-2">
            <dt>{kind === 'circuit' ? 'Circuit report' : 'Congregation report'}</dt>
            <dd className="mt-1 flex min-h-control flex-wrap items-center gap-x-2">
              <ReportBadge place={place} isInTheMaking={isInTheMaking} onOpen={open} />
              <GenerateButton place={place} isInTheMaking={isInTheMaking} onGenerate={generate} />
            </dd>
          </div>
        </dl>
        <MonthFigures months={place.months} availability={place.availability} />
      </Card>
    </section>
  )
}

/** Shows a number; with `whole`, also its share of it. */
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

/** Returns what is shown instead of a circuit or congregation. */
function wordsOf(noun: 'circuit' | 'congregation') {
  return {
    loading: <BoardSkeleton />,
    failed: `The ${noun} could not be loaded`,
    missing: (
      <EmptyState title={noun === 'circuit' ? 'Circuit not found' : 'Congregation not found'}>
        There is no {noun} of this name in the last import.
      </EmptyState>
    ),
    outdated: 'This page cannot be refreshed right now. It may be out of date.',
  }
}

const shownPeople = 5

/** Shows the first people of a place, and a link to all of them. */
function PlacePeopleCard({ filters }: { filters: PlaceFilters }) {
  const query = { ...filters, limit: String(shownPeople) }
  const people = useQuery(endpointQuery(listVolunteers, { query }))
  if (!useIsSupported(listVolunteers)) return null
  return (
    <Card title="People">
      <Loaded
        query={people}
        loading={<Skeleton className="h-40" />}
        failed="The people could not be loaded"
      >
        {({ total, volunteers }) =>
          total === 0 ? (
            <EmptyState title="No volunteers yet">
              The volunteers of the sheet appear here.
            </EmptyState>
          ) : (
            <>
              <ul aria-label="People">
                {volunteers.map((volunteer) => (
                  <li
                    key={volunteer.id}
                    className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b py-1 last:border-b-0"
                  >
                    <Link
                      href={volunteerAddress(volunteer.id)}
                      className="text-link min-h-control min-w-0 font-medium wrap-anywhere"
                    >
                      {volunteerName(volunteer)}
                    </Link>
                    <span className="flex flex-wrap gap-1">
                      <FlagBadges volunteer={volunteer} />
                    </span>
                  </li>
                ))}
              </ul>
              <Link
                href={volunteersAddress(filters)}
                className="text-link min-h-control self-start"
              >
                All {countOf(total, 'volunteer')}
              </Link>
              <PeopleToCorrect filters={filters} />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

/** Says how many people of a place have to be corrected, and why; leads to them. */
function PeopleToCorrect({ filters }: { filters: PlaceFilters }) {
  const toCorrect = { ...filters, mark: volunteerMarks }
  const query = { ...toCorrect, limit: '1', facets: 'true' } as const
  const { data } = useQuery(endpointQuery(listVolunteers, { query }))
  if (!data?.facets || data.total === 0) return null
  return (
    <Link href={volunteersAddress(toCorrect)} className="text-link min-h-control self-start">
      {formatCount(data.total)} to correct: {correctionReasons(data.total, data.facets.mark)}
    </Link>
  )
}

interface PlaceCartsCardProps {
  carts: CircuitDetails['carts']
  filters: PlaceFilters
}

/** Shows the cart locations of a place's volunteers; each links to the volunteers who serve there. */
function PlaceCartsCard({ carts, filters }: PlaceCartsCardProps) {
  return (
    <Card
      title="Cart locations"
      actions={
        <Link
          href={fillCartAddress({ circuit: filters.circuit })}
          className="text-link min-h-8 pointer-coarse:min-h-control"
        >
          Fill a cart
        </Link>
      }
    >
      {carts.length === 0 ? (
        <EmptyState title="No cart locations">Nobody here has a cart location.</EmptyState>
      ) : (
        <ul aria-label="Cart locations" className="max-h-80 overflow-y-auto short:max-h-none">
          {carts.map(({ name, volunteers }) => (
            <li key={name} className="border-b last:border-b-0">
              <Link
                href={volunteersAddress({ ...filters, location: name })}
                className="flex min-h-control flex-wrap items-center justify-between gap-x-3 py-1 hover:underline"
              >
                <span className="min-w-0 font-medium wrap-anywhere text-primary-text">{name}</span>
                <span className="text-muted">{countOf(volunteers, 'volunteer')}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
