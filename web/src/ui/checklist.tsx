import { useId, useState } from 'react'
import { findByLabel } from '../format/search-by.ts'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { classNames } from './class-names.ts'
import { SearchInput } from './search-input.tsx'
import { VirtualList } from './virtual-list.tsx'

export interface ChecklistItem {
  id: string
  label: string
  /** Muted text at the right, such as a count. */
  detail?: string
  /** An item that represents nothing selectable. */
  disabled?: boolean
}

interface ChecklistProps {
  label: string
  items: readonly ChecklistItem[]
  selected: ReadonlySet<string>
  /** Ids of items that represent several things, only some of which are selected. */
  partial?: ReadonlySet<string>
  /** Called when one item was ticked or unticked, or all items that match the search. */
  onSelect: (ids: readonly string[], checked: boolean) => void
  searchLabel: string
  selectAllLabel?: string
  clearAllLabel?: string
  emptyText?: string
  /**
   * Fills the remaining height of the window, for a place where the list is the main content; where its page's container
   * has one column, only once it is used, so that what follows is in view at first.
   */
  isTall?: boolean
}

/**
 * Shows a searchable list of checkboxes, which may be very long; Select All and Clear All apply to the items that match
 * the search.
 */
export function Checklist(props: ChecklistProps) {
  const { label, items, selected, onSelect, searchLabel } = props
  const { selectAllLabel = 'Select All', clearAllLabel = 'Clear All' } = props
  const { emptyText = 'Nothing to choose from yet.', isTall = false } = props
  const labelId = useId()
  const [search, setSearch] = useState('')
  const [isUsed, setIsUsed] = useState(false)
  const isAtRest = !isUsed && selected.size === 0
  // The ids from the moment when they were requested: an item that is then unticked stays in view.
  const [together, setTogether] = useState<ReadonlySet<string>>()
  const found = findByLabel(items, search)
  const shown = together ? found.filter(({ id }) => together.has(id)) : found
  const shownIds = shown.flatMap(({ id, disabled }) => (disabled ? [] : [id]))
  const tickedCount = shownIds.filter((id) => selected.has(id)).length
  return (
    <fieldset
      aria-labelledby={labelId}
      className="flex min-w-0 flex-col gap-2"
      onFocus={() => setIsUsed(true)}
      onScrollCapture={() => setIsUsed(true)}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span id={labelId} className="min-w-0 font-medium">
          {label}
        </span>
        <span className="-mx-3.5 flex flex-wrap">
          <Button
            variant="quiet"
            disabled={tickedCount === shownIds.length}
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
        <div className="min-w-44 grow basis-44">
          <SearchInput
            label={searchLabel}
            placeholder="Search"
            value={search}
            onChange={setSearch}
          />
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
        <p className="card-rows px-(--card-pad) py-6 text-center text-muted">
          {noItemsText(items.length, search.trim(), emptyText)}
        </p>
      ) : (
        <VirtualList
          label={label}
          items={shown}
          keyOf={({ id }) => id}
          estimatePx={36}
          className={classNames(
            'card-rows min-h-24 py-1',
            isTall ? tallClass : 'max-h-72',
            isTall && isAtRest && '@max-2xl:max-h-31',
          )}
        >
          {(item, isTabStop) => (
            <div className="flex items-center gap-3 px-(--card-pad) hover:bg-hover">
              <Checkbox
                label={item.label}
                checked={selected.has(item.id)}
                indeterminate={props.partial?.has(item.id) ?? false}
                disabled={item.disabled}
                tabIndex={isTabStop ? 0 : -1}
                onChange={(checked) => onSelect([item.id], checked)}
                className="grow py-1"
              />
              {item.detail !== undefined && (
                <span className="shrink-0 text-right text-xs text-muted tabular-nums">
                  {item.detail}
                </span>
              )}
            </div>
          )}
        </VirtualList>
      )}
    </fieldset>
  )
}

const tallClass = 'max-h-[max(18rem,calc(100dvh-26rem))]'

/** Returns the ids with those that were ticked, or without those that were unticked. */
export function withTicked(
  selected: ReadonlySet<string>,
  ids: readonly string[],
  checked: boolean,
): ReadonlySet<string> {
  if (checked) return new Set([...selected, ...ids])
  const unticked = new Set(ids)
  return new Set([...selected].filter((id) => !unticked.has(id)))
}

function noItemsText(count: number, search: string, emptyText: string): string {
  if (count === 0) return emptyText
  return search === '' ? 'Nothing is selected.' : `Nothing matches "${search}".`
}
