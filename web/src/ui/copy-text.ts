import { useState } from 'react'
import { useAnnounce } from './live-region.tsx'

/**
 * Returns what a button that copies needs. `copy(text)` announces the result to screen readers, `doneText` after
 * success. `isCopied` is true until focus or pointer leave the button, which must have the `leaving` handlers.
 */
export function useCopy(doneText: string) {
  const [isCopied, setIsCopied] = useState(false)
  const announce = useAnnounce()
  const reset = () => setIsCopied(false)
  return {
    isCopied,
    /** A text that has yet to arrive must be given in the press itself: browsers allow copying only there. */
    copy: async (text: string | Promise<string>): Promise<boolean> => {
      const isDone = await (typeof text === 'string' ? copyText(text) : copyLater(text))
      announce(isDone ? doneText : 'Copying did not work')
      setIsCopied(isDone)
      return isDone
    },
    leaving: { onBlur: reset, onPointerLeave: reset },
  }
}

async function copyLater(text: Promise<string>): Promise<boolean> {
  try {
    const blob = text.then((arrived) => new Blob([arrived], { type: 'text/plain' }))
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    return true
  } catch {
    return copyText(await text)
  }
}

/** Copies text to the clipboard; returns whether that worked. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Copies by a selection: over plain HTTP, browsers offer no clipboard API, but this older way still works. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'fixed opacity-0'
  const focused = document.activeElement
  // A modal dialog traps the focus, so the text is selected there.
  const room = focused?.closest('[role="dialog"]') ?? document.body
  room.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
