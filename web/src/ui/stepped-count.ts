import { useEffect, useState } from 'react'

/**
 * Returns how many of `wanted` things to render now: all of them on the first call, later at most `step` more in each
 * frame, so that adding many rows does not make the page stutter. It starts again at `restart.at` whenever
 * `restart.when` changes.
 */
export function useSteppedCount(
  wanted: number,
  step: number,
  restart: { at: number; when: unknown },
): number {
  const [{ count, when }, setState] = useState({ count: wanted, when: restart.when })
  const most = Object.is(when, restart.when) ? wanted : Math.min(restart.at, wanted)
  if (count > most || !Object.is(when, restart.when)) {
    setState({ count: Math.min(count, most), when: restart.when })
  }
  useEffect(() => {
    if (count >= wanted) return
    const frame = requestAnimationFrame(() =>
      setState((now) => ({ ...now, count: Math.min(count + step, wanted) })),
    )
    return () => cancelAnimationFrame(frame)
  }, [count, wanted, step])
  return Math.min(count, most)
}
