import type { ScheduleInput } from '@dashboard/contract/schedule-inputs'
import { CircleAlert } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Checklist } from '../../ui/checklist.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { useLookupOptions } from '../reports/reports-queries.ts'
import type { ReportsChoice, ScheduleDraft } from './schedule-draft.ts'
import { dayName, weekDays } from './schedule-words.ts'

interface ScheduleFieldsProps {
  draft: ScheduleDraft
  onChange: (draft: ScheduleDraft) => void
  /** What is wrong with a field, once somebody has tried to save. */
  issueOf: (field: keyof ScheduleInput) => string | undefined
}

const reportOptions: { value: ReportsChoice; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'outdated', label: 'Those that are out of date' },
  { value: 'circuits', label: 'Those of chosen circuits' },
]

export function ScheduleFields({ draft, onChange, issueOf }: ScheduleFieldsProps) {
  return (
    <>
      <DayBoxes
        days={draft.days}
        onChange={(days) => onChange({ ...draft, days })}
        error={issueOf('days')}
      />
      <Field
        label="Time"
        hint="In Eastern time, whatever the clock of your device says."
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

/** One that was chosen and has gone since stays in the list: it may come back with another import. */
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
