import type { ImportTotals } from '@dashboard/contract/automation'
import { formatDuration } from '@dashboard/contract/duration'
import type { ImportDetail, ImportOutdated } from '@dashboard/contract/imports'
import { getJob, isActive, type JobEnd, jobEnd } from '@dashboard/contract/jobs'
import { listNames } from '@dashboard/contract/name-list'
import { useQuery } from '@tanstack/react-query'
import { History, RotateCcw, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { formatInstant } from '../../format/time.ts'
import { OperatorDetails } from '../../session/operator-details.tsx'
import { useSessionUser } from '../../session/session-context.tsx'
import { isLimited } from '../../session/session-user.ts'
import { circuitsText } from '../../session/user-words.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Fact } from '../../ui/fact.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { monitorAddress } from '../jobs/job-link.tsx'
import { JobProgress } from '../jobs/job-state.tsx'
import { failureReason } from '../jobs/job-words.ts'
import { useJobs } from '../jobs/jobs-queries.ts'
import { ImportLink } from './import-links.tsx'
import {
  applyLabel,
  applyText,
  hasChanges,
  hasNoPlan,
  importState,
  isUnderWay,
  isUndo,
  lossText,
  outdatedTexts,
  totalsText,
} from './import-words.ts'
import { type ReviewOf, useApplyImport, useReview } from './imports-queries.ts'

/** Shows the state of a review or import, its numbers, and the actions for it. */
export function ImportSummary({ entry }: { entry: ImportDetail }) {
  const { status, totals, outdated } = entry
  const isDone = status === 'completed'
  const { state, word } = importState(entry, outdated !== null)
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <StateBadge state={state}>{word}</StateBadge>
        {entry.isCurrent && <span className="text-muted">The volunteers are as it left them.</span>}
        {isDone && !entry.isCurrent && entry.hasDetails && (
          <ImportLink id={entry.id} show="since">
            What changed since
          </ImportLink>
        )}
      </div>
      {totals && (
        <p className="text-base font-medium">
          {!hasChanges(totals) && (isDone ? 'Nothing changed: ' : 'Nothing would change: ')}
          {totalsText(totals, isDone)}
        </p>
      )}
      {outdated && !isDone && <OutdatedNotice entry={entry} outdated={outdated} />}
      {(isUnderWay(entry) || hasNoPlan(entry)) && <ImportJob entry={entry} />}
      <ImportFacts entry={entry} />
      <ImportActions entry={entry} />
    </Card>
  )
}

function ImportFacts({ entry }: { entry: ImportDetail }) {
  const { guard, completedAt, sourceImportId, sourceCompletedAt } = entry
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-x-6 gap-y-3">
      <Fact label={completedAt === null ? 'Started' : 'Imported'}>
        {formatInstant(completedAt ?? entry.createdAt)}
        <By name={completedAt === null ? entry.createdBy : entry.appliedBy} />
      </Fact>
      {entry.durationMs !== null && <Fact label="Took">{formatDuration(entry.durationMs)}</Fact>}
      {sourceImportId === null ? (
        <Fact label="From">{entry.source || entry.uploadedName || 'The spreadsheet'}</Fact>
      ) : (
        <Fact label="Goes back to">
          <ImportLink id={sourceImportId}>
            {sourceCompletedAt === null ? 'An import' : formatInstant(sourceCompletedAt)}
          </ImportLink>
        </Fact>
      )}
      {guard !== null && guard.unknownColumns.length > 0 && (
        <Fact label="Columns not known">
          <span className="wrap-anywhere">{listNames(guard.unknownColumns, 10)}</span>
        </Fact>
      )}
      {guard !== null && guard.confirmedBy !== null && (
        <Fact label="Confirmed">
          {lossText(guard)}
          <By name={guard.confirmedBy} />
        </Fact>
      )}
    </dl>
  )
}

function By({ name }: { name: string | null }) {
  return name !== null && <span className="block text-muted">by {name}</span>
}

