import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { raiseVersion, readVersion } from './data-versions.ts'
import { keepUnchanged, readTogether } from './keep-unchanged.ts'
import { isPostgres } from './open-database.ts'

it('reads again after every change, and on SQLite not before one', async () => {
  const db = await freshDatabase()
  // Values are kept only after the database has been used.
  await raiseVersion(db, 'jobs')
  let reads = 0
  const read = keepUnchanged(db, async (keys) => {
    reads += 1
    return new Map(keys.map((key) => [key, `${key}-${reads}`]))
  })
  expect(await read('a')).toBe('a-1')
  await read('a')
  expect(reads).toBe(isPostgres(db) ? 2 : 1)
  await raiseVersion(db, 'jobs')
  reads = 10
  expect(await read('a')).toBe('a-11')
})

it('keeps nothing that a read under way has found before a change', async () => {
  const db = await freshDatabase()
  await raiseVersion(db, 'jobs')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let reads = 0
  const read = keepUnchanged(db, async (keys) => {
    reads += 1
    if (reads === 1) await held
    return new Map(keys.map((key) => [key, reads]))
  })
  const early = read('a')
  await raiseVersion(db, 'jobs')
  const late = read('a')
  release()
  await Promise.all([early, late])
  expect(await read('a')).toBe(reads)
  expect(reads).toBeGreaterThan(1)
})

it('names the newest version at once after a change, and within its transaction', async () => {
  const db = await freshDatabase()
  const before = await readVersion(db, 'jobs')
  const within = await db.transaction().execute(async (tx) => {
    await raiseVersion(tx, 'jobs')
    return readVersion(tx, 'jobs')
  })
  expect(within).not.toBe(before)
  expect(await readVersion(db, 'jobs')).toBe(within)
})

it('shares a statement, but not with who asks while it runs', async () => {
  const asked: string[][] = []
  let release = () => {}
  const read = readTogether(async (keys) => {
    asked.push([...keys])
    await new Promise<void>((resolve) => {
      release = resolve
    })
    if (keys.includes('bad')) throw new Error('away')
    return new Map(keys.map((key) => [key, asked.length]))
  })
  const first = [read('a'), read('b'), read('a')]
  await expect.poll(() => asked).toEqual([['a', 'b']])
  const second = [read('a'), read('bad')]
  release()
  expect(await Promise.all(first)).toEqual([1, 1, 1])
  await expect
    .poll(() => asked)
    .toEqual([
      ['a', 'b'],
      ['a', 'bad'],
    ])
  release()
  const failed = await Promise.allSettled(second)
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const third = read('c')
  await expect.poll(() => asked.length).toBe(3)
  release()
  expect(await third).toBe(3)
})

it('waits for more once several have shared a statement, and not where one asks alone', async () => {
  const asked: string[][] = []
  const read = readTogether(async (keys) => {
    asked.push([...keys])
    return new Map(keys.map((key) => [key, asked.length]))
  }, 100)
  await Promise.all([read('a'), read('b')])
  const third = read('c')
  for (let turn = 0; turn < 3; turn += 1) await nextTurn()
  const fourth = read('d')
  expect(await Promise.all([third, fourth])).toEqual([2, 2])
  await read('e')
  expect(asked).toEqual([['a', 'b'], ['c', 'd'], ['e']])
})
