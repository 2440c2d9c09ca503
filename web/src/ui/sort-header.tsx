import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { classNames } from './class-names.ts'

export interface Sort<Key extends string> {
  readonly key: Key
  readonly isDescending: boolean
}

/** Sorts rows by a column; rows that are equal there stay in order of name. */
export function sortRows<Row, Key extends string>(
  rows: readonly Row[],
  { key, isDescending }: Sort<Key>,
  comparisons: Readonly<Record<Key | 'name', (one: Row, other: Row) => number>>,
): readonly Row[] {
  const direction = isDescending ? -1 : 1
  return rows.toSorted(
    (one, other) => direction * comparisons[key](one, other) || comparisons.name(one, other),
  )
}

interface SortHeaderProps<Key extends string> {
  title: string
  column: Key
  sort: Sort<Key>
  onSort: (sort: Sort<Key>) => void
  startsDescending?: boolean
  className?: string
}

/**
 * Shows the head of a column. Pressing it sorts by the column, or reverses the order when the table is sorted by it.
 */
export function SortHeader<Key extends string>(props: SortHeaderProps<Key>) {
  const { title, column, sort, onSort, startsDescending = false, className } = props
  const isSorted = sort.key === column
  const Icon = !isSorted ? ArrowUpDown : sort.isDescending ? ArrowDown : ArrowUp
  const next = isSorted ? !sort.isDescending : startsDescending
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
      className={className}
    >
      <button
        type="button"
        onClick={() => onSort({ key: column, isDescending: next })}
        className={classNames(
          'inline-flex min-h-8 max-w-full items-center gap-1 rounded-control font-medium hover:text-text pointer-coarse:min-h-control',
          isSorted && 'text-text',
        )}
      >
        <span className="truncate">{title}</span>
        <Icon className={classNames('size-3.5 shrink-0 print:hidden', !isSorted && 'opacity-50')} />
      </button>
    </th>
  )
}
