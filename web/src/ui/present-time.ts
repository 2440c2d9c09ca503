import { useEffect, useState } from 'react'

const refreshMs = 30_000

/** Returns milliseconds since 1970, updated every half minute: for times that are shown relative to now. */
export function usePresentTime(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), refreshMs)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
