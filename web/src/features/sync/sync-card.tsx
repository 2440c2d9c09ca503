import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { useActiveJobs } from '../jobs/jobs-queries.ts'
import { SyncProgress } from './sync-progress.tsx'
import { useRunSync } from './sync-queries.ts'
import { chooseSync } from './sync-run.ts'
import { SyncStart } from './sync-start.tsx'
import { SyncTimes } from './sync-times.tsx'

const syncTypes = ['export', 'import'] as const

/**
 * Where the data stands, what a sync does at this moment, and the button that runs one
 * (docs/behavior.md#sync-page).
 */
export function SyncCard() {
  const [ticked, setTicked] = useState({ export: true, import: true })
  const run = useRunSync()
  // Also a sync that somebody else has started.
  const jobs = useActiveJobs(syncTypes)
  const isBusy = run.isPending || jobs.length > 0
  const kind = chooseSync(ticked)
  return (
    <Card className="max-w-3xl gap-6">
      <SyncProgress isBusy={isBusy} jobs={jobs} />
      <SyncTimes />
      <SyncStart
        ticked={ticked}
        onTick={setTicked}
        isBusy={isBusy}
        onRun={kind && (() => run.mutate(kind))}
      />
    </Card>
  )
}
