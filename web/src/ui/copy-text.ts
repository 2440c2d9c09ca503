import { useState } from 'react'
import { useAnnounce } from './live-region.tsx'

/**
 * What a button that copies needs: `copy(text)` announces to screen readers how it went, in `doneText` if it did.
 * `isCopied` lasts until focus or pointer leave the button, which carries the `leaving` handlers.
 */
export function useCopy(doneText: string) {
  const [isCopied, setIsCopied] = useState(false)
  const announce = useAnnounce()
  const reset = () => setIsCopied(false)
  return {
    isCopied,
    copy: async (text: string): Promise<boolean> => {
      const isDone = await copyText(text)
      announce(isDone ? doneText : 'Copying did not work')
      setIsCopied(isDone)
      return isDone
    },
    leaving: { onBlur: reset, onPointerLeave: reset },
  }
}

/** Puts text on the clipboard; returns whether that worked. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Browsers offer no clipboard to pages served over plain HTTP; the old way still works there. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'fixed opacity-0'
  const focused = document.activeElement
  // A modal dialog keeps the focus inside itself.
  const room = focused?.closest('[role="dialog"]') ?? document.body
  room.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
