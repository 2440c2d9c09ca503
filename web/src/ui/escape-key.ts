import { useLayoutEffect, useRef } from 'react'

type Close = () => void

/** Open dialogs in the order of their opening; the last one is on top. */
const openDialogs: Close[] = []

/** What may be open inside a dialog and takes Escape for itself. */
const innerLayers = '[role="menu"][data-state="open"], [role="listbox"][data-state="open"]'

/**
 * Closes the topmost dialog on the first press of Escape. Radix gives the key to whatever opened last,
 * which may be a toast or a tooltip above the dialog: a second press would then be needed
 * (docs/behavior.md#display). It is ready as the dialog is drawn: effects that run later would miss a quick press.
 */
export function useEscapeKey(isOpen: boolean, onClose: Close): void {
  const latest = useRef(onClose)
  useLayoutEffect(() => {
    latest.current = onClose
  }, [onClose])
  useLayoutEffect(() => {
    if (!isOpen) return
    const close = () => latest.current()
    openDialogs.push(close)
    const onKeyDown = (event: KeyboardEvent) => {
      // Escape during an input method's composition only ends the composition.
      if (event.key !== 'Escape' || event.isComposing || openDialogs.at(-1) !== close) return
      if (document.querySelector(innerLayers)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      close()
    }
    // On the window and while capturing, so before Radix's listeners on the document.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true })
      openDialogs.splice(openDialogs.indexOf(close), 1)
    }
  }, [isOpen])
}
