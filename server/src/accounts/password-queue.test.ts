import { expect, test } from 'vitest'
import { AppError } from '../http/app-error.ts'
import { inPasswordQueue } from './password-queue.ts'

test('runs two at once, lets twenty wait and refuses the rest', async () => {
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
  const results = Promise.allSettled(Array.from({ length: 30 }, work))
  for (let opened = 0; opened < 22; opened += 1) {
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

test('many requests from one address delay another address only by what runs already', async () => {
  const gates: (() => void)[] = []
  const order: string[] = []
  const work = (ip: string) =>
    inPasswordQueue(async () => {
      order.push(ip)
      await new Promise<void>((resolve) => gates.push(resolve))
    }, ip)
  const storm = Array.from({ length: 40 }, () => work('192.0.2.1'))
  const results = Promise.allSettled(storm)
  const honest = work('198.51.100.7')
  const others = [work('2001:db8::1'), work('2001:db8::2'), work('203.0.113.9')]
  while (order.length < 26) {
    await expect.poll(() => gates.length, { interval: 1 }).toBeGreaterThan(0)
    gates.shift()?.()
    await Promise.resolve()
  }
  while (gates.length > 0) gates.shift()?.()
  await Promise.all([honest, ...others])
  expect(order.slice(0, 5)).toEqual([
    '192.0.2.1',
    '192.0.2.1',
    '198.51.100.7',
    // Two addresses of one network count as one.
    '2001:db8::1',
    '203.0.113.9',
  ])
  expect((await results).filter(({ status }) => status === 'rejected')).toHaveLength(18)
})

test('a thousand of all networks may wait, twenty of each', async () => {
  const { promise, resolve: open } = Promise.withResolvers<void>()
  const work = (network: number) =>
    inPasswordQueue(() => promise, `10.0.${network >> 8}.${network & 255}`)
  // Two of them run.
  const started = Array.from({ length: 1_002 }, (_, number) => work(number))
  await expect(work(2_000)).rejects.toMatchObject({ status: 429, retryAfter: 2 })
  open()
  await Promise.all(started)
  await work(2_000)
})
