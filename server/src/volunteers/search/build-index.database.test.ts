import { raiseVersion } from '@dashboard/store/database/data-versions'
import { freshDatabase } from '@dashboard/store/test/database'
import { expect, it } from 'vitest'
import { insertPeople } from '../../../test/people.ts'
import { createIndexReader } from './build-index.ts'

it('is read once for all searches until the volunteers change', async () => {
  const db = await freshDatabase()
  const read = createIndexReader(db)
  const change = async (name: string) => {
    await insertPeople(db, [{ name: ['Ann', name] }])
    await raiseVersion(db, 'volunteers')
  }
  await change('Lee')
  const [one, other] = await Promise.all([read(), read()])
  expect(one.people).toHaveLength(1)
  expect(other).toBe(one)
  await change('Li')
  const changed = await read()
  expect(changed.people).toHaveLength(2)
  expect(await read()).toBe(changed)
})
