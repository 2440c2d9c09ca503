import { hourMs } from '@dashboard/contract/duration'
import { nowIso, toIso } from '@dashboard/store/database/column-values'
import { setClock } from '@dashboard/store/test/clock'
import { freshDatabase } from '@dashboard/store/test/database'
import { expect, it, onTestFinished } from 'vitest'
import { createBackupLoop } from './backup-loop.ts'
import { checkBackup, readBackupTry, recordBackup } from './last-backup.ts'

async function start() {
  const db = await freshDatabase()
  // 3:00 AM in New York.
  setClock(Date.parse('2026-11-20T08:00:00.000Z'))
  const state = { failure: null as string | null }
  const made: string[] = []
  const open = () => {
    const loop = createBackupLoop({
      db,
      settings: { time: '02:30' },
      log: { info() {}, warn() {} },
      run: async () => {
        made.push(nowIso())
        return state.failure
      },
    })
    onTestFinished(() => loop.close())
    return loop
  }
  /** An hour passes, also for the database, whose clock decides about intervals. */
  const anHourLater = async () => {
    setClock(Date.now() + hourMs)
    await db.deleteFrom('leader_leases').execute()
  }
  return { db, state, made, open, anHourLater }
}

it('makes one backup a day, by one of several servers', async () => {
  const { made, open, anHourLater } = await start()
  const servers = [open(), open(), open()]
  for (let hour = 0; hour < 48; hour++) {
    await Promise.all(servers.map((server) => server.now()))
    await anHourLater()
  }
  expect(made).toEqual(['2026-11-20T08:00:00.000Z', '2026-11-21T08:00:00.000Z'])
})

it('tries again an hour after a failure, and stores the reason', async () => {
  const { db, state, made, open, anHourLater } = await start()
  const server = open()
  state.failure = 'The disk is full.'
  await server.now()
  await server.now()
  expect(await readBackupTry(db)).toMatchObject({ failure: 'The disk is full.' })
  await anHourLater()
  await server.now()
  const notified = db.selectFrom('notices').select(['title', 'isForAdmins']).orderBy('sequence')
  // Administrators are notified once, however often it fails.
  expect(await notified.execute()).toEqual([{ title: 'The backup failed', isForAdmins: 1 }])
  state.failure = null
  await anHourLater()
  await server.now()
  await server.now()
  expect(made).toHaveLength(3)
  expect(await readBackupTry(db)).toMatchObject({ failure: null })
})

it('makes no further backup after one made by hand follows a failure', async () => {
  const { db, state, made, open, anHourLater } = await start()
  const server = open()
  state.failure = 'The disk is full.'
  await server.now()
  const folder = '/backups'
  expect(await checkBackup(db, { folder })).toMatchObject({ ok: false })
  await recordBackup(db, { at: toIso(Date.now() + 1_000), size: 1 })
  await anHourLater()
  expect(await checkBackup(db, { folder })).toMatchObject({ ok: true })
  await server.now()
  expect(made).toHaveLength(1)
})
