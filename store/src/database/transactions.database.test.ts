import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { readVersion } from './data-versions.ts'
import { isPostgres } from './open-database.ts'
import { beforeCommit, inTransaction } from './transactions.ts'

test.each(['40P01', '40001'])(
  'a transaction that PostgreSQL ends with %s is tried again three times',
  async (code) => {
    const db = await freshDatabase()
    if (!isPostgres(db)) return
    let tries = 0
    const failing = (times: number) =>
      inTransaction(db, async (tx) => {
        tries += 1
        await tx
          .insertInto('circuits')
          .values({ id: `${times}-${tries}`, name: `NY-${times}-${tries}` })
          .execute()
        if (tries > times) return
        await sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`).execute(tx)
      })
    await failing(3)
    expect(await db.selectFrom('circuits').select('id').execute()).toEqual([{ id: '3-4' }])
    tries = 0
    await expect(failing(4)).rejects.toMatchObject({ code })
    expect(tries).toBe(4)
  },
)

test('what is to run before the commit runs once, in order, and is undone with the rest', async () => {
  const db = await freshDatabase()
  const done: string[] = []
  const work = (fails: boolean) =>
    inTransaction(db, async (tx) => {
      beforeCommit(tx, 2, async () => done.push('second'))
      beforeCommit(tx, 1, async () => {
        done.push('first')
        await sql`insert into data_versions values ('jobs', 1, 'stamp')`.execute(tx)
        if (fails) throw new Error('It failed')
      })
      beforeCommit(tx, 2, async () => done.push('second again'))
    })
  await expect(work(true)).rejects.toThrow('It failed')
  expect(await readVersion(db, 'jobs')).toBe('0')
  await work(false)
  expect(done).toEqual(['first', 'first', 'second again'])
})
