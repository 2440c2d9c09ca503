import { isActive, type Job } from '@dashboard/contract/jobs'
import { formatInstant } from '../../format/time.ts'
import { Fact } from '../../ui/fact.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { CancelledBadge } from './cancelled-badge.tsx'
import { JobElapsed } from './job-elapsed.tsx'
import { JobProgress } from './job-progress.tsx'
import { jobState, processingText, targetNoun } from './job-words.ts'

/** The labeled facts, in the order of docs/behavior.md#job-details. */
export function JobFacts({ job }: { job: Job }) {
  const { state, word } = jobState(job)
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-3">
      <Fact label="Status">
        <span className="flex flex-wrap gap-1.5">
          <StateBadge state={state}>{word}</StateBadge>
          <CancelledBadge job={job} />
        </span>
      </Fact>
      <Fact label="Progress" className={isActive(job) ? 'md:col-span-2' : undefined}>
        {job.status !== 'running' && `${job.progress}%`}
        {isActive(job) && <JobProgress job={job} />}
      </Fact>
      <Fact label="Started">
        {job.startedAt === null ? 'Not started' : formatInstant(job.startedAt)}
      </Fact>
      {job.status === 'running' && (
        <Fact label="Elapsed Time">
          <JobElapsed job={job} />
        </Fact>
      )}
      {!isActive(job) && job.completedAt !== null && (
        <Fact label="Completed">
          {formatInstant(job.completedAt)}
          {job.startedAt !== null && (
            <span className="block text-muted">
              after <JobElapsed job={job} />
            </span>
          )}
        </Fact>
      )}
      <Fact label="Started by">{job.createdBy ?? 'An outside run'}</Fact>
      {targetNoun(job) === undefined && (
        <Fact label="Target">
          {job.type === 'volunteer-list' ? 'Chosen volunteers' : (job.target ?? 'All volunteers')}
        </Fact>
      )}
      <Targets job={job} />
    </dl>
  )
}

const targetRowPx = 28

/** What a report job works on: one circuit or congregation, or a list of them that scrolls. */
function Targets({ job }: { job: Job }) {
  const noun = targetNoun(job)
  if (noun === undefined) return null
  const label = noun === 'circuit' ? 'Circuits' : 'Congregations'
  return (
    <Fact label={label} className="col-span-full">
      {job.targets.length === 1 ? (
        job.targets[0]
      ) : (
        <>
          <p>{processingText(noun, job.targets.length)}</p>
          <VirtualList
            label={label}
            items={job.targets}
            keyOf={(target) => target}
            estimatePx={targetRowPx}
            isPlain
            className="mt-1.5 max-h-36 rounded-control border bg-background py-1"
          >
            {(target) => <p className="px-3 py-1">{target}</p>}
          </VirtualList>
        </>
      )}
    </Fact>
  )
}
