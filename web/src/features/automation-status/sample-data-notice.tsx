import type { ReactNode } from 'react'
import { outsideSystem } from '../../format/installation.ts'
import { OperatorDetails } from '../../session/operator-details.tsx'
import { useSessionUser } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { classNames } from '../../ui/class-names.ts'
import { partOf, useOnDemand } from '../../ui/on-demand.ts'
import { useAutomationStatus } from './automation-status-queries.ts'
import { areStepsOffered } from './first-steps-kept.ts'

/** Loaded in new installations only. */
const firstStepsCard = partOf(async () => (await import('./first-steps-card.tsx')).FirstStepsCard)

const howTo = `Set LOCUST_URL to the address that ${outsideSystem} exports volunteers from, and LOCUST_TOKEN, or LOCUST_USERNAME and LOCUST_PASSWORD, to its credentials. Start the server again, then run a sync. Without ${outsideSystem}, put your own rows into the spreadsheet and run the import alone.`

/**
 * Shows above a page's content that the volunteers are invented, and how to import real ones
 * (docs/behavior.md#sample-data); in a new installation, also the first steps. The content waits for both, two seconds
 * at most, so that nothing is pushed down.
 */
export function SampleDataNotice({ children }: { children: ReactNode }) {
  const { data, isPending } = useAutomationStatus()
  const isAdmin = useSessionUser().role === 'admin'
  const isNew = data !== undefined && isAdmin && areStepsOffered(data)
  const FirstStepsCard = useOnDemand(firstStepsCard, isNew)
  const isHeld = isPending || (isNew && FirstStepsCard === undefined)
  return (
    <>
      {isNew && FirstStepsCard && <FirstStepsCard status={data} />}
      {data?.isSampleData && <Notice />}
      <div className={classNames('flex min-w-0 flex-col gap-4', isHeld && 'animate-held')}>
        {children}
      </div>
    </>
  )
}

function Notice() {
  const isAdmin = useSessionUser().role === 'admin'
  return (
    <Alert tone="info" title="Sample data">
      <p>
        These volunteers are invented, for trying things out.{' '}
        {isAdmin
          ? `Connect ${outsideSystem} to work with your own.`
          : `An administrator can connect ${outsideSystem} to bring in your own.`}
      </p>
      <OperatorDetails summary="How to use your own data" details={howTo} />
    </Alert>
  )
}
