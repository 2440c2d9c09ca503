import { useId, useMemo, useState } from 'react'
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
  /** Takes what the window has left, where the list is all there is to see. */
  isTall?: boolean
}

/** A searchable list of checkboxes, as long as it likes; Select All and Clear All act on what the search leaves. */
export function Checklist(props: ChecklistProps) {
  const { label, items, selected, onSelect, search, onSearch, searchLabel } = props
  const { selectAllLabel = 'Select All', clearAllLabel = 'Clear All' } = props
  const { emptyText = 'Nothing to choose from yet.' } = props
  const labelId = useId()
  // As they were when asked for: an item that is then unticked stays in sight.
  const [together, setTogether] = useState<ReadonlySet<string>>()
  const shown = useMemo(
    () => filterItems(together ? items.filter(({ id }) => together.has(id)) : items, search),
    [items, together, search],
  )
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
      <div className="flex flex-wrap gap-x-2 gap-y-1">
        <div className="min-w-50 grow basis-50">
          <SearchInput label={searchLabel} value={search} onChange={onSearch} />
        </div>
        <Button
          variant={together ? 'secondary' : 'quiet'}
          className="shrink-0 px-2! whitespace-nowrap"
          aria-pressed={together !== undefined}
          disabled={selected.size === 0 && together === undefined}
          onClick={() =>
            setTogether(together ? undefined : new Set([...selected, ...(props.partial ?? [])]))
          }
        >
          Only selected
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className="rounded-control border bg-background px-3 py-6 text-center text-muted">
          {noItemsText(items.length, search.trim(), emptyText)}
        </p>
      ) : (
        <ChecklistRows
          items={shown}
          selected={selected}
          partial={props.partial}
          isTall={props.isTall}
          onSelect={onSelect}
        />
      )}
    </fieldset>
  )
}

function noItemsText(count: number, search: string, emptyText: string): string {
  if (count === 0) return emptyText
  return search === '' ? 'Nothing is selected.' : `Nothing matches "${search}".`
}
