import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { lockVersion, raiseVersion, readVersion } from './data-versions.ts'

it('counts every change and names the state after it', async () => {
  const db = await freshDatabase()
  expect(await readVersion(db, 'jobs')).toBe('0')
  expect(await lockVersion(db, 'jobs')).toBe(1)
  const first = await readVersion(db, 'jobs')
  expect(await readVersion(db, 'jobs')).toBe(first)
  await raiseVersion(db, 'reports')
  expect(await readVersion(db, 'jobs')).toBe(first)
  expect(await lockVersion(db, 'jobs')).toBe(2)
  expect(await readVersion(db, 'jobs')).not.toBe(first)
})

it('never reuses a version that a restored backup has replaced', async () => {
  const db = await freshDatabase()
  await raiseVersion(db, 'jobs')
  const backup = await db.selectFrom('data_versions').selectAll().execute()
  const saved = await readVersion(db, 'jobs')
  await raiseVersion(db, 'jobs')
  const ended = await readVersion(db, 'jobs')

  await db.deleteFrom('data_versions').execute()
  await db.insertInto('data_versions').values(backup).execute()
  expect(await readVersion(db, 'jobs')).toBe(saved)
  expect(await lockVersion(db, 'jobs')).toBe(2)
  expect(await readVersion(db, 'jobs')).not.toBe(ended)
})
