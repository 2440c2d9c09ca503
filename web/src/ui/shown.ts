import { useCallback, useState } from 'react'

export interface DialogState {
  open: boolean
  /** Called when the dialog should close: by Escape, a click outside, or its own button. */
  onClose: () => void
}

interface Shown<T> {
  value: T | undefined
  isOpen: boolean
  generation: number
}

/**
 * Returns what a dialog is about, the functions that open and close it, and the props by which it does. A closed dialog
 * retains its content while it fades out; `generation` is another number for each opening, so that each form starts
 * without the values of the last one.
 */
export function useShown<T>() {
  const [{ value, isOpen, generation }, setShown] = useState<Shown<T>>({
    value: undefined,
    isOpen: false,
    generation: 0,
  })
  const show = useCallback(
    (next: T) =>
      setShown((last) => ({ value: next, isOpen: true, generation: last.generation + 1 })),
    [],
  )
  const close = useCallback(() => setShown((last) => ({ ...last, isOpen: false })), [])
  return { value, generation, show, close, dialog: { open: isOpen, onClose: close } }
}
