import type { Db } from '@dashboard/store/database/open-database'
import { readEntries } from '@dashboard/store/test/audit-log'
import { freshDatabase } from '@dashboard/store/test/database'
import { afterEach, expect, test, vi } from 'vitest'
import { activeUser } from '../../test/users.ts'
import { AppError } from '../http/app-error.ts'
import { auditAsServer } from '../http/audit-trail.ts'
import { createFailureAudit } from './failed-sign-ins.ts'

const here = { username: 'uma', ip: '10.0.0.1' }
const refused = (status: number) => new AppError(status, 'No')

const readReasons = async (db: Db) =>
  (await readEntries(db)).map(({ details }) => JSON.parse(details).reason)

afterEach(() => void vi.useRealTimers())

test('a failed sign-in is entered under the username tried, about its user', async () => {
  const db = await freshDatabase()
  const { id } = await activeUser(db, { username: 'Uma' })
  const record = createFailureAudit(db)
  await record(refused(401), here, auditAsServer)
  await record(refused(401), { ...here, username: 'x'.repeat(61) }, auditAsServer)
  const details = JSON.stringify({ reason: 'wrong username or password' })
  expect(await readEntries(db)).toMatchObject([
    {
      action: 'session.failed',
      actor: 'uma',
      actorId: null,
      subject: `user:${id}`,
      details,
    },
    {
      action: 'session.failed',
      actor: `${'x'.repeat(60)}…`,
      actorId: null,
      subject: null,
      details,
    },
  ])
})

test.each([
  [400, 'wrong code'],
  [401, 'wrong username or password'],
  [403, 'inactive account'],
  [429, 'too many failed attempts'],
])('%i is entered as "%s"', async (status, reason) => {
  const db = await freshDatabase()
  await createFailureAudit(db)(refused(status), here, auditAsServer)
  expect(await readReasons(db)).toEqual([reason])
})

test('what is not the fault of the client is left out', async () => {
  const db = await freshDatabase()
  const record = createFailureAudit(db)
  for (const error of [refused(503), new Error('The database is gone')]) {
    await record(error, here, auditAsServer)
  }
  expect(await readEntries(db)).toEqual([])
})

test('a throttled network gets one entry in five minutes, and other failures get each their own', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const db = await freshDatabase()
  const record = createFailureAudit(db)
  const fail = (status: number, ip = here.ip) =>
    record(refused(status), { ...here, ip }, auditAsServer)
  await fail(429)
  await fail(429)
  await fail(429, '10.0.0.2')
  await fail(401)
  await fail(401)
  vi.advanceTimersByTime(5 * 60_000 - 1)
  await fail(429)
  const throttled = 'too many failed attempts'
  const wrong = 'wrong username or password'
  expect(await readReasons(db)).toEqual([throttled, throttled, wrong, wrong])
  vi.advanceTimersByTime(1)
  await fail(429)
  expect(await readReasons(db)).toEqual([throttled, throttled, wrong, wrong, throttled])
})
