import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed. What is drawn only as far as it is in view is then drawn whole. */
export function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    // The browser prints what is there when the event ends.
    const update = ({ type }: Event) => flushSync(() => setIsPrinting(type === 'beforeprint'))
    addEventListener('beforeprint', update)
    addEventListener('afterprint', update)
    return () => {
      removeEventListener('beforeprint', update)
      removeEventListener('afterprint', update)
    }
  }, [])
  return isPrinting
}
