import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import {
  addStoredValue,
  deleteStoredValue,
  findStoredValue,
  readStoredValue,
  saveStoredValue,
} from './stored-values.ts'

it('stores the last value under each name, with the instant of its change', async () => {
  const db = await freshDatabase()
  expect(await readStoredValue(db, 'retention')).toBeUndefined()
  const before = new Date().toISOString()
  await saveStoredValue(db, 'retention', { removed: 1 })
  await saveStoredValue(db, 'retention', { removed: 2 })
  await saveStoredValue(db, 'auto-sync', false)
  const stored = await findStoredValue(db, 'retention')
  expect(stored?.value).toEqual({ removed: 2 })
  expect(stored && stored.updatedAt >= before).toBe(true)
  expect(await readStoredValue(db, 'auto-sync')).toBe(false)
})

it('adds a value only where there is none, and says whether it removed one', async () => {
  const db = await freshDatabase()
  expect(await addStoredValue(db, 'schedules-pause', 'first')).toBe(true)
  expect(await addStoredValue(db, 'schedules-pause', 'second')).toBe(false)
  expect(await readStoredValue(db, 'schedules-pause')).toBe('first')
  expect(await deleteStoredValue(db, 'schedules-pause')).toBe(true)
  expect(await deleteStoredValue(db, 'schedules-pause')).toBe(false)
})
