/** How long something has taken, by a clock that is never set. */
export function measureElapsed(): () => number {
  const from = performance.now()
  return () => performance.now() - from
}
