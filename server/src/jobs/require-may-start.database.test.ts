import { inTransaction } from '@dashboard/store/database/transactions'
import { freshDatabase } from '@dashboard/store/test/database'
import { queuedJob } from '@dashboard/store/test/jobs'
import { expect, it } from 'vitest'
import { storedReview } from '../../test/stored-imports.ts'
import { activeAdmin } from '../../test/users.ts'
import { requireMayStart } from './require-may-start.ts'

it.each([
  ['was made a user', { role: 'user' }, 403],
  ['was limited to one circuit', { role: 'user', circuits: '["NY-1"]' }, 409],
  ['was deactivated', { isActive: 0 }, 401],
] as const)(
  'who %s while the call waited has the rights that they have at the start of the job',
  async (_how, change, status) => {
    const db = await freshDatabase()
    const admin = await activeAdmin(db, { username: 'ada' })
    const source = await storedReview(db, { state: 'completed' })
    const importId = await storedReview(db, { kind: 'restore', sourceImportId: source })
    const { id } = await queuedJob(db, { type: 'import', importId })
    const start = () =>
      inTransaction(db, (tx) => requireMayStart(tx, admin, [{ id, type: 'import', importId }], {}))
    await db.updateTable('users').set(change).where('id', '=', admin.id).execute()
    await expect(start()).rejects.toMatchObject({ status })
    const asBefore = { role: 'admin', circuits: null, isActive: 1 } as const
    await db.updateTable('users').set(asBefore).where('id', '=', admin.id).execute()
    expect(await start()).toEqual({})
  },
)
