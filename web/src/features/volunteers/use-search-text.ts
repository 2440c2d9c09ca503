import { useEffect, useState } from 'react'
import { useDebounced } from '../../ui/use-debounced.ts'

const typingPauseMs = 200

/**
 * The text of the search field: what is typed shows at once, and is searched for after a pause; a search that
 * changes otherwise, as by 'Clear filters', replaces it.
 */
export function useSearchText(searched: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState({ text: searched, over: searched })
  const paused = useDebounced(typed, typingPauseMs)
  const isOwn = typed.over === searched
  useEffect(() => {
    if (paused !== typed || !isOwn) return
    const wanted = typed.text.trim()
    if (wanted === searched) return
    setTyped({ text: typed.text, over: wanted })
    onSearch(wanted)
  }, [paused, typed, isOwn, searched, onSearch])
  return {
    text: isOwn ? typed.text : searched,
    setText: (text: string) => setTyped({ text, over: searched }),
  }
}
