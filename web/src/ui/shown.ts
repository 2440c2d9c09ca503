import { useCallback, useState } from 'react'

/**
 * Returns what a dialog is about, and the functions that open and close it. A closed dialog retains its content while
 * it fades out; `generation` is another number for each opening, so that each form starts without the values of the
 * last one.
 */
export function useShown<T>() {
  const [shown, setShown] = useState<{ value: T | undefined; isOpen: boolean; generation: number }>(
    {
      value: undefined,
      isOpen: false,
      generation: 0,
    },
  )
  const show = useCallback(
    (value: T) =>
      setShown(({ generation }) => ({ value, isOpen: true, generation: generation + 1 })),
    [],
  )
  const close = useCallback(() => setShown((last) => ({ ...last, isOpen: false })), [])
  return { ...shown, show, close }
}
