import type { AutomationStatus, SyncEnd } from '@dashboard/contract/automation'
import { listImports } from '@dashboard/contract/imports'
import { jobEnd } from '@dashboard/contract/jobs'
import { useQueryClient } from '@tanstack/react-query'
import { ListChecks, Play } from 'lucide-react'
import { useId, useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { pathKey } from '../../api/endpoint-query.ts'
import { useIsSupported } from '../../api/missing-calls.ts'
import { outsideSystem } from '../../format/installation.ts'
import { formatInstant } from '../../format/time.ts'
import { OperatorDetails } from '../../session/operator-details.tsx'
import { useSessionUser } from '../../session/session-context.tsx'
import { circuitsText } from '../../session/user-words.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StateDot } from '../../ui/state-badge.tsx'
import { useAutomationStatus } from '../automation-status/automation-status-queries.ts'
import { StoppedLink } from '../imports/import-links.tsx'
import { NewestReview } from '../imports/newest-review.tsx'
import { noAnswerText } from '../jobs/job-words.ts'
import { refreshJobs, useJobs } from '../jobs/jobs-queries.ts'
import { LastSync } from './last-sync.tsx'
import { useRunSync } from './sync-queries.ts'
import { chooseReview, chooseSync, currentSync, type Ticked } from './sync-run.ts'
import { SyncSteps } from './sync-steps.tsx'
import { syncStanding } from './sync-words.ts'

/**
 * Shows how current the data is, the button that runs a sync, and what the sync does or did. Parts that come and go are
 * below the button, so that the button does not move.
 */
export function SyncCard() {
  const [ticked, setTicked] = useState({ export: true, import: true })
  const run = useRunSync()
  const { circuits } = useSessionUser()
  const jobs = useJobs()
  const status = useAutomationStatus()
  // Includes a sync that somebody else has started.
  const steps = currentSync(jobs.data?.jobs ?? [])
  const isBusy = run.isPending || steps.length > 0
  const freshStatus = useFreshStatus(status, steps.length > 0)
  const syncState = syncStanding({
    isBusy,
    isKnown: jobs.isSuccess && status.isSuccess,
    hasFailed: jobs.isError,
  })
  const kind = chooseSync(ticked)
  const hasReviews = useIsSupported(listImports)
  const review = hasReviews ? chooseReview(ticked) : undefined
  return (
    <Card className="gap-6">
      <p className="flex items-center gap-2.5 text-base font-medium">
        <StateDot state={syncState.state} pulsing={isBusy} />
        {syncState.text}
      </p>
      <SyncTimes status={status.data} hasFailed={status.isError} />
      {circuits === null ? (
        <SyncStart
          ticked={ticked}
          onTick={setTicked}
          isBusy={isBusy}
          onRun={kind && (() => run.mutate(kind))}
          onReview={review && (() => run.mutate(review))}
        />
      ) : (
        <p className="border-t pt-5 text-muted">
          You look after {circuitsText(circuits)}. A sync changes all circuits, so it is run by
          colleagues who look after all of them. What it changed in yours is in the history below.
        </p>
      )}
      <SyncTrouble
        jobsError={jobs.error}
        statusError={status.error}
        status={isBusy ? undefined : freshStatus}
      />
      {!isBusy && circuits === null && <NewestReview />}
      {steps.length > 0 && <SyncSteps jobs={steps} />}
      {!isBusy && freshStatus && <LastSync status={freshStatus} />}
    </Card>
  )
}

/**
 * Returns the status as soon as it is about the sync that was running. Until the next answer, which is requested when
 * its jobs end, it is about the sync before.
 */
function useFreshStatus(
  { data, dataUpdatedAt }: ReturnType<typeof useAutomationStatus>,
  isUnderWay: boolean,
): AutomationStatus | undefined {
  const [outdatedAt, setOutdatedAt] = useState<number>()
  if (isUnderWay && outdatedAt !== dataUpdatedAt) setOutdatedAt(dataUpdatedAt)
  return outdatedAt === dataUpdatedAt ? undefined : data
}

interface SyncStartProps {
  ticked: Ticked
  onTick: (ticked: Ticked) => void
  isBusy: boolean
  /** Starts the sync; `undefined` when nothing is ticked. */
  onRun: (() => void) | undefined
  /** Starts a review; `undefined` when the import is not ticked. */
  onReview: (() => void) | undefined
}

function SyncStart({ ticked, onTick, isBusy, onRun, onReview }: SyncStartProps) {
  return (
    <div className="flex flex-col items-start gap-4 border-t pt-5 print:hidden">
      <fieldset aria-label="Steps" className="flex flex-col gap-2">
        <Step
          label={`Export from ${outsideSystem}`}
          hint={`Copies all volunteers from ${outsideSystem} into the spreadsheet.`}
          checked={ticked.export}
          onChange={(checked) => onTick({ ...ticked, export: checked })}
        />
        <Step
          label="Import to SMPW Dashboard"
          hint="Imports the whole spreadsheet into this dashboard, or nothing."
          checked={ticked.import}
          onChange={(checked) => onTick({ ...ticked, import: checked })}
        />
      </fieldset>
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:flex-col">
        <Button
          variant="primary"
          icon={<Play />}
          loading={isBusy}
          disabled={onRun === undefined}
          onClick={onRun}
        >
          {isBusy ? 'Running...' : 'Run'}
        </Button>
        {onReview && (
          <Button icon={<ListChecks />} disabled={isBusy} onClick={onReview}>
            Review changes first
          </Button>
        )}
      </div>
    </div>
  )
}

interface StepProps {
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function Step({ label, hint, checked, onChange }: StepProps) {
  const hintId = useId()
  return (
    <div>
      <Checkbox
        label={<span className="font-medium">{label}</span>}
        aria-describedby={hintId}
        checked={checked}
        onChange={onChange}
      />
      <p id={hintId} className="-mt-1.5 pl-7.5 text-xs text-muted">
        {hint}
      </p>
    </div>
  )
}

interface SyncTimesProps {
  status: AutomationStatus | undefined
  hasFailed: boolean
}

function SyncTimes({ status, hasFailed }: SyncTimesProps) {
  const times = [
    { label: 'Last Export', at: status?.lastAutomatedExport?.timestamp },
    { label: 'Last Import', at: status?.lastImport?.timestamp },
  ]
  const unknown = hasFailed ? 'Unknown' : <Skeleton className="h-10 w-48" />
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      {times.map(({ label, at }) => (
        <div key={label} className="min-h-16">
          <dt className="text-muted">{label}</dt>
          <dd className="mt-0.5">{status ? <Timestamp at={at} /> : unknown}</dd>
        </div>
      ))}
    </dl>
  )
}

function Timestamp({ at }: { at: string | undefined }) {
  if (at === undefined) return <p className="text-base font-medium">Never run</p>
  return (
    <>
      <p className="text-base font-medium">{formatInstant(at)}</p>
      <p className="text-xs text-muted">
        <RelativeTime at={at} isRepeated />
      </p>
    </>
  )
}

interface SyncTroubleProps {
  jobsError: Error | null
  statusError: Error | null
  /** `undefined` while a sync runs, or before it has arrived. */
  status: AutomationStatus | undefined
}

/** Shows what is wrong: the server does not respond, or the last export or import failed. */
function SyncTrouble({ jobsError, statusError, status }: SyncTroubleProps) {
  const failed = status?.lastSync.filter((end) => jobEnd(end) === 'failed') ?? []
  const failedImport = failed.find(({ type }) => type === 'import')
  const failedExport = failed.find(({ type }) => type === 'export')
  return (
    <>
      {statusError ? (
        <NotLoaded title="The times of the last sync could not be loaded" error={statusError} />
      ) : (
        jobsError && (
          <NotLoaded title="Whether a sync is running could not be loaded" error={jobsError} />
        )
      )}
      {status?.exportError != null ? (
        <Alert title="The last export failed">
          <p>{status.exportError}</p>
          <OperatorDetails details={status.exportErrorDetails} />
        </Alert>
      ) : (
        failedExport && <Failed title="The last export failed" end={failedExport} />
      )}
      {failedImport && <Failed title="The last import failed" end={failedImport} />}
    </>
  )
}

function Failed({ title, end }: { title: string; end: SyncEnd }) {
  return (
    <Alert title={title}>
      <p>{end.error ?? 'No reason was given.'}</p>
      {end.importId !== null && <StoppedLink importId={end.importId} />}
      <OperatorDetails details={end.errorDetails} />
    </Alert>
  )
}

function NotLoaded({ title, error }: { title: string; error: Error }) {
  const client = useQueryClient()
  const retry = () => {
    void refreshJobs(client)
    void client.invalidateQueries({ queryKey: pathKey('/api/automation-status') })
  }
  return (
    <Alert tone="warning" title={title}>
      <p>{errorMessage(error, noAnswerText)}</p>
      <Button className="mt-2" onClick={retry}>
        Try again
      </Button>
    </Alert>
  )
}
