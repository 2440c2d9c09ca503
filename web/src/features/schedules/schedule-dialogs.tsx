import { zoneName } from '@dashboard/contract/local-time'
import { ScheduleInput } from '@dashboard/contract/schedule-inputs'
import type { Schedule } from '@dashboard/contract/schedules'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Checklist } from '../../ui/checklist.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { useLookupOptions } from '../reports/reports-queries.ts'
import { dayName, weekDays, whenText } from './schedule-words.ts'
import { saveFailure, useDeleteSchedule, useSaveSchedule } from './schedules-queries.ts'

interface DialogProps {
  open: boolean
  onClose: () => void
}

/** Adds a schedule, or changes the given one. */
export function SaveScheduleDialog({
  open,
  onClose,
  schedule,
}: DialogProps & { schedule: Schedule | undefined }) {
  const save = useSaveSchedule(schedule?.id)
  const [draft, setDraft] = useState<ScheduleDraft>(() => draftOf(schedule))
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
      open={open}
      onClose={onClose}
      title={isNew ? 'Add schedule' : 'Edit schedule'}
      submitLabel={isNew ? 'Add schedule' : 'Save changes'}
      busyLabel="Saving..."
      isBusy={save.isPending}
      onSubmit={submit}
    >
      {save.isError && <Alert>{errorMessage(save.error, saveFailure)}</Alert>}
      <ScheduleFields draft={draft} onChange={setDraft} issueOf={issueOf} />
    </FormDialog>
  )
}

export function DeleteScheduleDialog({
  open,
  onClose,
  schedule,
}: DialogProps & { schedule: Schedule }) {
  const remove = useDeleteSchedule(schedule.id)
  return (
    <ConfirmDialog
      open={open}
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
      <Field
        label="Reports after the import"
        hint={draft.reports === 'circuits' ? circuitsHint : undefined}
        error={draft.reports === 'circuits' ? undefined : issueOf('reportsAfter')}
      >
        <Select
          options={reportOptions}
          value={draft.reports}
          onChange={(reports) => onChange({ ...draft, reports })}
        />
      </Field>
      {draft.reports === 'circuits' && (
        <CircuitBoxes draft={draft} onChange={onChange} issueOf={issueOf} />
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
      <div className="mt-1 grid grid-cols-2 gap-x-4 sm:grid-cols-3">
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
      <Problem id={errorId} text={error} />
    </fieldset>
  )
}

function CircuitBoxes({ draft, onChange, issueOf }: ScheduleFieldsProps) {
  const { data } = useLookupOptions()
  const [search, setSearch] = useState('')
  const errorId = useId()
  const [chosenAtFirst] = useState(draft.circuits)
  const items = useMemo(() => toItems(data?.circuits ?? [], chosenAtFirst), [data, chosenAtFirst])
  const select = (names: readonly string[], checked: boolean) => {
    const circuits = new Set(draft.circuits)
    for (const name of names) {
      if (checked) circuits.add(name)
      else circuits.delete(name)
    }
    onChange({ ...draft, circuits })
  }
  return (
    <div>
      <Checklist
        label="Circuits"
        items={items}
        selected={draft.circuits}
        onSelect={select}
        search={search}
        onSearch={setSearch}
        searchLabel="Search circuits"
        emptyText="No circuits yet. Run a sync to bring them in."
      />
      <Problem id={errorId} text={issueOf('reportsAfter')} />
    </div>
  )
}

/** Returns the items, with chosen circuits that no longer exist: they may come back with another import. */
function toItems(known: readonly string[], chosen: ReadonlySet<string>) {
  const names = new Set(known)
  const gone = [...chosen].filter((name) => !names.has(name))
  return [
    ...known.map((name) => ({ id: name, label: name })),
    ...gone.map((name) => ({ id: name, label: name, detail: 'Not there now' })),
  ]
}

function Problem({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p id={id} role="alert" className="mt-1.5 flex animate-appear gap-1.5 text-danger-text">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  )
}

type ReportsChoice = 'none' | 'outdated' | 'circuits'

/** The values in the dialog: the chosen circuits are kept while another option is tried. */
interface ScheduleDraft {
  days: readonly number[]
  /** `HH:MM`, or empty as the field is. */
  time: string
  reports: ReportsChoice
  circuits: ReadonlySet<string>
  isActive: boolean
}

/** Returns the values of a schedule, or the initial ones for a new schedule. */
function draftOf(schedule: Schedule | undefined): ScheduleDraft {
  if (!schedule) {
    const days = [1, 2, 3, 4, 5]
    return { days, time: '06:00', reports: 'outdated', circuits: new Set(), isActive: true }
  }
  const { days, time, reportsAfter, isActive } = schedule
  const isOfCircuits = typeof reportsAfter !== 'string'
  return {
    days,
    time,
    isActive,
    reports: isOfCircuits ? 'circuits' : reportsAfter,
    circuits: new Set(isOfCircuits ? reportsAfter : []),
  }
}

/** Returns the values that are sent. */
function toInput({ days, time, reports, circuits, isActive }: ScheduleDraft): ScheduleInput {
  const reportsAfter = reports === 'circuits' ? [...circuits] : reports
  return { days: [...days], time, reportsAfter, isActive }
}
