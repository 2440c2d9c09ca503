import { formatCount } from '@dashboard/contract/counts'
import { volunteerFilterLabels } from '@dashboard/contract/volunteer-labels'
import type { VolunteerFacets } from '@dashboard/contract/volunteers'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { FacetList } from './facet-list.tsx'
import {
  type FlagFilter,
  flagFilters,
  listFilters,
  markLabel,
  type VolunteerChoice,
} from './volunteer-choice.ts'
import { WeekFilter } from './week-filter.tsx'

interface VolunteerFiltersProps {
  choice: VolunteerChoice
  onChange: (choice: VolunteerChoice) => void
  /** Without counts until they are there. */
  facets: VolunteerFacets | undefined
}

/** Everything the list can be narrowed by. */
export function VolunteerFilters({ choice, onChange, facets }: VolunteerFiltersProps) {
  return (
    <div className="flex flex-col">
      {listFilters.map((name) => (
        <FacetList
          key={name}
          label={volunteerFilterLabels[name]}
          counts={facets?.[name] ?? Object.fromEntries(choice[name].map((value) => [value, 0]))}
          chosen={choice[name]}
          {...(name === 'mark' && { labelOf: markLabel })}
          onChange={(chosen) => onChange({ ...choice, [name]: chosen })}
        />
      ))}
      <WeekFilter
        counts={facets?.slots ?? Object.fromEntries(choice.slots.map((slot) => [slot, 0]))}
        chosen={choice.slots}
        match={choice.slotsMatch}
        onChange={(chosen) => onChange({ ...choice, ...chosen })}
      />
      <div className="grid grid-cols-2 gap-3 py-3">
        {flagFilters.map((name) => (
          <FlagSelect
            key={name}
            name={name}
            counts={facets?.[name]}
            value={choice.flags[name]}
            onChange={(value) => {
              const { [name]: _, ...flags } = choice.flags
              onChange({
                ...choice,
                flags: value === undefined ? flags : { ...flags, [name]: value },
              })
            }}
          />
        ))}
      </div>
    </div>
  )
}

interface FlagSelectProps {
  name: FlagFilter
  counts: { true: number; false: number } | undefined
  value: 'true' | 'false' | undefined
  onChange: (value: 'true' | 'false' | undefined) => void
}

function FlagSelect({ name, counts, value, onChange }: FlagSelectProps) {
  const option = (flag: 'true' | 'false', label: string) => ({
    value: flag,
    label: counts ? `${label} (${formatCount(counts[flag])})` : label,
    disabled: counts?.[flag] === 0 && value !== flag,
  })
  return (
    <Field label={volunteerFilterLabels[name]}>
      <Select<'true' | 'false' | ''>
        options={[{ value: '', label: 'Either' }, option('true', 'Yes'), option('false', 'No')]}
        value={value ?? ''}
        onChange={(next) => onChange(next === '' ? undefined : next)}
      />
    </Field>
  )
}
