import { describe, expect, it } from 'vitest'
import { appendEntries, forgeHashes, readEntries } from '../../test/audit-log.ts'
import { freshDatabase } from '../../test/database.ts'
import type { Db } from '../database/open-database.ts'
import { readAuditHead } from './audit-chain.ts'
import { pruneAuditLog } from './prune-entries.ts'
import { verifyAuditLog } from './verify-log.ts'

async function logOfFive(): Promise<Db> {
  const db = await freshDatabase()
  await appendEntries(db, 5)
  return db
}

function removeEntries(db: Db, ...sequences: number[]) {
  return db.deleteFrom('audit_log').where('sequence', 'in', sequences).execute()
}

async function renumber(db: Db, from: number, to: number) {
  await db.updateTable('audit_log').set({ sequence: to }).where('sequence', '=', from).execute()
}

describe('verification finds', () => {
  it('nothing in a log that is as it was written, longer than a page', async () => {
    const db = await freshDatabase()
    await db.transaction().execute((tx) => appendEntries(tx, 1_001))
    const noted = await readAuditHead(db)
    await appendEntries(db, 1)
    const verified = await verifyAuditLog(db, noted)
    expect(verified).toEqual({ ...(await readAuditHead(db)), entries: 1_002, fault: undefined })
  })

  it.each([
    ['actor', { actor: 'Somebody else' }],
    ['actorId', { actorId: null }],
    ['action', { action: 'job.cancel' as const }],
    ['subject', { subject: null }],
    ['address', { address: '10.0.0.2' }],
    ['time', { at: '2026-01-01T00:00:00.000Z' }],
    ['details', { details: '{"a":1}' }],
    ['id', { id: 'another' }],
    ['hash', { hash: 'f'.repeat(64) }],
    ['previous hash', { previousHash: 'f'.repeat(64) }],
  ])('another %s', async (_column, change) => {
    const db = await logOfFive()
    await db.updateTable('audit_log').set(change).where('sequence', '=', 3).execute()
    const { fault } = await verifyAuditLog(db)
    expect(fault).toMatchObject({ kind: 'changed', sequence: 3 })
  })

  it.each([
    ['the first entry', [1], 1, '1 entry before entry 2 is missing.'],
    ['entries from the middle', [2, 3], 2, '2 entries before entry 4 are missing.'],
  ])('that %s are missing', async (_which, removed, sequence, message) => {
    const db = await logOfFive()
    await removeEntries(db, ...removed)
    expect((await verifyAuditLog(db)).fault).toEqual({ kind: 'removed', sequence, message })
  })

  it('that an entry is missing whose number the next one took', async () => {
    const db = await logOfFive()
    await removeEntries(db, 3)
    await renumber(db, 4, 3)
    await renumber(db, 5, 4)
    expect((await verifyAuditLog(db)).fault).toMatchObject({ kind: 'changed', sequence: 3 })
  })

  it('that entries changed places', async () => {
    const db = await logOfFive()
    await renumber(db, 2, 99)
    await renumber(db, 3, 2)
    await renumber(db, 99, 3)
    expect((await verifyAuditLog(db)).fault).toMatchObject({ kind: 'reordered', sequence: 2 })
  })

  it('that the last entry is missing', async () => {
    const db = await logOfFive()
    await removeEntries(db, 5)
    expect((await verifyAuditLog(db)).fault).toEqual({
      kind: 'cut',
      sequence: 5,
      message: '1 entry at the end of the log is missing.',
    })
  })

  it('that the last entry is missing and the head was set back, by the head noted before', async () => {
    const db = await logOfFive()
    const noted = await readAuditHead(db)
    await removeEntries(db, 5)
    await forgeHashes(db)
    expect((await verifyAuditLog(db)).fault).toBeUndefined()
    expect((await verifyAuditLog(db, noted)).fault).toEqual({
      kind: 'cut',
      sequence: 5,
      message: 'The log once had 5 entries; the last 1 is missing.',
    })
  })

  it('that everything is missing', async () => {
    const db = await logOfFive()
    const noted = await readAuditHead(db)
    await db.deleteFrom('audit_log').execute()
    expect((await verifyAuditLog(db)).fault).toMatchObject({ kind: 'cut', sequence: 1 })
    await db.deleteFrom('audit_chain').execute()
    expect((await verifyAuditLog(db)).fault).toBeUndefined()
    expect((await verifyAuditLog(db, noted)).fault).toMatchObject({ kind: 'cut', sequence: 1 })
  })

  it('that the log was rewritten with hashes that fit, by the head noted before', async () => {
    const db = await logOfFive()
    const noted = await readAuditHead(db)
    await appendEntries(db, 1)
    await db
      .updateTable('audit_log')
      .set({ actor: 'Somebody else' })
      .where('sequence', '=', 2)
      .execute()
    await forgeHashes(db)
    expect((await verifyAuditLog(db)).fault).toBeUndefined()
    const { fault } = await verifyAuditLog(db, noted)
    expect(fault).toMatchObject({ kind: 'replaced', sequence: 5 })
  })

  it('that the last entry was replaced by one that fits the entry before it', async () => {
    const db = await logOfFive()
    await removeEntries(db, 5)
    await db.updateTable('audit_chain').set({ sequence: 4 }).execute()
    const { fault } = await verifyAuditLog(db)
    expect(fault).toMatchObject({ kind: 'changed', sequence: 4 })
  })
})

it('a noted head is verified after pruning by the checkpoint, and one before the checkpoint is not checked', async () => {
  const db = await logOfFive()
  const [, , third] = await readEntries(db)
  const atThird = { count: 3, head: third?.hash ?? '' }
  const atFifth = await readAuditHead(db)
  await pruneAuditLog(db, '9999')
  const forged = { count: 5, head: 'f'.repeat(64) }
  expect((await verifyAuditLog(db, atThird)).fault).toBeUndefined()
  expect((await verifyAuditLog(db, atFifth)).fault).toBeUndefined()
  expect((await verifyAuditLog(db, forged)).fault).toMatchObject({ kind: 'replaced' })
})
