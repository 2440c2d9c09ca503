import { expect, it } from 'vitest'
import { coalesceRuns } from './coalesce-runs.ts'

/** Work that goes on until it is ended, and counts its runs. */
function gatedWork() {
  const gates: PromiseWithResolvers<number>[] = []
  const errors: unknown[] = []
  const runs = coalesceRuns(
    () => {
      const gate = Promise.withResolvers<number>()
      gates.push(gate)
      return gate.promise
    },
    (error) => errors.push(error),
  )
  return { ...runs, gates, errors }
}

it('runs once more after all requests during a run, and answers what both changed', async () => {
  const { now, gates } = gatedWork()
  const first = now()
  const second = now()
  const third = now()
  expect(gates).toHaveLength(1)
  gates[0]?.resolve(2)
  await expect.poll(() => gates.length).toBe(2)
  gates[1]?.resolve(3)
  expect(await Promise.all([first, second, third])).toEqual([5, 5, 5])
  expect(gates).toHaveLength(2)
})

it('runs once when nobody asks meanwhile, and again when asked after that', async () => {
  const { now, gates } = gatedWork()
  const first = now()
  gates[0]?.resolve(1)
  expect(await first).toBe(1)
  const second = now()
  expect(gates).toHaveLength(2)
  gates[1]?.resolve(0)
  expect(await second).toBe(0)
})

it('reports a failure that nobody waits for, and runs again', async () => {
  const { now, soon, gates, errors } = gatedWork()
  soon()
  gates[0]?.reject(new Error('no'))
  await expect.poll(() => errors).toEqual([new Error('no')])
  const second = now()
  gates[1]?.reject(new Error('again'))
  await expect(second).rejects.toThrow('again')
  expect(errors).toHaveLength(1)
})
