import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('two run at a time, some wait in order, and the rest are refused', async () => {
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

/** Returns works that note when they begin and end only when they are told to. */
function manualWorks() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => async () => {
    begun.push(name)
    await new Promise<void>((resolve) => ends.push(resolve))
  }
  return { begun, work, endNext: () => ends.shift()?.() }
}

test('people take turns, however much work one of them has', async () => {
  const withPermit = createSemaphore(1)
  const { begun, work, endNext } = manualWorks()
  const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']
  const all = names.map((name) => withPermit(work(name), { person: name.slice(0, 1) }))
  for (const count of names.keys()) {
    await expect.poll(() => begun).toHaveLength(count + 1)
    endNext()
  }
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('one person holds two places, running or waiting, and others have theirs', async () => {
  const refuse = () => new Error('later')
  const withPermit = createSemaphore(1, { maxWaiting: 10, perPerson: 2, refuse })
  const { begun, work, endNext } = manualWorks()
  const first = withPermit(work('a1'), { person: 'a' })
  const leaving = new AbortController()
  const left = withPermit(work('a2'), { person: 'a', signal: leaving.signal })
  await expect(withPermit(work('a3'), { person: 'a' })).rejects.toThrow('later')
  const other = withPermit(work('b1'), { person: 'b' })
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  const again = withPermit(work('a4'), { person: 'a' })
  endNext()
  await first
  await expect.poll(() => begun).toEqual(['a1', 'b1'])
  endNext()
  await other
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'a4'])
  endNext()
  await again
})
