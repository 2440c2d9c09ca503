import { createHash } from 'node:crypto'
import type { Db } from '../database/open-database.ts'
import type { AuditRow } from '../database/schema.ts'

/** The previous hash of the first entry. */
export const noHash = '0'.repeat(64)

/** Number of entries made so far, and the hash of the last one, which covers all entries. */
export interface AuditHead {
  count: number
  head: string
}

/** Returns a SHA-256 over the content of an entry, its place in the log, and the previous entry's hash. */
export function hashEntry(entry: Omit<AuditRow, 'hash'>): string {
  const { id, sequence, at, actorId, actor, action, subject, address, details } = entry
  const { previousHash } = entry
  const parts = [id, sequence, at, actorId, actor, action, subject, address, details, previousHash]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** Returns the present head of the log; `count` is 0 before the first entry. Every backup and daily log includes it. */
export async function readAuditHead(db: Db): Promise<AuditHead> {
  return readEnd(db, 'head')
}

/** Returns the last entry that was removed by age; `count` is 0 when none was. */
export async function readPruned(db: Db): Promise<AuditHead> {
  return readEnd(db, 'pruned')
}

async function readEnd(db: Db, name: 'head' | 'pruned'): Promise<AuditHead> {
  const row = await db
    .selectFrom('audit_chain')
    .select(['sequence', 'hash'])
    .where('name', '=', name)
    .executeTakeFirst()
  return { count: row?.sequence ?? 0, head: row?.hash ?? noHash }
}
