import { formatCount } from '@dashboard/contract/counts'
import { useState } from 'react'
import { compareNames } from '../../format/compare-names.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { toggled } from './volunteer-choice.ts'

/** A list with more values than these has a search of its own, and shows no more of them at a time. */
const searchedFrom = 10
const mostShown = 100

interface FacetListProps {
  label: string
  counts: Readonly<Record<string, number>>
  chosen: readonly string[]
  /** What a value is called; its own name when left out. */
  labelOf?: (value: string) => string
  onChange: (chosen: string[]) => void
}

/** Values of a filter with how many choosing each would leave; folded until it is opened. */
export function FacetList(props: FacetListProps) {
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
  const wanted = search.trim().toLowerCase()
  const names = Object.keys(counts).sort(compareNames)
  const found = names.filter((name) => labelOf(name).toLowerCase().includes(wanted))
  return (
    <fieldset className="flex flex-col gap-1 pb-2">
      <legend className="sr-only">{label}</legend>
      {names.length > searchedFrom && (
        <SearchInput
          label={`Search ${label.toLowerCase()}`}
          placeholder="Search"
          value={search}
          onChange={setSearch}
        />
      )}
      <div className="flex max-h-64 flex-col overflow-y-auto">
        {found.slice(0, mostShown).map((name) => {
          const count = counts[name] ?? 0
          const isChosen = chosen.includes(name)
          return (
            <Checkbox
              key={name}
              checked={isChosen}
              // What is chosen can be given up again.
              disabled={count === 0 && !isChosen}
              onChange={() => onChange(toggled(chosen, name))}
              className="min-h-8! shrink-0 pointer-coarse:min-h-control!"
              label={
                <span className="flex min-w-0 items-baseline gap-2">
                  <span className="min-w-0 wrap-anywhere">{labelOf(name)}</span>
                  <span className="text-muted">{formatCount(count)}</span>
                </span>
              }
            />
          )
        })}
      </div>
      {found.length > mostShown && (
        <p className="text-xs text-muted">
          {formatCount(found.length - mostShown)} more: search for them.
        </p>
      )}
      {found.length === 0 && <p className="text-muted">Nothing matches.</p>}
    </fieldset>
  )
}
