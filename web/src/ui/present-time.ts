import { useEffect, useState } from 'react'
import { serverNow } from '../format/server-clock.ts'

const refreshMs = 30_000

/** Returns the server's time, updated every half minute: for times that are shown relative to now. */
export function usePresentTime(): number {
  const [nowMs, setNowMs] = useState(() => serverNow())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow()), refreshMs)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
