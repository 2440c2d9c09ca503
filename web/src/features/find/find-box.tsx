import { countOf } from '@dashboard/contract/counts'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { rowAfterKey } from '../../ui/list-rows.ts'
import type { FindEntry } from './find-entries.ts'
import { FindOption } from './find-option.tsx'
import { useFind } from './find-queries.ts'

/** Of these keys Home and End stay with the text. */
const listKeys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp']

interface FindBoxProps {
  /** Beside the text field. */
  before: ReactNode
  after: ReactNode
  onChoose: (entry: FindEntry) => void
}

/** A text field and what it finds. The focus stays in the field while the arrows go through the results. */
export function FindBox({ before, after, onChoose }: FindBoxProps) {
  const [text, setText] = useState('')
  const found = useFind(text)
  const { entries } = found
  const [activeId, setActiveId] = useState<string>()
  const active = Math.max(
    0,
    entries.findIndex(({ id }) => id === activeId),
  )
  const chooseSoon = useChoiceWhenFound(found, onChoose)
  const listId = useId()
  const optionId = (index: number) => `${listId}-${index}`

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter, and in some browsers the key after it, belongs to the input method that is composing.
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    if (event.key === 'Enter') {
      event.preventDefault()
      const entry = entries[active]
      if (found.isSearching && activeId === undefined) chooseSoon()
      else if (entry) onChoose(entry)
      return
    }
    const target = listKeys.includes(event.key)
      ? rowAfterKey(event.key, active, entries.length)
      : undefined
    if (target === undefined) return
    event.preventDefault()
    setActiveId(entries[target]?.id)
  }
  return (
    <>
      <div className="flex items-center gap-2 border-b px-4 py-2">
        {before}
        <input
          type="text"
          role="combobox"
          aria-label="Find people, places, reports and pages"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? optionId(active) : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder="Find people, places, reports, pages"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActiveId(undefined)
          }}
          onKeyDown={onKeyDown}
          className="min-h-control min-w-0 grow bg-transparent outline-none"
        />
        {after}
      </div>
      {/* It owns the options, beside which stand the links that ring. */}
      <div
        id={listId}
        role="listbox"
        aria-label="Results"
        aria-busy={found.isSearching}
        aria-owns={entries.map((_, index) => optionId(index)).join(' ') || undefined}
      />
      <div className="min-h-32 overflow-y-auto p-2">
        {entries.map((entry, index) => (
          <FindOption
            key={entry.id}
            id={optionId(index)}
            entry={entry}
            position={index + 1}
            count={entries.length}
            isActive={index === active}
            onChoose={() => onChoose(entry)}
          />
        ))}
      </div>
      <p role="status" className="border-t px-4 py-2 text-xs text-muted">
        {statusOf(found)}
      </p>
    </>
  )
}

function statusOf({ entries, isSearching, hasFailed }: ReturnType<typeof useFind>): string {
  if (isSearching) return 'Searching...'
  const count = entries.length === 0 ? 'Nothing found' : countOf(entries.length, 'result')
  return hasFailed ? `${count}. People and reports could not be searched.` : count
}

/** Enter before the results are there chooses the first of them. */
function useChoiceWhenFound(
  { entries, isSearching }: ReturnType<typeof useFind>,
  onChoose: (entry: FindEntry) => void,
): () => void {
  const [isWanted, setIsWanted] = useState(false)
  const [first] = entries
  useEffect(() => {
    if (!isWanted || isSearching) return
    setIsWanted(false)
    if (first) onChoose(first)
  }, [isWanted, isSearching, first, onChoose])
  return () => setIsWanted(true)
}
