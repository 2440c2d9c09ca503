import type { Coverage } from '@dashboard/contract/coverage'
import { AvailabilityCard } from './availability-card.tsx'
import { CircuitsCard } from './circuits-card.tsx'
import { JobsCard } from './jobs-card.tsx'
import { KeyFigures } from './key-figures.tsx'
import { NoDataYet } from './no-data-yet.tsx'

/** How well circuits are covered with volunteers and reports. */
export function CoverageBoard({ coverage }: { coverage: Coverage }) {
  const { circuits, lastExport, lastImport, jobsByDay, availability } = coverage
  const hasData = circuits.length > 0
  return (
    <div className="@container flex animate-appear flex-col gap-4">
      {hasData ? (
        <>
          <KeyFigures circuits={circuits} lastExport={lastExport} lastImport={lastImport} />
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
