import type { Job } from '@dashboard/contract/jobs'
import { ListChecks } from 'lucide-react'
import { Link } from 'wouter'
import { errorMessage } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { JobRow } from './job-row.tsx'
import { noAnswerText } from './job-words.ts'
import { useJobs } from './jobs-queries.ts'

const rowPx = 72

interface JobListProps {
  onOpen: (id: string) => void
  onDismiss: (job: Job) => void
}

/** Every state of the list: loading, failed, empty, and the jobs, newest first. */
export function JobList({ onOpen, onDismiss }: JobListProps) {
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
      <VirtualList
        label="Jobs"
        items={data.jobs}
        keyOf={(job) => job.id}
        estimatePx={rowPx}
        className="@container max-h-96 rounded-control border bg-background"
      >
        {(job) => <JobRow job={job} onOpen={onOpen} onDismiss={onDismiss} />}
      </VirtualList>
    </>
  )
}

function LoadingJobs() {
  return (
    <div className="flex animate-late flex-col gap-2">
      <p role="status" className="text-muted">
        Loading jobs...
      </p>
      {['one', 'two', 'three'].map((row) => (
        <Skeleton key={row} className="h-17 w-full" />
      ))}
    </div>
  )
}

function NoJobs() {
  return (
    <EmptyState
      icon={<ListChecks aria-hidden />}
      title="No jobs found"
      action={
        <Link href={paths.sync} className={buttonClass('primary')}>
          Run a sync
        </Link>
      }
    >
      Syncs and reports show up here while they run, and afterwards.
    </EmptyState>
  )
}
