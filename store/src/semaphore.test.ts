import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('two work at a time, some wait in order, and the rest is refused', async () => {
  const withPermit = createSemaphore(2, { maxWaiting: 2, refuse: () => new Error('later') })
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (number: number) =>
    withPermit(async () => {
      begun.push(number)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (number === 1) throw new Error('failed')
    })
  const works = [1, 2, 3, 4].map(work)
  await expect(work(5)).rejects.toThrow('later')
  expect(begun).toEqual([1, 2])
  ends[0]?.()
  await expect(works[0]).rejects.toThrow('failed')
  await expect.poll(() => begun).toEqual([1, 2, 3])
  ends[1]?.()
  await expect.poll(() => begun).toEqual([1, 2, 3, 4])
  for (const end of ends) end()
  await Promise.all(works.slice(1))
})
