import { expect, type Page, test } from '@playwright/test'
import { doReferenceWork, slowMachine } from '../interaction-time.ts'

/** Checks the measurement itself: a slow handler is measured as slow. */

/** Opens a page whose button does the reference work `times` times. */
async function openButton(page: Page, times: number) {
  await page.setContent('<button>Press me</button>')
  await page.evaluate(`
    const doReferenceWork = ${doReferenceWork}
    const button = document.querySelector('button')
    button.addEventListener('click', () => {
      for (let time = 0; time < ${times}; time += 1) doReferenceWork()
      button.textContent = 'Pressed'
    })`)
  return page.getByRole('button')
}

test('work of 100 ms takes more than 200 ms on a machine four times as slow', async ({ page }) => {
  // Each time consists of three tries of 13 ms.
  const button = await openButton(page, 3)
  const machine = await slowMachine(page)
  expect(await machine.click(button)).toBeGreaterThan(200)
})

test('a button that does next to nothing answers within 200 ms', async ({ page }) => {
  const button = await openButton(page, 0)
  const machine = await slowMachine(page)
  expect(await machine.click(button)).toBeLessThan(200)
  await expect(button).toContainText('Pressed')
})
