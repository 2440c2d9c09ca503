import type { AutomationStatus } from '@dashboard/contract/automation'
import { reportTargets } from '@dashboard/contract/limits'
import { History } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useActiveJobs } from '../jobs/jobs-queries.ts'
import { ReportJobs } from '../reports/report-jobs.tsx'
import { useGenerateReports } from '../reports/reports-queries.ts'
import { ReportsReady } from '../reports/reports-ready.tsx'
import { outdatedText } from './sync-words.ts'

/** What an import has made old, with what makes it again; and then the new reports. */
export function OutdatedReports({ outdated }: { outdated: AutomationStatus['outdatedReports'] }) {
  const { mutate, isPending } = useGenerateReports()
  const isMaking = useActiveJobs(['circuit-report', 'congregation-report']).length > 0
  const text = outdatedText(outdated)
  const makeAgain = () => {
    const circuits = outdated.circuits.slice(0, reportTargets.circuits)
    const congregations = outdated.congregations.slice(0, reportTargets.congregations)
    if (circuits.length > 0) mutate({ kind: 'circuit', names: circuits })
    if (congregations.length > 0) mutate({ kind: 'congregation', names: congregations })
  }
  return (
    <>
      {text !== undefined && !isMaking && (
        <div className="flex animate-appear flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-waiting-soft px-3.5 py-2 text-waiting-text">
          <p className="flex items-center gap-2.5">
            <History aria-hidden className="size-4 shrink-0" />
            {text}
          </p>
          <Button loading={isPending} onClick={makeAgain}>
            Make them again
          </Button>
        </div>
      )}
      <ReportJobs />
      <ReportsReady />
    </>
  )
}
