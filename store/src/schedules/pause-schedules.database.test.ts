import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { readVersion } from '../database/data-versions.ts'
import type { Db } from '../database/open-database.ts'
import { endSchedulePause, pauseSchedules, readSchedulePause } from './pause-schedules.ts'

const guard = { reason: 'guard', at: '2026-11-20T11:01:00.000Z' } as const
const restore = { reason: 'restore', at: '2026-11-20T12:00:00.000Z' } as const

async function insertSchedule(db: Db) {
  const at = '2026-11-01T00:00:00.000Z'
  const times = { days: '[1]', time: '06:00', nextRunAt: '2026-11-23T11:00:00.000Z' }
  await db
    .insertInto('schedules')
    .values({
      id: 'a',
      ...times,
      reportsAfter: '"none"',
      isActive: 1,
      createdAt: at,
      updatedAt: at,
    })
    .execute()
}

it('pauses all schedules, for the reason that came first, until the pause ends', async () => {
  const db = await freshDatabase()
  await insertSchedule(db)
  const version = await readVersion(db, 'schedules')
  expect(await pauseSchedules(db, guard)).toBe(true)
  expect(await pauseSchedules(db, restore)).toBe(false)
  expect(await readSchedulePause(db)).toEqual(guard)
  expect(await readVersion(db, 'schedules')).not.toBe(version)
  const { nextRunAt } = await db.selectFrom('schedules').selectAll().executeTakeFirstOrThrow()
  expect(nextRunAt).toBeNull()

  expect(await endSchedulePause(db)).toBe(true)
  expect(await endSchedulePause(db)).toBe(false)
  expect(await readSchedulePause(db)).toBeNull()
})

it('pauses nothing where there is no schedule', async () => {
  const db = await freshDatabase()
  expect(await pauseSchedules(db, restore)).toBe(false)
  expect(await readSchedulePause(db)).toBeNull()
})
