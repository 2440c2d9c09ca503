import { compareNames } from '@dashboard/contract/compare-names'
import { formatCount } from '@dashboard/contract/counts'
import { days } from '@dashboard/contract/days'
import { volunteerFilterLabels } from '@dashboard/contract/volunteer-labels'
import type { VolunteerFacets } from '@dashboard/contract/volunteers'
import { useMemo, useState } from 'react'
import { findByLabel } from '../../format/search-by.ts'
import { shortCount } from '../../format/short-count.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import {
  type FlagFilter,
  flagFilters,
  listFilters,
  markLabel,
  slotsOf,
  toggled,
  type VolunteerChoice,
} from './volunteer-choice.ts'
import { DayHeadings } from './volunteer-parts.tsx'

interface VolunteerFiltersProps {
  choice: VolunteerChoice
  onChange: (choice: VolunteerChoice) => void
  /** The counts; `undefined` until they have arrived. */
  facets: VolunteerFacets | undefined
}

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
            onChange={(value) => onChange({ ...choice, flags: { ...choice.flags, [name]: value } })}
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
    <SelectField<'true' | 'false' | ''>
      label={volunteerFilterLabels[name]}
      options={[{ value: '', label: 'Either' }, option('true', 'Yes'), option('false', 'No')]}
      value={value ?? ''}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  )
}

/** A list with more values than this has a search field, and shows no more of them at a time. */
const searchedFrom = 10
const maxShown = 100

interface FacetListProps {
  label: string
  counts: Readonly<Record<string, number>>
  chosen: readonly string[]
  /** Returns the label of a value; the value itself when left out. */
  labelOf?: (value: string) => string
  onChange: (chosen: string[]) => void
}

/**
 * Shows the values of a filter, each with how many volunteers choosing it would leave; collapsed until it is opened.
 */
function FacetList(props: FacetListProps) {
  const { label, chosen } = props
  const [isOpen, setIsOpen] = useState(chosen.length > 0)
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="border-b py-1"
    >
      <summary className="flex min-h-control cursor-pointer items-center justify-between gap-2 font-medium">
        {label}
        {chosen.length > 0 && <span className="text-muted">{chosen.length} chosen</span>}
      </summary>
      {isOpen && <FacetValues {...props} />}
    </details>
  )
}

function FacetValues(props: FacetListProps) {
  const { label, counts, chosen, labelOf = String, onChange } = props
  const [search, setSearch] = useState('')
  const values = useMemo(() => {
    const names = Object.keys(counts).sort(compareNames)
    return names.map((name) => ({ name, label: labelOf(name) }))
  }, [counts, labelOf])
  const found = findByLabel(values, search)
  return (
    <fieldset className="flex flex-col gap-1 pb-2">
      <legend className="sr-only">{label}</legend>
      {values.length > searchedFrom && (
        <SearchInput
          label={`Search ${label.toLowerCase()}`}
          placeholder="Search"
          value={search}
          onChange={setSearch}
        />
      )}
      <div className="flex max-h-64 flex-col overflow-y-auto">
        {found.slice(0, maxShown).map(({ name, label: valueLabel }) => {
          const count = counts[name] ?? 0
          const isChosen = chosen.includes(name)
          return (
            <Checkbox
              key={name}
              checked={isChosen}
              // A chosen value can always be unticked.
              disabled={count === 0 && !isChosen}
              onChange={() => onChange(toggled(chosen, name))}
              className="min-h-8! shrink-0 pointer-coarse:min-h-control!"
              label={
                <span className="flex min-w-0 items-baseline gap-2">
                  <span className="min-w-0 wrap-anywhere">{valueLabel}</span>
                  <span className="text-muted">{formatCount(count)}</span>
                </span>
              }
            />
          )
        })}
      </div>
      {found.length > maxShown && (
        <p className="text-xs text-muted">
          {formatCount(found.length - maxShown)} more: search for them.
        </p>
      )}
      {found.length === 0 && <p className="text-muted">Nothing matches.</p>}
    </fieldset>
  )
}

interface WeekFilterProps {
  /** Keyed by `Day:Slot`. */
  counts: Readonly<Record<string, number>>
  chosen: readonly string[]
  match: 'any' | 'all'
  onChange: (chosen: { slots: string[]; slotsMatch: 'any' | 'all' }) => void
}

/** Shows days and time slots as buttons, each with how many could serve then. */
function WeekFilter({ counts, chosen, match, onChange }: WeekFilterProps) {
  const slots = slotsOf(counts)
  return (
    <fieldset className="flex flex-col gap-2 border-b py-3">
      <legend className="contents font-medium">When</legend>
      <table className="w-full table-fixed border-separate border-spacing-0.5 text-center text-xs">
        <thead>
          <tr>
            <DayHeadings />
          </tr>
        </thead>
        {slots.map((slot) => (
          <tbody key={slot}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={days.length}
                className="pt-1 text-left font-medium wrap-anywhere"
              >
                {slot}
              </th>
            </tr>
            <tr>
              {days.map((day) => (
                <td key={day}>
                  <SlotButton
                    name={`${day} ${slot}`}
                    count={counts[`${day}:${slot}`] ?? 0}
                    isChosen={chosen.includes(`${day}:${slot}`)}
                    onToggle={() =>
                      onChange({ slots: toggled(chosen, `${day}:${slot}`), slotsMatch: match })
                    }
                  />
                </td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
      <Switch
        label="All of them"
        description="Instead of any of the chosen times"
        checked={match === 'all'}
        onChange={(isAll) => onChange({ slots: [...chosen], slotsMatch: isAll ? 'all' : 'any' })}
      />
    </fieldset>
  )
}

interface SlotButtonProps {
  /** The name, such as 'Saturday Morning'. */
  name: string
  count: number
  isChosen: boolean
  onToggle: () => void
}

function SlotButton({ name, count, isChosen, onToggle }: SlotButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={`${name}: ${shortCount(count)}`}
      // A chosen value can always be unticked.
      disabled={count === 0 && !isChosen}
      onClick={onToggle}
      className={classNames(
        'h-8 w-full rounded-[4px] border tracking-tighter whitespace-nowrap disabled:opacity-55 pointer-coarse:h-control',
        isChosen
          ? 'border-control bg-control text-on-control'
          : 'bg-background not-disabled:hover:bg-hover',
      )}
    >
      {shortCount(count)}
    </button>
  )
}
