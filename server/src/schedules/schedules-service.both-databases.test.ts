import { setTimeout as sleep } from 'node:timers/promises'
import type { ScheduleInput } from '@dashboard/contract/schedule-inputs'
import { inTransaction } from '@dashboard/store/database/transactions'
import { pauseSchedules } from '@dashboard/store/schedules/pause-schedules'
import { expect, it } from 'vitest'
import { insertSchedule, startSchedules } from '../../test/schedules.ts'
import { addSchedule, editSchedule } from './schedules-service.ts'

const input: ScheduleInput = { days: [1], time: '06:00', reportsAfter: 'none', isActive: true }
const audit = async () => {}

it('gives no next run to a schedule that is added or changed while all are paused', async () => {
  const { db, schedules } = await startSchedules()
  const id = await insertSchedule(db)
  let changing: Promise<unknown> | undefined
  await inTransaction(db, async (tx) => {
    await pauseSchedules(tx, { reason: 'restore', at: '2026-11-20T12:00:00.000Z' })
    changing = Promise.all([
      addSchedule({ db, audit }, { ...input, days: [2] }),
      editSchedule({ db, audit }, id, input),
    ])
    await Promise.race([changing, sleep(300)])
  })
  await changing
  expect((await schedules()).map(({ nextRunAt }) => nextRunAt)).toEqual([null, null])
})
