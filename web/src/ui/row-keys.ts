import { type KeyboardEvent, useEffect, useRef } from 'react'
import { rowAfterKey } from './list-rows.ts'

const controls = 'a[href], button, input'

/**
 * Returns the `onKeyDownCapture` of a list whose rows have `data-index`, only some of which may exist: arrow, page,
 * Home and End keys move from a control to the same control in another row. `reveal`, where rows do not exist
 * until they are in view, scrolls to a row.
 */
export function useRowKeys(count: number, reveal: (index: number) => void) {
  const goal = useRef<{ list: HTMLElement; index: number; control: number }>(undefined)
  const focusGoal = () => {
    const wanted = goal.current
    const row = wanted?.list.querySelector(`:scope > [data-index="${wanted.index}"]`)
    // The list may have become shorter.
    if (row || (wanted && wanted.index >= count)) goal.current = undefined
    if (!wanted || !row) return
    const found = row.querySelectorAll<HTMLElement>(controls)
    ;(found[wanted.control] ?? found[found.length - 1])?.focus()
  }
  // The row may exist only after the next rendering of the list.
  useEffect(focusGoal)
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget: list } = event
    if (!(target instanceof HTMLElement)) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = target.closest<HTMLElement>('[data-index]')
    // Keys in a list within a row are left out, and so are those in a row's menu, which is elsewhere in the document.
    if (!row || row.closest('ul, tbody') !== list) return
    // Until the focus has followed the last key, no key may act on the row that is left.
    if (goal.current) event.preventDefault()
    const index = goal.current?.index ?? Number(row.dataset.index)
    const next = rowAfterKey(key, index, count)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (next === index) return
    const control = [...row.querySelectorAll(controls)].indexOf(target)
    goal.current = { list, index: next, control }
    reveal(next)
    focusGoal()
  }
}
