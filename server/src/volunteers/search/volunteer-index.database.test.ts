import { raiseVersion } from '@dashboard/store/database/data-versions'
import { freshDatabase } from '@dashboard/store/test/database'
import { expect, it, onTestFinished } from 'vitest'
import { insertPeople } from '../../../test/people.ts'
import { buildIndex } from './build-index.ts'
import { KeptIndex } from './volunteer-index.ts'

it('reads a change ahead of the next search, once somebody has searched', async () => {
  const db = await freshDatabase()
  let built = 0
  const kept = new KeptIndex(db, {
    build: (from) => {
      built += 1
      return buildIndex(from)
    },
    log: { warn: (details) => expect.fail(JSON.stringify(details)) },
  })
  kept.open()
  onTestFinished(() => kept.close())
  const change = async (name: string) => {
    await insertPeople(db, [{ name: ['Ann', name] }])
    await raiseVersion(db, 'volunteers')
  }
  await change('Lee')
  await new Promise((resolve) => setTimeout(resolve, 1_300))
  expect(built).toBe(0)
  expect((await kept.read()).ids).toHaveLength(1)
  await kept.read()
  expect(built).toBe(1)
  await change('Li')
  await expect.poll(() => built).toBe(2)
  expect((await kept.read()).ids).toHaveLength(2)
  expect(built).toBe(2)
})
