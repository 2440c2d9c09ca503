import { raiseVersion } from '@dashboard/store/database/data-versions'
import { freshDatabase } from '@dashboard/store/test/database'
import { expect, it } from 'vitest'
import { insertPeople } from '../../../test/people.ts'
import { buildIndex, createIndexReader } from './build-index.ts'

it('is read once for all searches until the volunteers change', async () => {
  const db = await freshDatabase()
  let built = 0
  const read = createIndexReader(db, (from) => {
    built += 1
    return buildIndex(from)
  })
  const change = async (name: string) => {
    await insertPeople(db, [{ name: ['Ann', name] }])
    await raiseVersion(db, 'volunteers')
  }
  await change('Lee')
  const [one, other] = await Promise.all([read(), read()])
  expect([one.people.length, other.people.length, built]).toEqual([1, 1, 1])
  await change('Li')
  expect((await read()).people).toHaveLength(2)
  await read()
  expect(built).toBe(2)
})
