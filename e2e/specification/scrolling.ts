import type { Locator } from '@playwright/test'

/** Of the part of the page that scrolls an element, which may be the element itself. */
interface Scroller {
  height: number
  clientHeight: number
  scrollHeight: number
  /** From what is shown to the end. */
  distancePx: number
}

export function scrollerOf(element: Locator): Promise<Scroller> {
  return element.evaluate((start) => {
    let box: Element | null = start
    while (box && !['auto', 'scroll'].includes(getComputedStyle(box).overflowY)) {
      box = box.parentElement
    }
    if (!box) throw new Error('Nothing scrolls')
    const { clientHeight, scrollHeight, scrollTop } = box
    return {
      height: box.getBoundingClientRect().height,
      clientHeight,
      scrollHeight,
      distancePx: scrollHeight - clientHeight - scrollTop,
    }
  })
}

/** Shows what is so far from the end. */
export function scrollToDistance(element: Locator, distancePx: number): Promise<void> {
  return element.evaluate((start, distance) => {
    let box: Element | null = start
    while (box && !['auto', 'scroll'].includes(getComputedStyle(box).overflowY)) {
      box = box.parentElement
    }
    if (box) box.scrollTop = box.scrollHeight - box.clientHeight - distance
  }, distancePx)
}
