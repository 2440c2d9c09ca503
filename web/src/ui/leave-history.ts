interface Holder {
  isHeld: () => boolean
  /** Asks, then runs what leaves the page, or not. */
  leave: (action: () => void) => void
}

let holder: Holder | undefined
/** The address of the page that is shown. */
let here = location.href

/** Has `next` asked before Back, Forward or the closing of the tab leaves a held page. */
export function holdHistory(next: Holder): () => void {
  holder = next
  return () => {
    holder = undefined
  }
}

/*
 * At once rather than in an effect: the window calls listeners in the order they came, and this one
 * must come before the router's. The address has changed by then, so it is put back; the wanted
 * page is the entry before it, whether it was Back or Forward.
 */
addEventListener('popstate', (event) => {
  const isSamePage = new URL(here).pathname === location.pathname
  if (isSamePage || !holder?.isHeld()) return
  event.stopImmediatePropagation()
  history.pushState(null, '', here)
  holder.leave(() => history.back())
})

addEventListener('beforeunload', (event) => {
  if (holder?.isHeld()) event.preventDefault()
})

for (const change of ['pushState', 'replaceState', 'popstate', 'hashchange']) {
  addEventListener(change, () => {
    here = location.href
  })
}
