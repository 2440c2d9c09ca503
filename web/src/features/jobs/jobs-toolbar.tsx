import { isActive, type Job } from '@dashboard/contract/jobs'
import { CircleStop, ListX, RefreshCw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useIsChangeable } from './changeable-jobs.ts'
import { useCancelAllJobs, useClearCompletedJobs, useRefreshStatus } from './jobs-mutations.ts'

/** What acts on all jobs at once, each at one press. */
export function JobsToolbar({ jobs }: { jobs: readonly Job[] }) {
  const hasActive = jobs.filter(useIsChangeable()).some(isActive)
  const refresh = useRefreshStatus()
  const clear = useClearCompletedJobs()
  const cancelAll = useCancelAllJobs()
  return (
    <div className="flex flex-wrap gap-2 max-md:[&_svg]:hidden">
      <Button
        icon={<RefreshCw aria-hidden />}
        loading={refresh.isPending}
        onClick={() => refresh.mutate(undefined)}
      >
        Refresh Status
      </Button>
      <Button
        variant="quiet"
        icon={<ListX aria-hidden />}
        loading={clear.isPending}
        onClick={() => clear.mutate(undefined)}
      >
        Clear Completed
      </Button>
      {hasActive && (
        <Button
          variant="danger"
          icon={<CircleStop aria-hidden />}
          loading={cancelAll.isPending}
          onClick={() => cancelAll.mutate(undefined)}
        >
          Cancel All Jobs
        </Button>
      )}
    </div>
  )
}
