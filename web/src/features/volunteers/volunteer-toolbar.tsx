import { volunteerSorts } from '@dashboard/contract/volunteers'
import { useEffect, useState } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { useIsNarrow } from '../../ui/media-query.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import type { SortValue, VolunteerChoice } from './volunteer-choice.ts'
import { columnLabels, type VolunteerColumn, volunteerColumns } from './volunteer-columns.ts'
import { VolunteerExport } from './volunteer-export.tsx'

interface VolunteerToolbarProps {
  choice: VolunteerChoice
  choose: (choice: VolunteerChoice) => void
  columns: readonly VolunteerColumn[]
  toggleColumn: (column: VolunteerColumn) => void
}

const sortLabels: Readonly<Record<SortValue, string>> = {
  lastName: 'Last name',
  firstName: 'First name',
  congregation: 'Congregation',
  circuit: 'Circuit',
}

const sorts = volunteerSorts.flatMap(
  (value): { value: VolunteerChoice['sort']; label: string }[] => [
    { value, label: sortLabels[value] },
    { value: `-${value}`, label: `${sortLabels[value]}, descending` },
  ],
)

export function VolunteerToolbar(props: VolunteerToolbarProps) {
  const { choice, choose, columns, toggleColumn } = props
  const isNarrow = useIsNarrow()
  const { text, setText } = useSearchText(choice.q, (q) => choose({ ...choice, q }))
  return (
    <div className="flex flex-wrap items-start gap-2">
      <div className="min-w-56 grow basis-56">
        <SearchInput
          label="Search volunteers"
          placeholder="Name, phone, e-mail or place"
          value={text}
          onChange={setText}
        />
      </div>
      <div className="w-44 max-sm:grow">
        <Select
          label="Sort volunteers"
          options={sorts}
          value={choice.sort}
          onChange={(sort) => choose({ ...choice, sort })}
        />
      </div>
      {isNarrow ? (
        <VolunteerExport choice={choice} />
      ) : (
        <details className="relative">
          <summary className="flex min-h-control cursor-pointer items-center rounded-control border bg-background px-3 font-medium">
            Columns
          </summary>
          <fieldset className="absolute right-0 z-10 mt-1 flex w-60 flex-col rounded-card border bg-surface-raised p-3 shadow-float">
            <legend className="sr-only">Columns to show</legend>
            {volunteerColumns.map((column) => (
              <Checkbox
                key={column}
                label={columnLabels[column]}
                checked={columns.includes(column)}
                onChange={() => toggleColumn(column)}
              />
            ))}
          </fieldset>
        </details>
      )}
    </div>
  )
}

const typingPauseMs = 200

/**
 * Returns the text of the search field. Typed text is shown at once and searched for after a pause; a search that
 * changes in another way, as by 'Clear filters', replaces it.
 */
function useSearchText(searched: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState({ text: searched, over: searched })
  const paused = useDebounced(typed, typingPauseMs)
  const isOwn = typed.over === searched
  useEffect(() => {
    if (paused !== typed || !isOwn) return
    const wanted = typed.text.trim()
    if (wanted === searched) return
    // Letters typed since then stay.
    setTyped(({ text }) => ({ text, over: wanted }))
    onSearch(wanted)
  }, [paused, typed, isOwn, searched, onSearch])
  return {
    text: isOwn ? typed.text : searched,
    setText: (text: string) => setTyped({ text, over: searched }),
  }
}
