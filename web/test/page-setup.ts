import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/react'

configure({
  // A machine that is busy must not end a test.
  asyncUtilTimeout: 30_000,
  // The words of the page say more than its elements.
  getElementError: (message) =>
    new Error(`${message?.split('\n')[0]}\n\nThe page: ${document.body.textContent}`),
})

const rowPx = 40
const boxPx = 4_000

function heightOf(this: HTMLElement): number {
  return this.dataset.index === undefined ? boxPx : rowPx
}

/** There is no layout: a list has room for a hundred rows. */
Object.defineProperties(HTMLElement.prototype, {
  offsetHeight: { configurable: true, get: heightOf },
  clientHeight: { configurable: true, get: heightOf },
  offsetWidth: { configurable: true, get: () => boxPx },
  clientWidth: { configurable: true, get: () => boxPx },
})
