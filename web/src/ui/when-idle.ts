/** The first view and its data are there by then, also on a slow line. */
const quietMs = 3_000
const actions = ['pointerdown', 'pointermove', 'keydown', 'touchstart'] as const

const waiting = new Set<() => Promise<unknown>>()
let isReady = false

/**
 * Loads code that the first view does without: when somebody begins to use the page, or when it has stood for a
 * while, so that it is there when it is needed, also without a connection. Before, it would take the line from
 * what the page itself is made of. A failure is left to whoever needs it.
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
