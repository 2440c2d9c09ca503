import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'

/** Longest time of any interaction, from the input to the next painted frame. */
const limitMs = 200
/** Factor by which the browser slows down its processor. */
const slowdown = 4
/**
 * Duration of the reference work on the machine on which the limit was set; on a slower machine, measured times are
 * scaled down.
 */
const referenceMs = 13
/**
 * Pauses before each attempt, in milliseconds. Other load can only add time, so one attempt within the limit is enough,
 * while a real delay occurs in each one. The first ones also compile the code of the page. The pauses grow so that other
 * load lasting half a minute does not affect all attempts: load that occupied the other core for twelve seconds has
 * doubled the times of three.
 */
const pausesMs = [0, 500, 500, 1_000, 8_000, 20_000, 30_000]
const keyDelayMs = 120
const settleMs = 300

/** Simulates a user at a slow machine. Each action returns the longest time to the next paint, in milliseconds. */
export interface SlowMachine {
  click(target: Locator): Promise<number>
  /** Types into the field, one key after the other. */
  type(field: Locator, text: string): Promise<number>
  press(target: Locator, key: string): Promise<number>
  /** Turns the mouse wheel over the target, downwards, a few notches one after the other. */
  scroll(target: Locator): Promise<number>
  /** Drags from the upper left of the target to the middle of its right side. */
  drag(target: Locator): Promise<number>
}

/**
 * Measures how long people wait for an open page while Chromium slows down its processor: the time from an input to the
 * next frame (Event Timing), and late frames (Long Animation Frames). Inputs are sent to the target's coordinates, so
 * that searching for the target takes none of the page's time during the measurement.
 */
export async function slowMachine(page: Page): Promise<SlowMachine> {
  const session = await page.context().newCDPSession(page)
  await page.evaluate(watchFrames)
  const slowDown = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate })

  async function measure(act: () => Promise<unknown>): Promise<number> {
    // A machine that shares its cores may become half as fast within a second.
    const beforeMs = await page.evaluate(doReferenceWork)
    // Otherwise the elements that the reference work left behind may be collected during the measurement.
    await session.send('HeapProfiler.collectGarbage')
    await page.evaluate(forgetWaits)
    await slowDown(slowdown)
    await act()
    await page.waitForTimeout(settleMs)
    const longest = await page.evaluate(takeLongestWait)
    await slowDown(1)
    const afterMs = await page.evaluate(doReferenceWork)
    return Math.round(longest / Math.max(1, beforeMs / referenceMs, afterMs / referenceMs))
  }

  return {
    async click(target) {
      const { x, y, width, height } = await boxOf(target)
      return measure(() => page.mouse.click(x + width / 2, y + height / 2))
    },
    async type(field, text) {
      await field.focus()
      return measure(() => page.keyboard.type(text, { delay: keyDelayMs }))
    },
    async press(target, key) {
      await target.focus()
      return measure(() => page.keyboard.press(key))
    },
    async scroll(target) {
      const { x, y, width, height } = await boxOf(target)
      await page.mouse.move(x + width / 2, y + height / 2)
      return measure(async () => {
        for (let notch = 0; notch < 5; notch += 1) {
          await page.mouse.wheel(0, 400)
          await page.waitForTimeout(keyDelayMs)
        }
      })
    },
    async drag(target) {
      const { x, y, width, height } = await boxOf(target)
      await page.mouse.move(x + 5, y + 5)
      return measure(async () => {
        await page.mouse.down()
        await page.mouse.move(x + width - 5, y + height / 2, { steps: 20 })
        await page.mouse.up()
      })
    },
  }
}

/**
 * Checks that an interaction stays within 200 ms. `attempt` performs it once and returns its time; the page must be
 * reset before or after the measured action.
 */
export async function expectSmooth(what: string, attempt: () => Promise<number>): Promise<void> {
  const times: number[] = []
  for (const pauseMs of pausesMs) {
    await sleep(pauseMs)
    times.push(await attempt())
    if (Math.min(...times) < limitMs) break
  }
  test.info().annotations.push({ type: what, description: `${times.join(', ')} ms` })
  expect.soft(Math.min(...times), `${what}, took ${times.join(', ')} ms`).toBeLessThan(limitMs)
}

/** Scrolls the target into view and returns its position in the window. */
async function boxOf(target: Locator) {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target} is not drawn`)
  return box
}

/** Builds and sorts hidden elements, and returns the milliseconds of the fastest of three tries. */
export function doReferenceWork(): number {
  const work = () => {
    const from = performance.now()
    const list = document.createElement('ul')
    for (let row = 0; row < 5_000; row += 1) {
      const item = document.createElement('li')
      item.className = `row-${row % 7}`
      item.textContent = `Row ${(row * 7_919) % 5_000}`
      list.append(item)
    }
    const texts = [...list.children].map(({ textContent }) => textContent)
    texts.sort()
    return performance.now() - from
  }
  return Math.min(work(), work(), work())
}

interface WatchedWindow extends Window {
  frameWatch?: { observers: PerformanceObserver[]; longestMs: number }
}

function watchFrames(): void {
  const watch: NonNullable<WatchedWindow['frameWatch']> = { observers: [], longestMs: 0 }
  for (const type of ['event', 'long-animation-frame']) {
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        watch.longestMs = Math.max(watch.longestMs, duration)
      }
    })
    observer.observe({ type, durationThreshold: 16 } as PerformanceObserverInit)
    watch.observers.push(observer)
  }
  ;(window as WatchedWindow).frameWatch = watch
}

/** Discards earlier waits, which were measured without the slowdown; frames still pending count with later ones. */
function forgetWaits(): void {
  const watch = (window as WatchedWindow).frameWatch
  if (!watch) return
  for (const observer of watch.observers) observer.takeRecords()
  watch.longestMs = 0
}

/** Returns the longest wait since `forgetWaits`, once all pending frames have been drawn. */
async function takeLongestWait(): Promise<number> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await nextFrame()
  await nextFrame()
  await new Promise((resolve) => setTimeout(resolve, 50))
  const watch = (window as WatchedWindow).frameWatch
  if (!watch) throw new Error('The frames of this page are not watched')
  for (const observer of watch.observers) {
    for (const { duration } of observer.takeRecords()) {
      watch.longestMs = Math.max(watch.longestMs, duration)
    }
  }
  return Math.round(watch.longestMs)
}
