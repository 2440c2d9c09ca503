import type { Db } from '../database/open-database.ts'
import type { AuditRow } from '../database/schema.ts'
import { type AuditHead, hashEntry, readAuditHead, readPruned } from './audit-chain.ts'

const rowsPerPage = 1_000

/** A fault in the log, and the number of the entry where it was found. */
export interface AuditFault {
  kind: 'changed' | 'removed' | 'reordered' | 'cut' | 'replaced'
  sequence: number
  /** A full sentence. */
  message: string
}

export interface AuditVerification extends AuditHead {
  /** Number of entries, without those removed by age. */
  entries: number
  fault: AuditFault | undefined
}

/**
 * Verifies the chain of hashes from the oldest entry to the head. Somebody who can write to the database can also write
 * a valid chain; comparing with `noted`, a head saved earlier, detects that.
 */
export async function verifyAuditLog(db: Db, noted?: AuditHead): Promise<AuditVerification> {
  const pruned = await readPruned(db)
  const head = await readAuditHead(db)
  const chain = await verifyChain(db, pruned, head)
  const fault = chain ?? (noted && (await compareWithNoted(db, noted, { pruned, head })))
  // Pruning may have removed entries while they were read; then verification starts again.
  if (fault && (await readPruned(db)).count !== pruned.count) return verifyAuditLog(db, noted)
  return { ...head, entries: head.count - pruned.count, fault }
}

async function verifyChain(
  db: Db,
  pruned: AuditHead,
  head: AuditHead,
): Promise<AuditFault | undefined> {
  let before = pruned
  for (;;) {
    const page = await readPage(db, before.count, head.count)
    for (const entry of page) {
      const fault = await checkEntry(db, entry, before)
      if (fault) return fault
      before = { count: entry.sequence, head: entry.hash }
    }
    if (page.length === 0) break
  }
  if (before.count < head.count) {
    const missing = head.count - before.count
    return cut(before.count + 1, `${countEntries(missing)} at the end of the log ${are(missing)}`)
  }
  if (before.head !== head.head) {
    return changed(head.count, 'The last entry is not the one that the log ended with.')
  }
  return undefined
}

async function checkEntry(
  db: Db,
  entry: AuditRow,
  before: AuditHead,
): Promise<AuditFault | undefined> {
  const expected = before.count + 1
  const { sequence, previousHash } = entry
  if (sequence > expected) {
    const missing = sequence - expected
    const message = `${countEntries(missing)} before entry ${sequence} ${are(missing)} missing.`
    return { kind: 'removed', sequence: expected, message }
  }
  if (previousHash !== before.head) {
    if (await isHashOfEntry(db, previousHash)) {
      const message = `Entry ${sequence} stands in another place than it was written at.`
      return { kind: 'reordered', sequence, message }
    }
    return changed(sequence, `Entry ${sequence} does not follow the entry before it.`)
  }
  if (hashEntry(entry) !== entry.hash) {
    return changed(sequence, `Entry ${sequence} was changed after it was written.`)
  }
  return undefined
}

/**
 * Returns a fault unless the log continues from a head that was noted before; much cheaper than verifying all of it.
 */
export async function findNotedFault(db: Db, noted: AuditHead): Promise<AuditFault | undefined> {
  const pruned = await readPruned(db)
  const head = await readAuditHead(db)
  return compareWithNoted(db, noted, { pruned, head })
}

async function compareWithNoted(
  db: Db,
  noted: AuditHead,
  { pruned, head }: { pruned: AuditHead; head: AuditHead },
): Promise<AuditFault | undefined> {
  if (noted.count > head.count) {
    const missing = noted.count - head.count
    const message = `The log once had ${countEntries(noted.count)}; the last ${missing} ${are(missing)}`
    return cut(head.count + 1, message)
  }
  // The noted entry was pruned, so it cannot be compared.
  if (noted.count < pruned.count || noted.count === 0) return undefined
  const hash = noted.count === pruned.count ? pruned.head : (await readEntry(db, noted.count))?.hash
  if (hash === noted.head) return undefined
  const message = `Entry ${noted.count} is another one than was noted; the log was rewritten from there or before.`
  return { kind: 'replaced', sequence: noted.count, message }
}

function changed(sequence: number, message: string): AuditFault {
  return { kind: 'changed', sequence, message }
}

function cut(sequence: number, what: string): AuditFault {
  return { kind: 'cut', sequence, message: `${what} missing.` }
}

function countEntries(entries: number): string {
  return entries === 1 ? '1 entry' : `${entries} entries`
}

function are(entries: number): string {
  return entries === 1 ? 'is' : 'are'
}

function readPage(db: Db, after: number, through: number): Promise<AuditRow[]> {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where('sequence', '>', after)
    .where('sequence', '<=', through)
    .orderBy('sequence')
    .limit(rowsPerPage)
    .execute()
}

function readEntry(db: Db, sequence: number): Promise<AuditRow | undefined> {
  return db.selectFrom('audit_log').selectAll().where('sequence', '=', sequence).executeTakeFirst()
}

async function isHashOfEntry(db: Db, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('audit_log')
    .select('id')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row !== undefined
}
