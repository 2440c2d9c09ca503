/** After this time the first view and its data have been loaded, also on a slow line. */
const quietMs = 3_000
const actions = ['pointerdown', 'pointermove', 'keydown', 'touchstart'] as const

const waiting = new Set<() => Promise<unknown>>()
let isReady = false

/**
 * Loads code that the first view does not need: when the user begins to use the page, or when it has been open for a
 * while, so that the code is there when it is needed, also without a connection. Earlier, it would compete with the
 * page's own files for the line. Whoever needs the code handles a failure.
 */
export function whenIdle(load: () => Promise<unknown>): void {
  if (isReady) start(load)
  else {
    if (waiting.size === 0) watch()
    waiting.add(load)
  }
}

function watch(): void {
  const begin = () => {
    if (isReady) return
    isReady = true
    for (const action of actions) removeEventListener(action, begin, { capture: true })
    for (const load of waiting) start(load)
    waiting.clear()
  }
  for (const action of actions) addEventListener(action, begin, { capture: true, passive: true })
  const wait = () => setTimeout(begin, quietMs)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}

function start(load: () => Promise<unknown>): void {
  const run = () => void load().catch(() => undefined)
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 500 })
  else setTimeout(run)
}
