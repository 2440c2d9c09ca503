import { useEffectEvent, useLayoutEffect } from 'react'

/** The open dialogs in the order of their opening; the last one is on top. */
const openDialogs: object[] = []

/** Elements inside a dialog that may be open and handle Escape themselves. */
const innerLayers = '[role="menu"][data-state="open"], [role="listbox"][data-state="open"]'

/**
 * Closes the dialog that calls this, if it is the topmost one, on the first press of Escape. Radix gives the key to the
 * layer that opened last, which may be a toast or a tooltip above the dialog, so that a second press would be needed.
 * The listener is added in a layout effect: effects that run later would miss a quick press.
 */
export function useEscapeKey(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const own = {}
    openDialogs.push(own)
    const onKeyDown = (event: KeyboardEvent) => {
      // During the composition of an input method, Escape only ends the composition.
      if (event.key !== 'Escape' || event.isComposing || openDialogs.at(-1) !== own) return
      if (document.querySelector(innerLayers)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      close()
    }
    // Registered on the window and for capturing, so that it runs before Radix's listeners on the document.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true })
      openDialogs.splice(openDialogs.indexOf(own), 1)
    }
  }, [])
}
