import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { appendEntries, readEntries } from '../../test/audit-log.ts'
import { freshDatabase } from '../../test/database.ts'
import { appendAuditEntry } from './append-entry.ts'
import { pruneAuditLog } from './prune-entries.ts'

const before = '2025-11-01T00:00:00.000Z'

describe('an append', () => {
  it('numbers the entries in the order in which they are made', async () => {
    const db = await freshDatabase()
    await appendEntries(db, 3)
    const entries = await readEntries(db)
    expect(entries.map(({ subject }) => subject)).toEqual(['job:1', 'job:2', 'job:3'])
  })

  it('may happen many times at once', async () => {
    const db = await freshDatabase()
    await Promise.all(Array.from({ length: 20 }, () => appendEntries(db, 1)))
    expect(await readEntries(db)).toHaveLength(20)
  })

  it('is undone with the change it belongs to', async () => {
    const db = await freshDatabase()
    await appendEntries(db, 1)
    const failing = db.transaction().execute(async (tx) => {
      await appendEntries(tx, 2)
      throw new Error('The change failed')
    })
    await expect(failing).rejects.toThrow('The change failed')
    await appendEntries(db, 1)
    expect(await readEntries(db)).toHaveLength(2)
  })

  it('stores whatever somebody types as a name, shortened and without invisible characters', async () => {
    const db = await freshDatabase()
    for (const name of ['a\0b\u200bc\ud800', 'x'.repeat(1_000)]) {
      await appendAuditEntry(db, {
        actor: { id: null, name },
        action: 'session.failed',
        address: null,
      })
    }
    const names = (await readEntries(db)).map(({ actor }) => actor)
    expect(names).toEqual(['a\ufffdb\ufffdc\ufffd', `${'x'.repeat(199)}…`])
  })
})

describe('pruning', () => {
  it('removes old entries, and records how many', async () => {
    const db = await freshDatabase()
    await appendEntries(db, 5)
    const entries = await readEntries(db)
    const old = entries.slice(0, 3).map(({ id }) => id)
    await db
      .updateTable('audit_log')
      .set({ at: '2025-10-31T23:59:59.999Z' })
      .where('id', 'in', old)
      .execute()
    expect(await pruneAuditLog(db, before)).toBe(3)
    const left = await readEntries(db)
    expect(left.slice(0, 2)).toEqual(entries.slice(3))
    expect(left.slice(2)).toMatchObject([
      { actor: 'Server', action: 'audit.prune', details: '{"entries":3}' },
    ])
    expect(await pruneAuditLog(db, before)).toBe(0)
    expect(await readEntries(db)).toHaveLength(3)
  })

  it('may remove everything, and no later entry reuses a removed number', async () => {
    const db = await freshDatabase()
    await appendEntries(db, 3)
    const [, , last] = await readEntries(db)
    expect(await pruneAuditLog(db, '9999')).toBe(3)
    await sql`delete from audit_log`.execute(db)
    await appendEntries(db, 1)
    const [next] = await readEntries(db)
    expect(next?.sequence).toBe((last?.sequence ?? 0) + 2)
  })
})
