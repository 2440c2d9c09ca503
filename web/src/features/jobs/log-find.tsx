import { countOf, formatCount } from '@dashboard/contract/counts'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchInput } from '../../ui/search-input.tsx'

interface LogFindProps {
  search: string
  /** Which of the matching lines is shown, counted from 0. */
  position: number
  /** Matching lines. */
  count: number
  /** All lines. */
  lineCount: number
  onSearch: (text: string) => void
  onStep: (step: 1 | -1) => void
}

/** Enter and Shift+Enter go on and back; Ctrl or Cmd+F leads here, since most lines are not drawn. */
export function LogFind({ search, position, count, lineCount, onSearch, onStep }: LogFindProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const find = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key !== 'f') return
      event.preventDefault()
      box.current?.querySelector('input')?.select()
    }
    document.addEventListener('keydown', find)
    return () => document.removeEventListener('keydown', find)
  }, [])
  const stepOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    onStep(event.shiftKey ? -1 : 1)
  }
  return (
    <search ref={box} className="flex items-center gap-1" onKeyDown={stepOnEnter}>
      <SearchInput label="Find in log" value={search} onChange={onSearch} />
      <span
        role="status"
        className={classNames(
          'min-w-18 px-1 text-right text-xs text-muted',
          search === '' && 'max-md:hidden',
        )}
      >
        {countText({ search, position, count, lineCount })}
      </span>
      <IconButton
        label="Previous match"
        icon={<ChevronUp aria-hidden />}
        disabled={count === 0}
        onClick={() => onStep(-1)}
      />
      <IconButton
        label="Next match"
        icon={<ChevronDown aria-hidden />}
        disabled={count === 0}
        onClick={() => onStep(1)}
      />
    </search>
  )
}

function countText(props: Pick<LogFindProps, 'search' | 'position' | 'count' | 'lineCount'>) {
  const { search, position, count, lineCount } = props
  if (search === '') return countOf(lineCount, 'line')
  if (count === 0) return 'No match'
  return `${formatCount(position + 1)} of ${formatCount(count)}`
}
