import { useEffect, useState } from 'react'

const refreshMs = 30_000

/** Milliseconds since 1970, every half minute anew: for what is said in relation to the present. */
export function usePresentTime(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), refreshMs)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
