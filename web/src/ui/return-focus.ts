import { useRef } from 'react'

/**
 * Returns focus handlers for a dialog without a trigger. A dialog with a form starts in its first field, a question on
 * its safe button, and any other on itself: a focused button would cover the title with its tooltip. When it closes,
 * the focus returns to the element that had it, or to the menu's button when the dialog was opened from a menu. When
 * that element no longer exists, `findNext` may name another; otherwise it is the page's heading.
 */
export function useReturnFocus(findNext?: () => HTMLElement | null | undefined) {
  const opener = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = findOpener(document.activeElement)
      const dialog = event.target instanceof Element ? event.target : null
      const field = dialog?.querySelector<HTMLElement>('form input:enabled:not([hidden])')
      const start = field ?? dialog?.closest<HTMLElement>('[role=dialog]')
      if (!start) return
      event.preventDefault()
      start.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const focusAnother = () => (findNext?.() ?? document.querySelector('h1'))?.focus()
      const from = opener.current
      if (!from?.isConnected) return focusAnother()
      from.focus()
      onceLost(from, focusAnother)
    },
  }
}

/**
 * Calls `then` when an element disappears with the focus: what was confirmed may remove the row that asked for it only
 * once the list has been read again. Ends when the focus moves on.
 */
function onceLost(element: HTMLElement, then: () => void): void {
  const observer = new MutationObserver(() => {
    const focused = document.activeElement
    if (element.isConnected && (focused === element || focused === document.body)) return
    observer.disconnect()
    if (focused === document.body) then()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

function findOpener(active: Element | null): HTMLElement | null {
  const menu = active?.closest('[role="menu"]')
  const element = menu
    ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
    : active
  return element instanceof HTMLElement && element !== document.body ? element : null
}
