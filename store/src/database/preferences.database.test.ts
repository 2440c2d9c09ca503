import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import {
  addPreference,
  deletePreference,
  findPreference,
  readPreference,
  savePreference,
} from './preferences.ts'

it('stores the last value under each name, with the instant of its change', async () => {
  const db = await freshDatabase()
  expect(await readPreference(db, 'retention')).toBeUndefined()
  const before = new Date().toISOString()
  await savePreference(db, 'retention', { removed: 1 })
  await savePreference(db, 'retention', { removed: 2 })
  await savePreference(db, 'auto-sync', false)
  const stored = await findPreference(db, 'retention')
  expect(stored?.value).toEqual({ removed: 2 })
  expect(stored && stored.updatedAt >= before).toBe(true)
  expect(await readPreference(db, 'auto-sync')).toBe(false)
})

it('adds a value only where there is none, and says whether it removed one', async () => {
  const db = await freshDatabase()
  expect(await addPreference(db, 'schedules-pause', 'first')).toBe(true)
  expect(await addPreference(db, 'schedules-pause', 'second')).toBe(false)
  expect(await readPreference(db, 'schedules-pause')).toBe('first')
  expect(await deletePreference(db, 'schedules-pause')).toBe(true)
  expect(await deletePreference(db, 'schedules-pause')).toBe(false)
})
