/**
 * Loads code that the first view does without, once the browser has nothing else to do, so that it is there
 * when it is needed, also without a connection. A failure is left to whoever needs it.
 */
export function whenIdle(load: () => Promise<unknown>): void {
  const start = () => void load().catch(() => undefined)
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(start, { timeout: 2_000 })
  else setTimeout(start, 500)
}
