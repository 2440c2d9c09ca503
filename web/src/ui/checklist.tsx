import { useId, useMemo } from 'react'
import { Button } from './button.tsx'
import { type ChecklistItem, filterItems } from './checklist-filter.ts'
import { ChecklistRows } from './checklist-rows.tsx'
import { SearchInput } from './search-input.tsx'

interface ChecklistProps {
  label: string
  items: readonly ChecklistItem[]
  selected: ReadonlySet<string>
  /** Items that represent several things of which only some are selected. */
  partial?: ReadonlySet<string>
  /** One item was ticked or unticked, or all that the search leaves. */
  onSelect: (ids: readonly string[], checked: boolean) => void
  search: string
  onSearch: (search: string) => void
  searchLabel: string
  selectAllLabel?: string
  clearAllLabel?: string
  /** What to say when there are no items at all. */
  emptyText?: string
}

/** A searchable list of checkboxes, as long as it likes; Select All and Clear All act on what the search leaves. */
export function Checklist(props: ChecklistProps) {
  const { label, items, selected, onSelect, search, onSearch, searchLabel } = props
  const { selectAllLabel = 'Select All', clearAllLabel = 'Clear All' } = props
  const { emptyText = 'Nothing to choose from yet.' } = props
  const labelId = useId()
  const shown = useMemo(() => filterItems(items, search), [items, search])
  const shownIds = useMemo(() => shown.map((item) => item.id), [shown])
  const tickedCount = shownIds.reduce((count, id) => count + (selected.has(id) ? 1 : 0), 0)
  return (
    <fieldset aria-labelledby={labelId} className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span id={labelId} className="min-w-0 font-medium">
          {label}
        </span>
        <span className="-mx-3.5 flex flex-wrap">
          <Button
            variant="quiet"
            disabled={tickedCount === shown.length}
            onClick={() => onSelect(shownIds, true)}
          >
            {selectAllLabel}
          </Button>
          <Button
            variant="quiet"
            disabled={tickedCount === 0 && !shownIds.some((id) => props.partial?.has(id))}
            onClick={() => onSelect(shownIds, false)}
          >
            {clearAllLabel}
          </Button>
        </span>
      </div>
      <SearchInput label={searchLabel} value={search} onChange={onSearch} />
      {shown.length === 0 ? (
        <p className="rounded-control border bg-background px-3 py-6 text-center text-muted">
          {items.length === 0 ? emptyText : `Nothing matches "${search.trim()}".`}
        </p>
      ) : (
        <ChecklistRows
          items={shown}
          selected={selected}
          partial={props.partial}
          onSelect={onSelect}
        />
      )}
    </fieldset>
  )
}
