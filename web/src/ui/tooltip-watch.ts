export type TooltipSide = 'top' | 'right'

export interface ShownTooltip {
  anchor: Element
  text: string
  side: TooltipSide
}

type OnChange = (shown: ShownTooltip | undefined) => void

/** A tooltip opens after this time, so that a pointer that only passes over shows nothing. */
const openAfterMs = 400
/** Leaves time to move the pointer onto the tooltip itself, to read or copy its text. */
const closeAfterMs = 120
/** Within this time after a tooltip was closed, the next one opens at once. */
const readingMs = 300

/**
 * Watches the whole document for elements that are pointed at or focused, and calls `onChange` with the tooltip to
 * show; `undefined` hides it. Returns the function that stops it.
 */
export function watchTooltips(onChange: OnChange): () => void {
  const tooltip = tooltipTimes(onChange)
  const controller = new AbortController()
  const options = { capture: true, passive: true, signal: controller.signal }
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, listener, options)

  on('pointerover', ({ pointerType, target }) => {
    if (pointerType === 'touch' || !(target instanceof Element)) return
    const next = target.closest('[data-tooltip]')
    if (next) tooltip.point(next)
    else if (target.closest('[role="tooltip"]')) tooltip.keep()
    else tooltip.leave()
  })
  on('focusin', ({ target }) => {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return
    const next = target.closest('[data-tooltip]')
    if (next) tooltip.show(next, 0)
  })
  for (const name of ['focusout', 'pointerdown', 'click'] as const) on(name, tooltip.hide)
  on('keydown', ({ key }) => key === 'Escape' && tooltip.hide())
  on('scroll', ({ target }) => target instanceof Node && tooltip.hideInside(target))
  // The element was pointed at or focused before this code was loaded.
  const marked = document.querySelectorAll('[data-tooltip]:is(:hover, :focus-visible)')
  const last = [...marked].at(-1)
  if (last && matchMedia('(hover: hover)').matches) tooltip.point(last)
  return () => {
    controller.abort()
    tooltip.hide()
  }
}

/** Keeps which tooltip is shown or about to be shown. */
function tooltipTimes(onChange: OnChange) {
  let anchor: Element | undefined
  let isShown = false
  let hiddenAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  const hide = () => {
    clearTimeout(timer)
    anchor = undefined
    if (!isShown) return
    isShown = false
    hiddenAt = performance.now()
    onChange(undefined)
  }
  /** A tooltip stays open when the pointer leaves it only for a moment. */
  const keep = () => {
    if (isShown) clearTimeout(timer)
  }
  const show = (next: Element, delayMs: number) => {
    if (next === anchor) return keep()
    hide()
    anchor = next
    timer = setTimeout(() => {
      const shown = readTooltip(next)
      if (!shown) return
      isShown = true
      onChange(shown)
    }, delayMs)
  }
  return {
    show,
    hide,
    keep,
    point: (next: Element) =>
      show(next, performance.now() - hiddenAt < readingMs ? 0 : openAfterMs),
    leave: () => {
      if (!isShown) return hide()
      clearTimeout(timer)
      timer = setTimeout(hide, closeAfterMs)
    },
    hideInside: (scrolled: Node) => {
      if (anchor && scrolled.contains(anchor)) hide()
    },
  }
}

function readTooltip(anchor: Element): ShownTooltip | undefined {
  const text = anchor.getAttribute('data-tooltip')
  if (!anchor.isConnected || text === null) return undefined
  const side = anchor.getAttribute('data-tooltip-side') === 'right' ? 'right' : 'top'
  return { anchor, text, side }
}
