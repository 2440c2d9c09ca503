import { expect, type Page, test } from '@playwright/test'
import { slowMachine } from '../../interaction-time.ts'

/** Checks the measurement itself: a slow handler is measured as slow. */

/** A page whose button keeps the processor busy, for so many milliseconds on this machine. */
async function openButton(page: Page, busyMs: number) {
  await page.setContent('<button>Press me</button>')
  await page.evaluate((ms) => {
    const work = (rounds: number) => {
      let sum = 0
      for (let round = 0; round < rounds; round += 1) sum += Math.sqrt(round)
      return sum
    }
    // Twice, since the first run includes the engine's compilation.
    work(20_000_000)
    const from = performance.now()
    work(20_000_000)
    const rounds = (20_000_000 * ms) / (performance.now() - from)
    const button = document.querySelector('button')
    button?.addEventListener('click', () => {
      button.textContent = `Pressed ${work(rounds)}`
    })
  }, busyMs)
  return page.getByRole('button')
}

test('work of 100 ms takes more than 200 ms on a machine four times as slow', async ({ page }) => {
  const button = await openButton(page, 100)
  const machine = await slowMachine(page)
  expect(await machine.click(button)).toBeGreaterThan(200)
})

test('a button that does next to nothing answers within 200 ms', async ({ page }) => {
  const button = await openButton(page, 1)
  const machine = await slowMachine(page)
  expect(await machine.click(button)).toBeLessThan(200)
  await expect(button).toContainText('Pressed')
})
