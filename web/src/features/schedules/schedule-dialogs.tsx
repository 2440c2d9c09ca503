import { zoneName } from '@dashboard/contract/local-time'
import { ScheduleInput } from '@dashboard/contract/schedule-inputs'
import type { Schedule } from '@dashboard/contract/schedules'
import { type FormEvent, useId, useState } from 'react'
import { ErrorAlert } from '../../api/error-alert.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CircuitChecklist } from '../../ui/circuit-checklist.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { Closable } from '../../ui/dialog.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { SelectField } from '../../ui/select.tsx'
import { useLookupOptions } from '../reports/reports-queries.ts'
import { dayName, weekDays, whenText } from './schedule-words.ts'
import { saveFailure, useDeleteSchedule, useSaveSchedule } from './schedules-queries.ts'

interface ScheduleDialogProps extends Closable {
  action: 'save' | 'delete'
  /** `undefined` for a new schedule. */
  schedule?: Schedule | undefined
}

export function ScheduleDialog({ action, schedule, onClose }: ScheduleDialogProps) {
  if (action === 'delete' && schedule) {
    return <DeleteScheduleDialog onClose={onClose} schedule={schedule} />
  }
  return <SaveScheduleDialog onClose={onClose} schedule={schedule} />
}

interface SaveScheduleDialogProps extends Closable {
  schedule: Schedule | undefined
}

function SaveScheduleDialog({ schedule, onClose }: SaveScheduleDialogProps) {
  const save = useSaveSchedule(schedule?.id)
  const [draft, setDraft] = useState(() => draftOf(schedule ?? newSchedule))
  const [isTried, setIsTried] = useState(false)
  const input = ScheduleInput.safeParse(toInput(draft))
  const issueOf = (field: keyof ScheduleInput) =>
    isTried ? input.error?.issues.find(({ path }) => path[0] === field)?.message : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (input.success) save.mutate(input.data, { onSuccess: onClose })
  }
  const isNew = schedule === undefined
  return (
    <FormDialog
      onClose={onClose}
      title={isNew ? 'Add schedule' : 'Edit schedule'}
      submitLabel={isNew ? 'Add schedule' : 'Save changes'}
      busyLabel="Saving..."
      isBusy={save.isPending}
      onSubmit={submit}
    >
      <ErrorAlert error={save.error} fallback={saveFailure} />
      <ScheduleFields draft={draft} onChange={setDraft} issueOf={issueOf} />
    </FormDialog>
  )
}

function DeleteScheduleDialog({ schedule, onClose }: Closable & { schedule: Schedule }) {
  const remove = useDeleteSchedule(schedule.id)
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete schedule?"
      body={`Nothing will run by itself ${whenText(schedule).replace(/^E/, 'e')} any more.`}
      confirmLabel="Delete schedule"
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    />
  )
}

interface ScheduleFieldsProps {
  draft: ScheduleDraft
  onChange: (draft: ScheduleDraft) => void
  /** Returns the problem with a field, once the user has tried to save. */
  issueOf: (field: keyof ScheduleInput) => string | undefined
}

const reportOptions: { value: ReportsChoice; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'outdated', label: 'Those that are out of date' },
  { value: 'circuits', label: 'Those of chosen circuits' },
]

function ScheduleFields({ draft, onChange, issueOf }: ScheduleFieldsProps) {
  return (
    <>
      <DayBoxes
        days={draft.days}
        onChange={(days) => onChange({ ...draft, days })}
        error={issueOf('days')}
      />
      <Field
        label="Time"
        hint={`In ${zoneName(Date.now())}, whatever the clock of your device says.`}
        error={issueOf('time')}
      >
        <Input
          type="time"
          value={draft.time}
          onChange={(event) => onChange({ ...draft, time: event.target.value })}
        />
      </Field>
      <SelectField
        label="Reports after the import"
        hint={draft.reports === 'circuits' ? circuitsHint : undefined}
        error={draft.reports === 'circuits' ? undefined : issueOf('reportsAfter')}
        options={reportOptions}
        value={draft.reports}
        onChange={(reports) => onChange({ ...draft, reports })}
      />
      {draft.reports === 'circuits' && (
        <ReportCircuits draft={draft} onChange={onChange} issueOf={issueOf} />
      )}
    </>
  )
}

const circuitsHint = 'A report of each, and those of their congregations that are out of date.'

interface DayBoxesProps {
  days: readonly number[]
  onChange: (days: number[]) => void
  error: string | undefined
}

function DayBoxes({ days, onChange, error }: DayBoxesProps) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="font-medium">Days</legend>
      <div className="my-1 grid grid-cols-2 gap-x-4 sm:grid-cols-3">
        {weekDays.map((day) => (
          <Checkbox
            key={day}
            label={dayName(day)}
            checked={days.includes(day)}
            onChange={(checked) =>
              onChange(checked ? [...days, day] : days.filter((other) => other !== day))
            }
          />
        ))}
      </div>
      <FieldError id={errorId} text={error} />
    </fieldset>
  )
}

function ReportCircuits({ draft, onChange, issueOf }: ScheduleFieldsProps) {
  const { data } = useLookupOptions()
  return (
    <CircuitChecklist
      label="Circuits"
      known={data?.circuits}
      chosen={draft.circuits}
      onChange={(circuits) => onChange({ ...draft, circuits })}
      error={issueOf('reportsAfter')}
    />
  )
}

type ReportsChoice = 'none' | 'outdated' | 'circuits'

/** The values in the dialog: the chosen circuits remain while another option is tried. */
interface ScheduleDraft extends Omit<ScheduleInput, 'reportsAfter'> {
  reports: ReportsChoice
  circuits: ReadonlySet<string>
}

const newSchedule: ScheduleInput = {
  days: [1, 2, 3, 4, 5],
  time: '06:00',
  reportsAfter: 'outdated',
  isActive: true,
}

function draftOf({ days, time, reportsAfter, isActive }: ScheduleInput): ScheduleDraft {
  const isOfCircuits = typeof reportsAfter !== 'string'
  return {
    days,
    time,
    isActive,
    reports: isOfCircuits ? 'circuits' : reportsAfter,
    circuits: new Set(isOfCircuits ? reportsAfter : []),
  }
}

function toInput({ days, time, reports, circuits, isActive }: ScheduleDraft): ScheduleInput {
  const reportsAfter = reports === 'circuits' ? [...circuits] : reports
  return { days, time, reportsAfter, isActive }
}
