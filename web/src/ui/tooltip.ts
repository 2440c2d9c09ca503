import { type ComponentType, createElement, useEffect, useState } from 'react'
import type { TooltipSide } from './tooltip-watch.ts'
import { whenIdle } from './when-idle.ts'

/**
 * What a button or link is given to have a tooltip, which adds to what is visible and never is the only place
 * that says something needed. One layer shows all of them, so that each costs an attribute.
 */
export function tooltipProps(text: string, side: TooltipSide = 'top') {
  return { 'data-tooltip': text, 'data-tooltip-side': side }
}

/** Stands once; shows the tooltips of everything, also of what stands in dialogs. */
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
