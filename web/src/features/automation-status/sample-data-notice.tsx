import { ArrowRight, Info, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { outsideSystem } from '../../format/installation.ts'
import { paths } from '../../paths.ts'
import { ifStorable } from '../../session/browser-storage.ts'
import { OperatorDetails } from '../../session/operator-details.tsx'
import { useSessionUser } from '../../session/session-context.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useAutomationStatus } from './automation-status-queries.ts'
import { openSteps, saveFirstSteps } from './first-steps.ts'
import { useAreStepsOffered, useFirstSteps } from './first-steps-queries.ts'

/** Shows the notices of a new installation, a line each, above a page of the specification. */
export function PageNotices() {
  const areStepsOffered = useAreStepsOffered()
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {areStepsOffered && <FirstStepsLine />}
      <SampleDataLine />
    </div>
  )
}

const lineClass = 'flex min-h-11 grow items-center gap-2.5 rounded-control'

/** Says how many first steps are done, and links to the first report once there is data for it. */
function FirstStepsLine() {
  const [location] = useLocation()
  const steps = useFirstSteps()
  const done = steps?.filter(({ isDone }) => isDone).length
  const report = openSteps(steps ?? []).find(({ href }) => href === paths.reports)
  const isComplete = steps !== undefined && done === steps.length
  useEffect(() => saveFirstSteps(isComplete ? 'away' : 'open'), [isComplete])
  if (isComplete) return null
  return (
    <div className={`${lineClass} bg-primary-soft font-medium text-on-primary-soft print:hidden`}>
      <Link
        href={paths.dashboard}
        className="flex min-h-11 grow items-center gap-2.5 rounded-control px-3.5 hover:underline"
      >
        First steps{steps && `: ${done} of ${steps.length} done`}
        <ArrowRight className="size-4 shrink-0" />
      </Link>
      {report && location !== paths.reports && (
        <Link
          href={paths.reports}
          className="flex min-h-11 items-center rounded-control px-3.5 underline underline-offset-2"
        >
          {report.label}
        </Link>
      )}
    </div>
  )
}

const howTo = `Set LOCUST_URL to the address that ${outsideSystem} exports volunteers from, and LOCUST_TOKEN, or LOCUST_USERNAME and LOCUST_PASSWORD, to its credentials. Start the server again, then run a sync. Without ${outsideSystem}, put your own rows into the spreadsheet and run the import alone.`

/**
 * Shows in one line that the volunteers are invented, and, expanded, how to import real ones
 * (docs/imports.md#the-guard). Until the server has answered, the room of the line stays free, unless this browser
 * knows better.
 */
export function SampleDataLine() {
  const { data, isPending } = useAutomationStatus()
  const isAdmin = useSessionUser().role === 'admin'
  const [expected, setExpected] = useState(sampleDataToExpect)
  const isSampleData = data?.isSampleData
  useEffect(() => {
    if (isSampleData !== undefined && expected !== 'dismissed') {
      saveSampleData(isSampleData ? 'yes' : 'no')
    }
  }, [isSampleData, expected])
  if (expected === 'dismissed') return null
  if (isPending) return expected === 'yes' && <div className={lineClass} />
  if (!isSampleData) return null
  const dismiss = () => {
    saveSampleData('dismissed')
    setExpected('dismissed')
  }
  return (
    <aside
      aria-label="Sample data"
      className={`${lineClass} items-start bg-running-soft pl-3.5 text-running-text`}
    >
      <Info className="mt-3.5 size-4 shrink-0" />
      <details className="min-w-0 grow">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center rounded-control font-medium underline underline-offset-2">
          These volunteers are invented
        </summary>
        <div className="pb-3 wrap-anywhere">
          <p>
            Sample data, for trying things out.{' '}
            {isAdmin
              ? `Connect ${outsideSystem} to work with your own, or upload a sheet of them.`
              : `An administrator can connect ${outsideSystem} to import your own.`}
          </p>
          <OperatorDetails summary={`How to connect ${outsideSystem}`} details={howTo} />
        </div>
      </details>
      <IconButton label="Dismiss for today" icon={<X />} onClick={dismiss} className="min-h-11" />
    </aside>
  )
}

/** What this browser has last seen of sample data, or the day on which the notice of it was dismissed. */
const storageKey = 'sample_data'

type Expected = 'yes' | 'no' | 'dismissed'

function saveSampleData(state: Expected): void {
  ifStorable(() => localStorage.setItem(storageKey, state === 'dismissed' ? today() : state))
}

/** Returns whether the notice will probably be shown; a browser that has seen nothing expects it. */
function sampleDataToExpect(): Expected {
  const stored = ifStorable(() => localStorage.getItem(storageKey))
  if (stored === today()) return 'dismissed'
  return stored === 'no' ? 'no' : 'yes'
}

function today(): string {
  return new Date().toDateString()
}
