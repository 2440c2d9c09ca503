import { listImports } from '@dashboard/contract/imports'
import { useState } from 'react'
import { useIsThere } from '../../api/missing-calls.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { circuitsText } from '../../session/user-words.ts'
import { Card } from '../../ui/card.tsx'
import { StateDot } from '../../ui/state-badge.tsx'
import { useAutomationStatus } from '../data-status/data-status-queries.ts'
import { NewestReview } from '../imports/newest-review.tsx'
import { useJobs } from '../jobs/jobs-queries.ts'
import { LastSync } from './last-sync.tsx'
import { useRunSync } from './sync-queries.ts'
import { chooseReview, chooseSync, currentSync } from './sync-run.ts'
import { SyncStart } from './sync-start.tsx'
import { SyncSteps } from './sync-steps.tsx'
import { SyncTimes } from './sync-times.tsx'
import { SyncTrouble } from './sync-trouble.tsx'
import { syncStanding } from './sync-words.ts'

/**
 * Where the data stands, the button that runs a sync, and what it does or did (docs/behavior.md#sync-page). What
 * comes and goes stands below the button, which so stays where it was pressed.
 */
export function SyncCard() {
  const [ticked, setTicked] = useState({ export: true, import: true })
  const run = useRunSync()
  const { circuits } = useSessionUser()
  const jobs = useJobs()
  const status = useAutomationStatus()
  // Also a sync that somebody else has started.
  const steps = currentSync(jobs.data?.jobs ?? [])
  const isBusy = run.isPending || steps.length > 0
  const standing = syncStanding({ isBusy, isKnown: jobs.isSuccess && status.isSuccess })
  const kind = chooseSync(ticked)
  const hasReviews = useIsThere(listImports)
  const review = hasReviews ? chooseReview(ticked) : undefined
  return (
    <Card className="max-w-3xl gap-6">
      <p className="flex items-center gap-2.5 text-base font-medium">
        <StateDot state={standing.state} pulsing={isBusy} />
        {standing.text}
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
          You look after {circuitsText(circuits)}. A sync changes all circuits, so that colleagues
          who look after all of them run it. What it changed in yours is in the history below.
        </p>
      )}
      <SyncTrouble
        jobsError={jobs.error}
        statusError={status.error}
        status={isBusy ? undefined : status.data}
      />
      {!isBusy && circuits === null && <NewestReview />}
      {steps.length > 0 && <SyncSteps jobs={steps} />}
      {!isBusy && status.data && <LastSync status={status.data} />}
    </Card>
  )
}
