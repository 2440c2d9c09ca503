import {
  listSchedules,
  type Schedule,
  type ScheduleList,
  type ScheduleRun,
} from '@dashboard/contract/schedules'
import { CalendarClock, Ellipsis, Pause, Pencil, Play, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Loaded } from '../../api/loaded.tsx'
import { useIsSupported } from '../../api/missing-calls.ts'
import { outsideSystem } from '../../format/installation.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { CollapsibleSection } from '../../ui/card.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { usePresentTime } from '../../ui/present-time.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StateDot } from '../../ui/state-badge.tsx'
import { JobLink } from '../jobs/job-link.tsx'
import { pauseText, reportsText, runText, scheduleText, whenText } from './schedule-words.ts'
import { useResumeSchedules, useSaveSchedule, useSchedules } from './schedules-queries.ts'

const ScheduleDialog = lazy(async () => ({
  default: (await import('./schedule-dialogs.tsx')).ScheduleDialog,
}))

interface Asked {
  action: 'save' | 'delete'
  /** `undefined` for a new schedule. */
  schedule?: Schedule
}

/** Shows when syncs run by themselves; administrators can change it (docs/jobs.md#schedules). */
export function ScheduleCard() {
  const schedules = useSchedules()
  const isAdmin = useSessionUser().role === 'admin'
  const [asked, setAsked] = useState<Asked>()
  const add = isAdmin ? () => setAsked({ action: 'save' }) : undefined
  const { data } = schedules
  if (!useIsSupported(listSchedules)) return null
  return (
    <CollapsibleSection
      title="Schedule"
      isUrgent={schedules.isError || (data?.paused ?? null) !== null}
      description={data && whatText(data)}
      actions={
        add &&
        data &&
        data.schedules.length > 0 && (
          <Button icon={<Plus />} onClick={add}>
            Add schedule
          </Button>
        )
      }
    >
      <Loaded
        query={schedules}
        loading={<Skeleton className="h-16" />}
        failed="The schedule could not be loaded"
      >
        {(list) => <Schedules {...list} onAdd={add} onAction={isAdmin ? setAsked : undefined} />}
      </Loaded>
      <Suspense fallback={null}>
        {asked && <ScheduleDialog {...asked} onClose={() => setAsked(undefined)} />}
      </Suspense>
    </CollapsibleSection>
  )
}

function whatText({ withExport }: ScheduleList): string {
  return withExport
    ? `Exports from ${outsideSystem} and imports by itself.`
    : `Imports by itself. ${outsideSystem} is not connected.`
}

interface SchedulesProps extends ScheduleList {
  onAdd: (() => void) | undefined
  onAction: OnScheduleAction | undefined
}

function Schedules({ schedules, paused, onAdd, onAction }: SchedulesProps) {
  const resume = useResumeSchedules()
  if (schedules.length === 0) {
    return (
      <EmptyState
        icon={<CalendarClock />}
        title="No schedule yet"
        action={onAdd && <Button onClick={onAdd}>Add schedule</Button>}
      >
        {onAdd
          ? 'Add one, and syncs run by themselves at the times you choose.'
          : 'When an administrator adds one, syncs run by themselves.'}
      </EmptyState>
    )
  }
  return (
    <>
      {paused && (
        <Alert tone="warning" title="The schedules are paused">
          <p>{pauseText(paused)}</p>
          {onAction ? (
            <Button className="mt-2" loading={resume.isPending} onClick={() => resume.mutate()}>
              Resume
            </Button>
          ) : (
            <p>An administrator can resume them.</p>
          )}
        </Alert>
      )}
      <ul aria-label="Schedules" className="-my-3 flex flex-col">
        {schedules.map((schedule) => (
          <ScheduleRow
            key={schedule.id}
            schedule={schedule}
            isAllPaused={paused !== null}
            onAction={onAction}
          />
        ))}
      </ul>
    </>
  )
}

type OnScheduleAction = (asked: Asked) => void

interface ScheduleRowProps {
  schedule: Schedule
  /** No schedule runs: pausing or resuming one would change nothing. */
  isAllPaused: boolean
  /** Left out for a user who may only see the schedule. */
  onAction: OnScheduleAction | undefined
}

function ScheduleRow({ schedule, isAllPaused, onAction }: ScheduleRowProps) {
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
    ? { label: 'Pause', icon: <Pause /> }
    : { label: 'Resume', icon: <Play /> }
  return (
    <DropdownMenu
      trigger={
        <IconButton
          label={`Actions for ${whenText(schedule)}`}
          icon={<Ellipsis />}
          loading={save.isPending}
        />
      }
      items={[
        { label: 'Edit', icon: <Pencil />, onSelect: () => onAction({ action: 'save', schedule }) },
        ...(isAllPaused ? [] : [{ ...pausing, onSelect: toggle }]),
        {
          label: 'Delete',
          icon: <Trash2 />,
          onSelect: () => onAction({ action: 'delete', schedule }),
        },
      ]}
    />
  )
}
