import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { appendEntries, readEntries } from '../../test/audit-log.ts'
import { freshDatabase } from '../../test/database.ts'
import { appendAuditEntry } from './append-entry.ts'
import { hashEntry, noHash, readAuditHead } from './audit-chain.ts'
import { pruneAuditLog } from './prune-entries.ts'
import { verifyAuditLog } from './verify-log.ts'

const before = '2025-11-01T00:00:00.000Z'

describe('an append', () => {
  it('chains the entry to the one before, and moves the head', async () => {
    const db = await freshDatabase()
    expect(await readAuditHead(db)).toEqual({ count: 0, head: noHash })
    await appendEntries(db, 3)
    const entries = await readEntries(db)
    expect(entries.map(({ sequence, subject }) => [sequence, subject])).toEqual([
      [1, 'job:1'],
      [2, 'job:2'],
      [3, 'job:3'],
    ])
    expect(entries.map(({ previousHash }) => previousHash)).toEqual([
      noHash,
      entries[0]?.hash,
      entries[1]?.hash,
    ])
    expect(entries.map(hashEntry)).toEqual(entries.map(({ hash }) => hash))
    expect(await readAuditHead(db)).toEqual({ count: 3, head: entries[2]?.hash })
  })

  it('waits for another one, so that many at once make one chain', async () => {
    const db = await freshDatabase()
    await Promise.all(Array.from({ length: 20 }, () => appendEntries(db, 1)))
    const verified = await verifyAuditLog(db)
    expect(verified).toMatchObject({ count: 20, entries: 20, fault: undefined })
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
    expect(await verifyAuditLog(db)).toMatchObject({ count: 2, entries: 2, fault: undefined })
  })

  it('keeps whatever somebody types as a name, in short and without what cannot be seen', async () => {
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
    expect((await verifyAuditLog(db)).fault).toBeUndefined()
  })
})

describe('pruning', () => {
  it('removes what is too old and leaves a checkpoint, from which the rest verifies', async () => {
    const db = await freshDatabase()
    await appendEntries(db, 5)
    const entries = await readEntries(db)
    await age(db, 3, '2025-10-31T23:59:59.999Z')
    expect(await pruneAuditLog(db, before)).toBe(3)
    const left = await readEntries(db)
    expect(left.map(({ sequence }) => sequence)).toEqual([4, 5, 6])
    expect(left.at(-1)).toMatchObject({ actor: 'Server', action: 'audit.prune' })
    expect(JSON.parse(left.at(-1)?.details ?? '')).toMatchObject({ entries: 3, through: 3 })
    expect(left.slice(0, 2)).toEqual(entries.slice(3))
    expect(await pruneAuditLog(db, before)).toBe(0)
    expect(await readEntries(db)).toHaveLength(3)
  })

  it('keeps a younger entry, and those after it', async () => {
    const db = await freshDatabase()
    await appendEntries(db, 3)
    await age(db, 1, before)
    expect(await pruneAuditLog(db, before)).toBe(0)
    expect(await readEntries(db)).toHaveLength(3)
  })

  it('may remove everything, and the log still goes on', async () => {
    const db = await freshDatabase()
    await appendEntries(db, 3)
    expect(await pruneAuditLog(db, '9999')).toBe(3)
    await appendEntries(db, 1)
    expect(await verifyAuditLog(db)).toMatchObject({ count: 5, entries: 2, fault: undefined })
    expect(await pruneAuditLog(db, '9999')).toBe(2)
    expect(await verifyAuditLog(db)).toMatchObject({ count: 6, entries: 1, fault: undefined })
  })
})

/** Changes the time of the first entries. Their hashes no longer match, but pruning does not check hashes. */
async function age(db: Awaited<ReturnType<typeof freshDatabase>>, through: number, at: string) {
  await sql`update audit_log set at = ${at} where sequence <= ${through}`.execute(db)
}
