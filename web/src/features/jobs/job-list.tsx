import { formatCount } from '@dashboard/contract/counts'
import type { Job, listJobs } from '@dashboard/contract/jobs'
import { useState } from 'react'
import { Link } from 'wouter'
import { errorMessage } from '../../api/api-error.ts'
import type { AnswerOf } from '../../api/call-input.ts'
import { Loaded } from '../../api/loaded.tsx'
import { paths } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { isLimited } from '../../session/session-user.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageTurner } from '../../ui/page-turner.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import {
  arrangeJobs,
  filterJobs,
  type JobFilter,
  type JobKind,
  type JobShow,
  jobShows,
  type ListedJob,
  withOlder,
} from './job-arrangement.ts'
import { useJobFilter } from './job-link.tsx'
import { JobRow } from './job-row.tsx'
import { jobLabel, jobTypes, noAnswerText } from './job-words.ts'
import { useJobPage, useJobs } from './jobs-queries.ts'

const rowPx = 72

interface JobListProps {
  onOpen: (id: string) => void
  onDismiss: (job: Job) => void
}

export function JobList(actions: JobListProps) {
  const jobs = useJobs()
  return (
    <Loaded query={jobs} loading={<LoadingJobs />} failed="The jobs could not be loaded">
      {(data) =>
        data.jobs.length === 0 ? (
          <NoJobs />
        ) : (
          <>
            {jobs.error && (
              <Alert tone="warning">
                This list may be old: {errorMessage(jobs.error, noAnswerText)}
              </Alert>
            )}
            <FilteredJobs newest={data} {...actions} />
          </>
        )
      }
    </Loaded>
  )
}

interface FilteredJobsProps extends JobListProps {
  /** The newest jobs of all, which are polled. */
  newest: AnswerOf<typeof listJobs.answer>
}

/** Shows the first page of a filter at once from the newest jobs, then what the server finds beyond these. */
function FilteredJobs({ newest, ...actions }: FilteredJobsProps) {
  const { userId } = useSessionUser()
  const [filter, setFilter] = useJobFilter()
  const isFiltered = filter.show !== 'all' || filter.kind !== 'all'
  // The cursors from the newest page to the current one, needed to go back.
  const [cursors, setCursors] = useState<readonly string[]>([])
  const page = useJobPage(filter, cursors.at(-1))
  const isFirst = cursors.length === 0
  const found = page.isPlaceholderData ? undefined : page.data
  const live = isFirst ? filterJobs(newest.jobs, filter, userId) : []
  const jobs = withOlder(live, filterJobs(found?.jobs ?? [], filter, userId))
  const { active, failed, completed } = arrangeJobs(jobs)
  const shown = isFirst && !isFiltered ? newest : found
  const isLooking = jobs.length === 0 && shown === undefined && !page.isError
  const choose = (next: JobFilter) => {
    setFilter(next)
    setCursors([])
  }
  return (
    <>
      <JobFilterFields filter={filter} onChange={choose} />
      {page.isError && (
        <Alert tone="warning">
          Older jobs could not be loaded: {errorMessage(page.error, noAnswerText)}
        </Alert>
      )}
      {isLooking && (
        <p role="status" className="animate-late text-muted">
          Loading jobs...
        </p>
      )}
      <JobSection title="Running and waiting" label="Active jobs" jobs={active} {...actions} />
      <JobSection title="Failed" label="Failed jobs" jobs={failed} {...actions} />
      <JobSection title="Completed" label="Completed jobs" jobs={completed} {...actions} />
      {jobs.length === 0 && !isLooking && (
        <EmptyState
          title="No jobs found"
          action={
            <Button onClick={() => choose({ show: 'all', kind: 'all' })}>Show all jobs</Button>
          }
        >
          No job matches the filters.
        </EmptyState>
      )}
      <PageTurner
        label="Pages of jobs"
        cursors={cursors}
        nextCursor={shown?.nextCursor ?? null}
        isStale={page.isPlaceholderData}
        onTurn={setCursors}
      />
    </>
  )
}

interface JobSectionProps extends JobListProps {
  title: string
  label: string
  jobs: readonly ListedJob[]
}

function JobSection({ title, label, jobs, ...actions }: JobSectionProps) {
  if (jobs.length === 0) return null
  return (
    <section className="flex flex-col gap-2 last:-mb-(--card-edge) last:*:last:border-b-0">
      <h3 className="font-medium">
        {title} <span className="font-normal text-muted">({formatCount(jobs.length)})</span>
      </h3>
      <VirtualList
        label={label}
        items={jobs}
        keyOf={({ job }) => job.id}
        estimatePx={rowPx}
        className="@container card-rows max-h-96"
      >
        {({ job, isDependent }) => <JobRow job={job} isDependent={isDependent} {...actions} />}
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

const shows = Object.entries(jobShows).map(([value, { label }]) => ({
  value: value as JobShow,
  label,
}))
const kinds: { value: JobKind; label: string }[] = [
  { value: 'all', label: 'Every kind' },
  ...jobTypes.map((type) => ({ value: type, label: jobLabel({ type }) })),
]

interface JobFilterFieldsProps {
  filter: JobFilter
  onChange: (filter: JobFilter) => void
}

function JobFilterFields({ filter, onChange }: JobFilterFieldsProps) {
  return (
    <div className="@container">
      <div className="grid grid-cols-2 gap-2 @xl:grid-cols-[14rem_14rem]">
        <Select
          label="Show jobs"
          options={shows}
          value={filter.show}
          onChange={(show) => onChange({ ...filter, show })}
        />
        <Select
          label="Kind of job"
          options={kinds}
          value={filter.kind}
          onChange={(kind) => onChange({ ...filter, kind })}
        />
      </div>
    </div>
  )
}
