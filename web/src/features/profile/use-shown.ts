import { useCallback, useState } from 'react'

/** What a dialog shows; it stays while the dialog fades out. */
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
