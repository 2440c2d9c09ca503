import { useRef } from 'react'

/**
 * Focus handlers for a dialog that is opened without a trigger of its own. A dialog with a form
 * starts in its first field. Closing brings focus back to what had it, to the menu's button when
 * it was opened from a menu, or to the page's heading when that element is gone.
 */
export function useReturnFocus() {
  const opener = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = findOpener(document.activeElement)
      const dialog = event.target instanceof Element ? event.target : null
      const field = dialog?.querySelector<HTMLElement>('form input:enabled:not([hidden])')
      if (!field) return
      event.preventDefault()
      field.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const target = opener.current?.isConnected ? opener.current : document.querySelector('h1')
      target?.focus()
    },
  }
}

function findOpener(active: Element | null): HTMLElement | null {
  const menu = active?.closest('[role="menu"]')
  const element = menu
    ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
    : active
  return element instanceof HTMLElement && element !== document.body ? element : null
}
