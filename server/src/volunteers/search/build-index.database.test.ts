import { raiseVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { freshDatabase } from '@dashboard/store/test/database'
import { expect, it } from 'vitest'
import { insertPeople } from '../../../test/people.ts'
import { createIndexReader } from './build-index.ts'

async function add(db: Db, name: string): Promise<void> {
  await insertPeople(db, [{ name: ['Ann', name] }])
  await raiseVersion(db, 'volunteers')
}

it('is read once for all searches until the volunteers change', async () => {
  const db = await freshDatabase()
  const read = createIndexReader(db)
  await add(db, 'Lee')
  const [one, other] = await Promise.all([read(), read()])
  expect(one.people).toHaveLength(1)
  expect(other).toBe(one)
  await add(db, 'Li')
  const changed = await read()
  expect(changed.people).toHaveLength(2)
  expect(await read()).toBe(changed)
})

it('is read again when the volunteers change meanwhile, and then no more', async () => {
  const db = await freshDatabase()
  let isChanged = false
  const read = createIndexReader(
    db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!isChanged) {
          isChanged = true
          await add(db, 'Lee')
        }
        return result
      },
    }),
  )
  const index = await read()
  expect(index.people).toHaveLength(1)
  expect(await read()).toBe(index)
})
