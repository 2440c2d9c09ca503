import { expect, it } from 'vitest'
import { createRenderSemaphore } from './render-semaphore.ts'

const settle = () => new Promise(setImmediate)

/**
 * Requests permits for reports with these numbers of volunteers; `begun` lists which worker draws which report, in
 * order.
 */
function ask(rooms: readonly number[], reports: readonly number[]) {
  const semaphore = createRenderSemaphore(rooms.map((room, worker) => ({ room, worker })))
  const begun: [volunteers: number, worker: number][] = []
  const ends = reports.map(async (volunteers) => {
    const { worker, release } = await semaphore.acquire(volunteers)
    begun.push([volunteers, worker.worker])
    return release
  })
  const endOf = async (index: number) => {
    const end = await ends[index]
    end?.()
    await settle()
  }
  return { begun, endOf }
}

it('begins with workers that have least to do, up to what each takes, the last of several first', async () => {
  const { begun, endOf } = ask([1, 2, 2], [1, 2, 3, 4, 5, 6, 7])
  await settle()
  expect(begun).toEqual([
    [1, 2],
    [2, 1],
    [3, 0],
    [4, 2],
    [5, 1],
  ])
  await endOf(2)
  expect(begun.at(-1)).toEqual([6, 0])
  await endOf(1)
  expect(begun.at(-1)).toEqual([7, 1])
})

it('begins fewer of large reports, and each in its turn', async () => {
  const { begun, endOf } = ask([1, 1], [100, 400, 300, 250, 3_000, 1])
  await settle()
  expect(begun).toEqual([
    [100, 1],
    [400, 0],
  ])
  await endOf(0)
  expect(begun).toHaveLength(2)
  await endOf(1)
  expect(begun.slice(2)).toEqual([
    [300, 1],
    [250, 0],
  ])
  await endOf(2)
  await endOf(3)
  expect(begun.slice(4)).toEqual([[3_000, 1]])
  await endOf(4)
  expect(begun.slice(5)).toEqual([[1, 1]])
})
