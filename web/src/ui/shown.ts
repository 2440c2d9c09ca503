import { useCallback, useState } from 'react'

/**
 * Returns what a dialog is about, and the functions that open and close it. A closed dialog retains its content while
 * it fades out; `turn` is another number for each opening, so that each form starts without the values of the last one.
 */
export function useShown<T>() {
  const [shown, setShown] = useState<{ value: T | undefined; isOpen: boolean; turn: number }>({
    value: undefined,
    isOpen: false,
    turn: 0,
  })
  const show = useCallback(
    (value: T) => setShown(({ turn }) => ({ value, isOpen: true, turn: turn + 1 })),
    [],
  )
  const close = useCallback(() => setShown((last) => ({ ...last, isOpen: false })), [])
  return { ...shown, show, close }
}
