import { raiseVersion } from '@dashboard/store/database/data-versions'
import { freshDatabase } from '@dashboard/store/test/database'
import { expect, it } from 'vitest'
import { insertPeople } from '../../../test/people.ts'
import { buildIndex } from './build-index.ts'
import { CachedIndex } from './volunteer-index.ts'

it('is read once for all searches until the volunteers change', async () => {
  const db = await freshDatabase()
  let built = 0
  const kept = new CachedIndex(db, (from) => {
    built += 1
    return buildIndex(from)
  })
  const change = async (name: string) => {
    await insertPeople(db, [{ name: ['Ann', name] }])
    await raiseVersion(db, 'volunteers')
  }
  await change('Lee')
  const [one, other] = await Promise.all([kept.read(), kept.read()])
  expect([one.ids.length, other.ids.length, built]).toEqual([1, 1, 1])
  await change('Li')
  expect((await kept.read()).ids).toHaveLength(2)
  await kept.read()
  expect(built).toBe(2)
})
