import { useEffect, useState } from 'react'

/** The value once it has stayed the same for a while: for what is typed and then asked for. */
export function useDebounced<Value>(value: Value, ms = 300): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return debounced
}
