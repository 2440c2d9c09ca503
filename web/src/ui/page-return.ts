/** A page of the app that was left by one of its own links. */
interface LeftPage {
  address: string
  title: string
  /** The address that the link leads to. */
  href: string
  /** Pixels between the link and the top of the window. */
  top: number
  /** Which of the page's folds the link was in; -1 if in none. */
  fold: number
}

/** The state of a history entry that leads back to a page, as 'Back to Dashboard' does. */
export const returning = { isReturn: true }

/** Where each page was left, by its path. */
const leftPages = new Map<string, LeftPage>()
/** From where each page was opened, by its path. */
const origins = new Map<string, LeftPage>()
let here = new URL(location.href)
let isReturn = false

// The next page is not drawn yet, so the link is still there.
addEventListener('pushState', () => {
  const from = here
  here = new URL(location.href)
  isReturn = history.state?.isReturn === true
  if (isReturn || from.pathname === here.pathname) return
  leftPages.delete(from.pathname)
  origins.delete(here.pathname)
  const href = here.pathname + here.search
  const link = linkTo(href)
  if (!link) return
  const fold = link.closest('details')
  const left = {
    address: from.pathname + from.search,
    title: document.querySelector('h1')?.textContent ?? '',
    href,
    top: link.getBoundingClientRect().top,
    fold: fold ? folds().indexOf(fold) : -1,
  }
  leftPages.set(from.pathname, left)
  origins.set(here.pathname, left)
})

addEventListener('replaceState', () => {
  if (location.pathname !== here.pathname) isReturn = false
  here = new URL(location.href)
})

addEventListener('popstate', noteReturn)

/** Notes that the browser's Back or Forward was pressed; the page may be drawn before `popstate` is dispatched. */
function noteReturn(): void {
  if (location.pathname !== here.pathname) isReturn = true
  here = new URL(location.href)
}

const folds = () => [...document.querySelectorAll<HTMLDetailsElement>('#content details')]

function linkTo(href: string): HTMLElement | null {
  return document.querySelector(`#content a[href="${CSS.escape(href)}"]`)
}

/** Returns the page that has led to the page at a path by a link in it. */
export function originOf(path: string): Pick<LeftPage, 'address' | 'title'> | undefined {
  return origins.get(path)
}

/**
 * Begins a page that has just been drawn: a new one at its top, with the focus on its heading; one that its visitor
 * returns to at the link that they followed, where it was in the window. Returns what ends the waiting for that link.
 */
export function beginPage(heading: HTMLElement | null): (() => void) | undefined {
  noteReturn()
  if (!isReturn) scrollTo(0, 0)
  const left = isReturn && leftPages.get(here.pathname)
  if (!left || !showAgain(left)) heading?.focus()
  if (!left) return
  // Its list may still come, or be drawn once more, until the visitor goes on.
  const observer = new MutationObserver(() => showAgain(left))
  observer.observe(document.body, { childList: true, subtree: true })
  const end = () => observer.disconnect()
  for (const step of ['pointerdown', 'keydown', 'wheel']) {
    addEventListener(step, end, { once: true, capture: true })
  }
  return end
}

/** Returns whether the link is there. */
function showAgain({ href, top, fold }: LeftPage): boolean {
  const around = folds()[fold]
  if (around) around.open = true
  const link = linkTo(href)
  if (link && link !== document.activeElement) {
    link.focus({ preventScroll: true })
    link.scrollIntoView({ block: 'nearest' })
    const place = () => scrollBy(0, link.getBoundingClientRect().top - top)
    place()
    // Rows that come into view are drawn only then, and have another height than was expected.
    requestAnimationFrame(() => requestAnimationFrame(place))
  }
  return link !== null
}
