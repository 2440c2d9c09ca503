import type { Schedule, ScheduleRun } from '@dashboard/contract/schedules'
import { Ellipsis, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { usePresentTime } from '../../ui/present-time.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StateDot } from '../../ui/state-badge.tsx'
import { JobLink } from '../jobs/job-link.tsx'
import { reportsText, runText, scheduleText, whenText } from './schedule-words.ts'
import { useSaveSchedule } from './schedules-queries.ts'

export type OnScheduleAction = (action: 'save' | 'delete', schedule: Schedule) => void

interface ScheduleRowProps {
  schedule: Schedule
  /** Nothing runs by itself: pausing or resuming one would change nothing. */
  isAllPaused: boolean
  /** Left out for whoever may only see it. */
  onAction: OnScheduleAction | undefined
}

export function ScheduleRow({ schedule, isAllPaused, onAction }: ScheduleRowProps) {
  const nowMs = usePresentTime()
  const { reportsAfter, lastRun } = schedule
  return (
    <li className="flex items-start justify-between gap-3 border-b py-3 last:border-b-0">
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="font-medium">{scheduleText(schedule, nowMs)}</p>
        <p className="text-muted">{reportsText(reportsAfter)}</p>
        {lastRun && <LastRun run={lastRun} />}
      </div>
      {onAction && (
        <ScheduleActions schedule={schedule} isAllPaused={isAllPaused} onAction={onAction} />
      )}
    </li>
  )
}

function LastRun({ run }: { run: ScheduleRun }) {
  const { state, text } = runText(run)
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-muted">
      <StateDot state={state} pulsing={run.outcome === 'running'} />
      <span>
        Last run: {text}, <RelativeTime at={run.at} />
      </span>
      {run.jobId !== null && <JobLink jobId={run.jobId}>Open its job</JobLink>}
    </p>
  )
}

interface ScheduleActionsProps extends ScheduleRowProps {
  onAction: OnScheduleAction
}

function ScheduleActions({ schedule, isAllPaused, onAction }: ScheduleActionsProps) {
  const save = useSaveSchedule(schedule.id)
  const { days, time, reportsAfter, isActive } = schedule
  const toggle = () => save.mutate({ days, time, reportsAfter, isActive: !isActive })
  const pausing = isActive
    ? { label: 'Pause', icon: <Pause aria-hidden /> }
    : { label: 'Resume', icon: <Play aria-hidden /> }
  return (
    <DropdownMenu
      trigger={
        <IconButton
          label={`Actions for ${whenText(schedule)}`}
          icon={<Ellipsis aria-hidden />}
          loading={save.isPending}
        />
      }
      items={[
        {
          label: 'Edit',
          icon: <Pencil aria-hidden />,
          onSelect: () => onAction('save', schedule),
        },
        ...(isAllPaused ? [] : [{ ...pausing, onSelect: toggle }]),
        {
          label: 'Delete',
          icon: <Trash2 aria-hidden />,
          onSelect: () => onAction('delete', schedule),
        },
      ]}
    />
  )
}
