import { isActive, type Job, type JobEnd, type JobStatus } from '@dashboard/contract/jobs'
import { Ban, CircleCheck, CircleDashed, CircleStop, CircleX } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { SpinnerIcon } from '../../ui/spinner.tsx'
import { JobElapsed, JobProgress } from '../jobs/job-state.tsx'
import { jobLabel, startedByText } from '../jobs/job-words.ts'
import { useCancelJob, useIsChangeable } from '../jobs/jobs-mutations.ts'

/** Shows the steps of the sync that runs, in their order; a completed step stays, ticked, while the next runs. */
export function SyncSteps({ jobs }: { jobs: readonly Job[] }) {
  return (
    <section aria-label="Running sync" className="flex animate-appear flex-col gap-3">
      <ul className="flex flex-col gap-4 border-t pt-5">
        {jobs.map((job) => (
          <li key={job.id} className="flex gap-2.5">
            <StepIcon state={job.status} />
            <div className="flex min-w-0 grow flex-col gap-1.5">
              <p className="flex flex-wrap justify-between gap-x-4">
                <span className="font-medium">{jobLabel(job)}</span>
                <span className="text-xs text-muted">{startedByText(job)}</span>
              </p>
              {isActive(job) ? (
                <JobProgress job={job} />
              ) : (
                <p className="text-xs text-muted">
                  Completed after <JobElapsed job={job} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <CancelSync jobs={jobs.filter(isActive)} />
        <Link href={paths.monitor} className="text-link min-h-control font-medium">
          Watch the jobs
        </Link>
      </div>
    </section>
  )
}

/** Cancels the step that runs or comes next; steps that wait for it end with it. */
function CancelSync({ jobs: [first] }: { jobs: readonly Job[] }) {
  const cancel = useCancelJob()
  const isChangeable = useIsChangeable()
  if (!first || !isChangeable(first)) return null
  return (
    <Button
      variant="quiet-danger"
      icon={<CircleStop />}
      className="-ml-3.5"
      loading={cancel.isPending}
      onClick={() => cancel.mutate(first)}
    >
      Cancel sync
    </Button>
  )
}

interface StepIconProps {
  state: JobStatus | JobEnd | undefined
}

/** Shows a step's icon; the words beside it say the same. */
export function StepIcon({ state }: StepIconProps) {
  return <span className="mt-0.5 size-4 shrink-0 [&_svg]:size-4">{iconOf(state)}</span>
}

function iconOf(state: StepIconProps['state']) {
  if (state === 'completed') return <CircleCheck className="text-success-text" />
  if (state === 'failed') return <CircleX className="text-danger-text" />
  if (state === 'cancelled' || state === 'notRun') return <Ban className="text-muted" />
  if (state === 'running') return <SpinnerIcon />
  return <CircleDashed className="text-muted" />
}
