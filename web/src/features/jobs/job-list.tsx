import { formatCount } from '@dashboard/contract/counts'
import type { Job } from '@dashboard/contract/jobs'
import { ListChecks } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { errorMessage } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { isLimited } from '../../session/session-user.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { arrangeJobs, filterJobs, type ListedJob } from './job-arrangement.ts'
import { JobFilterFields } from './job-filter-fields.tsx'
import { JobRow } from './job-row.tsx'
import { noAnswerText } from './job-words.ts'
import { useJobs } from './jobs-queries.ts'
import { useJobFilter } from './monitor-address.ts'

const rowPx = 72

interface JobListProps {
  onOpen: (id: string) => void
  onDismiss: (job: Job) => void
}

/** Every state of the list: loading, failed, empty, and the jobs: active, failed and completed ones apart. */
export function JobList(actions: JobListProps) {
  const { data, error, refetch } = useJobs()
  if (!data) {
    return error ? (
      <ErrorState title="The jobs could not be loaded" onRetry={() => void refetch()}>
        {errorMessage(error, noAnswerText)}
      </ErrorState>
    ) : (
      <LoadingJobs />
    )
  }
  if (data.jobs.length === 0) return <NoJobs />
  return (
    <>
      {error && (
        <Alert tone="warning">This list may be old: {errorMessage(error, noAnswerText)}</Alert>
      )}
      <FilteredJobs jobs={data.jobs} {...actions} />
    </>
  )
}

function FilteredJobs({ jobs, ...actions }: JobListProps & { jobs: readonly Job[] }) {
  const { userId } = useSessionUser()
  const [filter, setFilter] = useJobFilter()
  const { show, kind } = filter
  const { active, failed, completed } = useMemo(
    () => arrangeJobs(filterJobs(jobs, { show, kind }, userId)),
    [jobs, show, kind, userId],
  )
  return (
    <>
      <JobFilterFields filter={filter} onChange={setFilter} />
      {active.length > 0 && (
        <JobSection title="Running and waiting" label="Active jobs" jobs={active} {...actions} />
      )}
      {failed.length > 0 && (
        <JobSection title="Failed" label="Failed jobs" jobs={failed} {...actions} />
      )}
      {completed.length > 0 && (
        <JobSection title="Completed" label="Completed jobs" jobs={completed} {...actions} />
      )}
      {active.length + failed.length + completed.length === 0 && (
        <EmptyState
          title="No jobs found"
          action={
            <Button onClick={() => setFilter({ show: 'all', kind: 'all' })}>Show all jobs</Button>
          }
        >
          No job matches the filters.
        </EmptyState>
      )}
    </>
  )
}

interface JobSectionProps extends JobListProps {
  title: string
  /** Of the list, for screen readers. */
  label: string
  jobs: readonly ListedJob[]
}

function JobSection({ title, label, jobs, onOpen, onDismiss }: JobSectionProps) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">
        {title} <span className="font-normal text-muted">({formatCount(jobs.length)})</span>
      </h3>
      <VirtualList
        label={label}
        items={jobs}
        keyOf={({ job }) => job.id}
        estimatePx={rowPx}
        className="@container max-h-96 rounded-control border bg-background"
      >
        {({ job, isDependent }) => (
          <JobRow job={job} isDependent={isDependent} onOpen={onOpen} onDismiss={onDismiss} />
        )}
      </VirtualList>
    </section>
  )
}

function LoadingJobs() {
  return (
    <div className="flex animate-late flex-col gap-2">
      <p role="status" className="text-muted">
        Loading jobs...
      </p>
      <Skeleton className="h-control w-full max-w-md" />
      {['one', 'two', 'three'].map((row) => (
        <Skeleton key={row} className="h-17 w-full" />
      ))}
    </div>
  )
}

function NoJobs() {
  const user = useSessionUser()
  return (
    <EmptyState
      icon={<ListChecks aria-hidden />}
      title="No jobs found"
      action={
        !isLimited(user) && (
          <Link href={paths.sync} className={buttonClass('primary')}>
            Run a sync
          </Link>
        )
      }
    >
      Syncs and reports show up here while they run, and afterwards.
    </EmptyState>
  )
}
