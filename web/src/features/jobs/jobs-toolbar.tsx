import { countOf } from '@dashboard/contract/counts'
import { isActive, type Job } from '@dashboard/contract/jobs'
import { jobListLimit } from '@dashboard/contract/limits'
import { CircleStop, ListX, RefreshCw } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { GrayReason } from '../../ui/gray-reason.tsx'
import { useIsChangeable } from './changeable-jobs.ts'
import { useCancelAllJobs, useClearCompletedJobs, useRefreshStatus } from './jobs-mutations.ts'

interface JobsToolbarProps {
  jobs: readonly Job[]
  isLoaded: boolean
}

/** What acts on all jobs at once; the two that cannot be undone ask first. */
export function JobsToolbar({ jobs: listed, isLoaded }: JobsToolbarProps) {
  const jobs = listed.filter(useIsChangeable())
  const reasonId = useId()
  // The count as it was when asked: it must not change under the question, or as it is answered.
  const [question, setQuestion] = useState<Question>({ about: 'cancel', count: 0, isOpen: false })
  const refresh = useRefreshStatus()
  const active = jobs.filter(isActive).length
  const completed = jobs.filter((job) => job.status === 'completed').length
  // The list is cut off there; the server clears what lies beyond as well.
  const clearable = listed.length < jobListLimit.default ? completed : undefined
  const ask = (about: Question['about'], count: number | undefined) => () =>
    setQuestion({ about, count, isOpen: true })
  const close = () => setQuestion((previous) => ({ ...previous, isOpen: false }))
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
        disabled={completed === 0}
        aria-describedby={reasonId}
        onClick={ask('clear', clearable)}
      >
        Clear Completed
      </Button>
      <GrayReason
        id={reasonId}
        reason={isLoaded && completed === 0 ? 'No job has completed.' : undefined}
      />
      {active > 0 && (
        <Button variant="danger" icon={<CircleStop aria-hidden />} onClick={ask('cancel', active)}>
          Cancel All Jobs
        </Button>
      )}
      {question.about === 'cancel' ? (
        <CancelAllDialog {...question} onClose={close} />
      ) : (
        <ClearDialog {...question} onClose={close} />
      )}
    </div>
  )
}

interface Question {
  about: 'cancel' | 'clear'
  /** Of the jobs concerned, where it is known. */
  count: number | undefined
  isOpen: boolean
}

type AskingProps = Pick<Question, 'count' | 'isOpen'> & { onClose: () => void }

function CancelAllDialog({ count = 0, isOpen, onClose }: AskingProps) {
  const cancelAll = useCancelAllJobs()
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={onClose}
      title={`Cancel ${countOf(count, 'job')}?`}
      body="Everything that is running or waiting stops, also what other people started. Reports already made stay."
      confirmLabel={`Cancel ${countOf(count, 'job')}`}
      cancelLabel="Keep running"
      busy={cancelAll.isPending}
      onConfirm={() => cancelAll.mutate(undefined, { onSettled: onClose })}
    />
  )
}

function ClearDialog({ count, isOpen, onClose }: AskingProps) {
  const clear = useClearCompletedJobs()
  const what = count === undefined ? 'all completed jobs' : countOf(count, 'completed job')
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={onClose}
      title={`Clear ${what}?`}
      body="They leave this list for everybody, and their logs go with them. Reports that they made stay."
      confirmLabel={`Clear ${what}`}
      busy={clear.isPending}
      onConfirm={() => clear.mutate(undefined, { onSettled: onClose })}
    />
  )
}
