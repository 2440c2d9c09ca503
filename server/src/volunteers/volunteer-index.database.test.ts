import { raiseVersion } from '@dashboard/store/database/data-versions'
import { freshDatabase } from '@dashboard/store/database/test-database'
import { expect, it, onTestFinished } from 'vitest'
import { buildIndex } from './build-index.ts'
import { insertPeople } from './test-people.ts'
import { createVolunteerIndex } from './volunteer-index.ts'

it('reads a change ahead of the next search, once somebody has searched', async () => {
  const db = await freshDatabase()
  let built = 0
  const kept = createVolunteerIndex(db, {
    build: (from) => {
      built += 1
      return buildIndex(from)
    },
    onError: (error) => expect.fail(String(error)),
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
