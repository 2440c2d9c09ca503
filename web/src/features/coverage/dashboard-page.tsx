import type { CallList } from '@dashboard/contract/call-lists'
import { type CircuitCoverage, type Coverage, getCoverage } from '@dashboard/contract/coverage'
import { DatabaseZap, Inbox } from 'lucide-react'
import { Link } from 'wouter'
import { Loaded } from '../../api/loaded.tsx'
import { useIsSupported } from '../../api/missing-calls.ts'
import { syncPageName } from '../../format/installation.ts'
import { paths } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { circuitsText } from '../../session/user-words.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { FirstSteps } from '../automation-status/first-steps-card.tsx'
import { PrintFacts } from '../automation-status/print-facts.tsx'
import { SampleDataLine } from '../automation-status/sample-data-notice.tsx'
import { useCallLists } from '../call-lists/call-lists-queries.ts'
import { ShortListsCard } from '../call-lists/short-lists-card.tsx'
import { useImports } from '../imports/imports-queries.ts'
import { AvailabilityCard } from './availability-card.tsx'
import { BoardSkeleton } from './board-skeleton.tsx'
import { useCoverage } from './coverage-queries.ts'
import { circuitsToGenerate, generationText } from './covered-places.ts'
import { JobsCard } from './jobs-card.tsx'
import { KeyFigures } from './key-figures.tsx'
import { PlaceList, useGeneration } from './place-list.tsx'

export function DashboardPage() {
  const coverage = useCoverage()
  // The board waits for the last imports and the call lists: the link and the card that they add above the circuits
  // would push these down if they came later.
  const { isPending, failureCount } = useImports('true', undefined)
  const lists = useCallLists()
  const isWaiting =
    (isPending && failureCount === 0) || (lists.isPending && lists.failureCount === 0)
  return (
    <Page title="Dashboard" subtitle="Coverage at a glance">
      <PrintFacts />
      <FirstSteps />
      <SampleDataLine />
      <Loaded
        query={coverage}
        loading={<BoardSkeleton />}
        failed="The coverage board could not be loaded"
        outdated="The board cannot be refreshed right now. It may be out of date."
        isOffered={useIsSupported(getCoverage)}
      >
        {(data) =>
          isWaiting ? (
            <BoardSkeleton />
          ) : (
            <CoverageBoard coverage={data} callLists={lists.data?.callLists ?? []} />
          )
        }
      </Loaded>
    </Page>
  )
}

/** Shows how many volunteers and current reports the circuits have. */
function CoverageBoard({
  coverage,
  callLists,
}: {
  coverage: Coverage
  callLists: readonly CallList[]
}) {
  const { circuits, lastExport, lastImport, jobsByDay, availability } = coverage
  const hasData = circuits.length > 0
  return (
    <div className="@container flex animate-appear flex-col gap-4">
      {hasData ? (
        <>
          <KeyFigures circuits={circuits} lastExport={lastExport} lastImport={lastImport} />
          <ShortListsCard callLists={callLists} />
          <CircuitsCard circuits={circuits} />
        </>
      ) : (
        <NoDataYet isExported={lastExport !== null} />
      )}
      <div className="grid gap-4 @2xl:grid-cols-2">
        {hasData && <AvailabilityCard availability={availability} />}
        {(hasData || jobsByDay.length > 0) && <JobsCard jobsByDay={jobsByDay} />}
      </div>
    </div>
  )
}

/** Shows what to do first, before anything was imported. */
function NoDataYet({ isExported }: { isExported: boolean }) {
  const { circuits } = useSessionUser()
  if (circuits !== null) {
    return (
      <Card>
        <EmptyState icon={<Inbox />} title="None of your circuits is here">
          You look after {circuitsText(circuits)}. They come with the next import, or an
          administrator gives you others.
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card>
      <EmptyState
        icon={<DatabaseZap />}
        title={isExported ? 'Exported, but not imported yet' : 'Nothing here yet'}
        action={
          <Link href={paths.sync} className={buttonClass('primary')}>
            Go to {syncPageName}
          </Link>
        }
      >
        {isExported
          ? 'Run "Import to SMPW Dashboard" to see how your circuits are covered.'
          : 'Run a sync first. Then this board shows how your circuits are covered.'}
      </EmptyState>
    </Card>
  )
}

/** Shows each circuit: its volunteers, and whether its report is up to date. */
function CircuitsCard({ circuits }: { circuits: readonly CircuitCoverage[] }) {
  const generation = useGeneration('circuit')
  const { inTheMaking, generate } = generation
  const wanting = circuitsToGenerate(circuits, inTheMaking)
  return (
    <Card
      title="Circuits"
      // The text says why the button is gray when it is.
      description={generationText(circuits, inTheMaking)}
      actions={
        <Button
          variant="primary"
          className="max-md:my-1 md:-my-1.5"
          disabled={wanting.length === 0}
          onClick={() => generate(wanting)}
        >
          Generate outdated and missing
        </Button>
      }
    >
      <PlaceList noun="Circuit" places={circuits} generation={generation} />
    </Card>
  )
}
