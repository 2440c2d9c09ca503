import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from './open-database.ts'

it('shrinks the log of a large write again after a few small ones', async () => {
  const path = join(await temporaryFolder(), 'dashboard.db')
  const db = openDatabase({ kind: 'sqlite', path }, 'command')
  const size = async () => (await stat(`${path}-wal`)).size
  await sql`create table large (text text)`.execute(db)
  await db.transaction().execute(async (tx) => {
    for (let row = 0; row < 20; row++) {
      await sql`insert into large values (${'x'.repeat(1_000_000)})`.execute(tx)
    }
  })
  expect(await size()).toBeGreaterThan(15_000_000)
  // Simulates what the server writes every few seconds.
  for (let row = 0; row < 3; row++) await sql`insert into large values ('x')`.execute(db)
  expect(await size()).toBeLessThan(5_000_000)
  await db.destroy()
})