/** Shows the buttons that import what was reviewed, review again, or go back. */
function ImportActions({ entry }: { entry: ImportDetail }) {
  const { status, outdated, totals } = entry
  const { role, circuits } = useSessionUser()
  const isAdmin = role === 'admin'
  const review = useReview()
  const reviewButton = (label: string, icon: ReactNode, of: ReviewOf) => (
    <Button icon={icon} loading={review.isPending} onClick={() => review.mutate(of)}>
      {label}
    </Button>
  )
  const isReady = status === 'ready' && outdated === null && totals !== null
  const mayApply = entry.kind !== 'restore' || isAdmin
  if (circuits !== null) {
    if (status === 'completed') return null
    return (
      <p className="text-muted">
        These are the changes in {circuitsText(circuits)}. Somebody who looks after all circuits
        decides about the import.
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {isReady && hasChanges(totals) && mayApply && <ApplyButton entry={entry} totals={totals} />}
      {isReady && !mayApply && (
        <p className="w-full text-muted">An administrator can go back to it on this page.</p>
      )}
      {hasNoPlan(entry) && reviewButton('Review again', <RotateCcw />, sameAgain(entry))}
      {isAdmin &&
        entry.isUndoable &&
        reviewButton('Undo this import', <Undo2 />, { undo: entry.id })}
      {isAdmin &&
        entry.isRestorable &&
        !entry.isCurrent &&
        reviewButton('Go back to this import', <History />, { source: entry.id })}
    </div>
  )
}

function sameAgain({ sourceImportId, undoneImportId }: ImportDetail): ReviewOf {
  if (undoneImportId !== null) return { undo: undoneImportId }
  return sourceImportId === null ? {} : { source: sourceImportId }
}

/** Imports what was reviewed, after saying in numbers what that does. */
function ApplyButton({ entry, totals }: { entry: ImportDetail; totals: ImportTotals }) {
  const [isAsked, setIsAsked] = useState(false)
  const close = () => setIsAsked(false)
  const { mutate, isPending } = useApplyImport(entry, close)
  const label = applyLabel(entry)
  return (
    <>
      <Button variant="primary" onClick={() => setIsAsked(true)}>
        {label}
      </Button>
      {isAsked && (
        <ConfirmDialog
          onClose={close}
          title={`${label}?`}
          body={`${applyText(totals)} Either all of this is ${isUndo(entry) ? 'undone' : 'imported'}, or nothing.`}
          confirmLabel={label}
          confirmVariant="primary"
          busy={isPending}
          onConfirm={() => mutate({})}
        />
      )}
    </>
  )
}

const endTitles: Record<JobEnd, string> = {
  completed: 'Completed',
  failed: 'It failed, and has changed nothing',
  cancelled: 'Cancelled',
  notRun: 'It did not run',
}

/** Shows what the job of a review or import does, or why it failed. */
function ImportJob({ entry }: { entry: ImportDetail }) {
  const { jobId } = entry
  const user = useSessionUser()
  const listed = useJobs().data?.jobs.find(({ id }) => id === jobId)
  const { data, isError } = useQuery({
    ...endpointQuery(getJob, { params: { id: jobId } }),
    enabled: hasNoPlan(entry),
  })
  const job = data?.job ?? listed
  if (isUnderWay(entry)) return job && isActive(job) && <JobProgress job={job} />
  if (!job) return isError && <p className="text-muted">Its job has been removed since.</p>
  const end = jobEnd(job) ?? 'failed'
  return (
    <Alert tone={end === 'failed' ? 'destructive' : 'neutral'} title={endTitles[end]}>
      <p>{failureReason(job)}</p>
      <OperatorDetails details={job.errorDetails} />
      {!isLimited(user) && (
        <p className="mt-1.5">
          <Link
            href={monitorAddress(jobId)}
            className="rounded-control py-1 underline underline-offset-2"
          >
            Open its log
          </Link>
        </p>
      )}
    </Alert>
  )
}

interface OutdatedNoticeProps {
  entry: ImportDetail
  outdated: ImportOutdated
}

/** Shows what has changed since the plan was made; the page stays readable, and a new review is offered. */
function OutdatedNotice({ entry, outdated }: OutdatedNoticeProps) {
  const review = useReview()
  const [title, ...others] = outdatedTexts(outdated)
  return (
    <Alert tone="warning" title={title}>
      {others.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>What was reviewed can still be read, but no longer imported.</p>
      <Button
        className="mt-2"
        icon={<RotateCcw />}
        loading={review.isPending}
        onClick={() => review.mutate(sameAgain(entry))}
      >
        Review again
      </Button>
    </Alert>
  )
}
