import { type ComponentType, createElement, useEffect, useState } from 'react'
import type { TooltipSide } from './tooltip-watch.ts'
import { whenIdle } from './when-idle.ts'

/**
 * Returns the props that give a button or link a tooltip. It adds to visible text, and is never the only place for
 * something needed. One layer shows all tooltips, so that each costs only an attribute.
 */
export function tooltipProps(text: string, side: TooltipSide = 'top') {
  return { 'data-tooltip': text, 'data-tooltip-side': side }
}

/** Shows the tooltips of all elements, also those in dialogs; rendered once. */
export function Tooltips() {
  const [Layer, setLayer] = useState<ComponentType>()
  useEffect(
    () =>
      whenIdle(async () => {
        const { TooltipLayer } = await import('./overlays.ts')
        setLayer(() => TooltipLayer)
      }),
    [],
  )
  return Layer && createElement(Layer)
}
