import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom'
import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type ShownTooltip, watchTooltips } from './tooltip-watch.ts'

/** Shows the tooltips; `tooltip.ts` loads it when the browser is idle. */
export function TooltipLayer() {
  const [shown, setShown] = useState<ShownTooltip>()
  useEffect(() => watchTooltips(setShown), [])
  return shown && createPortal(<Bubble {...shown} />, document.body)
}

function Bubble({ anchor, text, side }: ShownTooltip) {
  const bubble = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = bubble.current
    if (!element) return
    const place = async () => {
      const { x, y } = await computePosition(anchor, element, {
        strategy: 'fixed',
        placement: side,
        middleware: [offset(6), flip({ padding: 8 }), shift({ padding: 8 })],
      })
      element.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
      // The tooltip is hidden, too, when its element has been removed.
      element.style.visibility = anchor.isConnected ? 'visible' : 'hidden'
    }
    return autoUpdate(anchor, element, () => void place())
  }, [anchor, side])
  const id = useId()
  useEffect(() => {
    // Screen readers read an icon's label anyway.
    if (anchor.getAttribute('aria-label') === text) return
    anchor.setAttribute('aria-describedby', id)
    return () => anchor.removeAttribute('aria-describedby')
  }, [anchor, text, id])
  return (
    <div
      ref={bubble}
      id={id}
      role="tooltip"
      className="invisible fixed top-0 left-0 z-50 w-max max-w-xs animate-appear rounded-control border bg-surface-raised px-2.5 py-1.5 text-xs shadow-float"
    >
      {text}
    </div>
  )
}
