import { type CircuitRowsProps, GenerateButton, ReportBadge, Share } from './circuit-rows.tsx'

/** The circuits where a table has no room: one card each. */
export function CircuitList({ circuits, inTheMaking, onGenerate }: CircuitRowsProps) {
  return (
    <ul className="grid gap-2 grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))]">
      {circuits.map((coverage) => {
        const { circuit, congregations, volunteers, trained, available } = coverage
        const isInTheMaking = inTheMaking.has(circuit)
        return (
          <li
            key={circuit}
            className="flex flex-col gap-1.5 rounded-control border bg-background p-3"
          >
            <div className="flex min-h-control flex-wrap items-center justify-between gap-x-2">
              <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
                <h3 className="font-medium wrap-anywhere">{circuit}</h3>
                <ReportBadge coverage={coverage} isInTheMaking={isInTheMaking} />
              </div>
              <span className="-mr-3 ml-auto">
                <GenerateButton
                  coverage={coverage}
                  isInTheMaking={isInTheMaking}
                  onGenerate={() => onGenerate(circuit)}
                />
              </span>
            </div>
            <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 [&_dd]:text-right [&_dt]:text-muted">
              <dt>Congregations</dt>
              <dd>{congregations.toLocaleString('en-US')}</dd>
              <dt>Volunteers</dt>
              <dd>{volunteers.toLocaleString('en-US')}</dd>
              <dt>Trained</dt>
              <dd>
                <Share part={trained} whole={volunteers} />
              </dd>
              <dt>Available</dt>
              <dd>
                <Share part={available} whole={volunteers} />
              </dd>
            </dl>
          </li>
        )
      })}
    </ul>
  )
}
