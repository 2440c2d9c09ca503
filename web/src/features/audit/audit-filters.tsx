import {
  type AuditAction,
  auditActionLabels,
  auditActionNames,
} from '@dashboard/contract/audit-actions'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { SelectField } from '../../ui/select.tsx'
import type { AuditChoice } from './audit-choice.ts'
import { useAuditActors } from './audit-queries.ts'

const actions: { value: AuditAction | ''; label: string }[] = [
  { value: '', label: 'All actions' },
  ...auditActionNames.map((value) => ({ value, label: auditActionLabels[value] })),
]

interface AuditFiltersProps {
  choice: AuditChoice
  onChange: (choice: AuditChoice) => void
}

/** Shows the filters of the log: text, action, person and days. */
export function AuditFilters({ choice, onChange }: AuditFiltersProps) {
  const people = useAuditActors().data?.actors ?? []
  const set = (part: Partial<AuditChoice>) => onChange({ ...choice, ...part })
  return (
    <div className="@container flex flex-col gap-4">
      <SearchInput
        label="Search the audit log"
        placeholder="Person, address or detail"
        value={choice.search}
        onChange={(search) => set({ search })}
      />
      <div className="grid grid-cols-2 gap-4 @2xl:grid-cols-4">
        <SelectField
          label="Action"
          options={actions}
          value={choice.action}
          onChange={(action) => set({ action })}
        />
        <SelectField
          label="Person"
          options={[
            { value: '', label: 'Everybody' },
            ...people.map(({ value, name }) => ({ value, label: name })),
          ]}
          value={choice.actor}
          onChange={(actor) => set({ actor })}
        />
        <DayField
          label="From"
          value={choice.from}
          max={choice.to || undefined}
          onChange={(from) => set({ from })}
        />
        <DayField
          label="To"
          value={choice.to}
          min={choice.from || undefined}
          onChange={(to) => set({ to })}
        />
      </div>
    </div>
  )
}

interface DayFieldProps {
  label: string
  value: string
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string) => void
}

function DayField({ label, onChange, ...limits }: DayFieldProps) {
  return (
    <div className="col-span-2 @md:col-span-1">
      <Field label={label}>
        <Input type="date" {...limits} onChange={(event) => onChange(event.target.value)} />
      </Field>
    </div>
  )
}
