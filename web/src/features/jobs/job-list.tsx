import { formatCount } from '@dashboard/contract/counts'
import { type Job, jobShows } from '@dashboard/contract/jobs'
import { Link } from 'wouter'
import { errorMessage } from '../../api/api-error.ts'
import { Loaded } from '../../api/loaded.tsx'
import { paths } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { isLimited } from '../../session/session-user.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageInView, usePages } from '../../ui/page-turner.tsx'
import { Select } from '../../ui/select.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import {
  arrangeJobs,
  type JobFilter,
  type JobKind,
  type JobShow,
  type ListedJob,
} from './job-arrangement.ts'
import { useJobFilter } from './job-link.tsx'
import { JobRow } from './job-row.tsx'
import { jobLabel, jobTypes, noAnswerText } from './job-words.ts'
import { useJobPage } from './jobs-queries.ts'

const rowPx = 72

interface JobListProps {
  onOpen: (id: string) => void
  onDismiss: (job: Job) => void
}

/** Shows the jobs that the filters choose, page by page. */
export function JobList(actions: JobListProps) {
  const [filter, setFilter] = useJobFilter()
  const pages = usePages()
  const page = useJobPage(filter, pages.cursor)
  const choose = (next: JobFilter) => {
    setFilter(next)
    pages.toNewest()
  }
  return (
    <>
      <JobFilterFields filter={filter} onChange={choose} />
      <Loaded query={page} loading="Loading jobs..." failed="The jobs could not be loaded">
        {({ jobs, nextCursor }) => (
          <>
            {page.error && (
              <Alert tone="warning">
                This list may be out of date: {errorMessage(page.error, noAnswerText)}
              </Alert>
            )}
            <PageInView
              label="Pages of jobs"
              pages={pages}
              nextCursor={nextCursor}
              isStale={page.isPlaceholderData}
              className="flex flex-col gap-4"
            >
              <JobSections jobs={jobs} {...actions} />
              {jobs.length === 0 && (
                <NoJobs
                  isFiltered={filter.show !== 'all' || filter.kind !== 'all'}
                  onShowAll={() => choose({ show: 'all', kind: 'all' })}
                />
              )}
            </PageInView>
          </>
        )}
      </Loaded>
    </>
  )
}

function JobSections({ jobs, ...actions }: JobListProps & { jobs: readonly Job[] }) {
  const { active, failed, completed } = arrangeJobs(jobs)
  return (
    <>
      <JobSection title="Running and waiting" label="Active jobs" jobs={active} {...actions} />
      <JobSection title="Failed" label="Failed jobs" jobs={failed} {...actions} />
      <JobSection title="Completed" label="Completed jobs" jobs={completed} {...actions} />
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
        className="@container card-rows max-h-96 short:max-h-none"
      >
        {({ job, isDependent }) => <JobRow job={job} isDependent={isDependent} {...actions} />}
      </VirtualList>
    </section>
  )
}

function NoJobs({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  const user = useSessionUser()
  if (isFiltered) {
    return (
      <EmptyState title="No jobs found" action={<Button onClick={onShowAll}>Show all jobs</Button>}>
        No job matches the filters.
      </EmptyState>
    )
  }
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
