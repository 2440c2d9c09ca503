import { expect, test } from 'vitest'
import { AppError } from '../http/app-error.ts'
import { inPasswordQueue } from './password-queue.ts'

test('runs two at once, lets a hundred wait and refuses the rest', async () => {
  let running = 0
  let most = 0
  const gates: (() => void)[] = []
  const work = () =>
    inPasswordQueue(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => gates.push(resolve))
      running -= 1
    })
  const results = Promise.allSettled(Array.from({ length: 110 }, work))
  for (let opened = 0; opened < 102; opened += 1) {
    await expect.poll(() => gates.length, { interval: 1 }).toBeGreaterThan(0)
    gates.shift()?.()
  }
  const refused = (await results).filter((result) => result.status === 'rejected')
  expect(most).toBe(2)
  expect(refused).toHaveLength(8)
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(AppError)
    expect(reason).toMatchObject({ status: 429, retryAfter: 2 })
  }
  // Places become free again, also after a failure.
  await expect(inPasswordQueue(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inPasswordQueue(async () => 'done')).toBe('done')
})
