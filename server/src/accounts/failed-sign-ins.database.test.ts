import type { Db } from '@dashboard/store/database/open-database'
import { readEntries } from '@dashboard/store/test/audit-log'
import { freshDatabase } from '@dashboard/store/test/database'
import { expect, test } from 'vitest'
import { activeUser } from '../../test/users.ts'
import { AppError } from '../http/app-error.ts'
import { auditAsServer } from '../http/audit-trail.ts'
import { auditFailure } from './failed-sign-ins.ts'

const refused = (status: number) => new AppError(status, 'No')

const readReasons = async (db: Db) =>
  (await readEntries(db)).map(({ details }) => JSON.parse(details).reason)

test('a failed sign-in is recorded under the username that was tried, and about its user', async () => {
  const db = await freshDatabase()
  const { id } = await activeUser(db, { username: 'Uma' })
  await auditFailure(db, refused(401), 'uma', auditAsServer)
  await auditFailure(db, refused(401), 'x'.repeat(61), auditAsServer)
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
])('%i is entered as "%s"', async (status, reason) => {
  const db = await freshDatabase()
  await auditFailure(db, refused(status), 'uma', auditAsServer)
  expect(await readReasons(db)).toEqual([reason])
})

test('failures that are not the client’s fault, and sign-ins not attempted, are left out', async () => {
  const db = await freshDatabase()
  for (const error of [refused(503), refused(429), new Error('The database is gone')]) {
    await auditFailure(db, error, 'uma', auditAsServer)
  }
  expect(await readEntries(db)).toEqual([])
})
