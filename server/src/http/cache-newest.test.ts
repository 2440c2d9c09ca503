import { expect, it } from 'vitest'
import { cacheNewest } from './cache-newest.ts'

it('computes a value once for each version of a key, and caches no failure', async () => {
  const cached = cacheNewest<number>()
  let made = 0
  const make = async () => {
    made += 1
    return made
  }
  expect(await Promise.all([cached('NY-1', '1', make), cached('NY-1', '1', make)])).toEqual([1, 1])
  expect(await cached('NY-2', '1', make)).toBe(2)
  expect(await cached('NY-1', '2', make)).toBe(3)
  const fail = () => Promise.reject(new Error('the disk is full'))
  await expect(cached('NY-1', '3', fail)).rejects.toThrow('the disk is full')
  expect(await cached('NY-1', '3', make)).toBe(4)
})
