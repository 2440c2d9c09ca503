import { useEffect, useState } from 'react'

/**
 * How many of `wanted` things to draw now: the first call all of them, later no more than `step`
 * more in each frame, so that many rows asked for at once come without a stutter.
 */
export function useSteppedCount(wanted: number, step: number): number {
  const [count, setCount] = useState(wanted)
  if (count > wanted) setCount(wanted)
  useEffect(() => {
    if (count >= wanted) return
    const frame = requestAnimationFrame(() => setCount(Math.min(count + step, wanted)))
    return () => cancelAnimationFrame(frame)
  }, [count, wanted, step])
  return Math.min(count, wanted)
}
