import { sql } from 'kysely'
import { type Actor, appendAuditEntry } from '../src/audit/append-entry.ts'
import type { Db } from '../src/database/open-database.ts'

const ada: Actor = { id: 'a', name: 'Ada Admin (ada)' }

/** Appends as many entries, with the subjects `job:1`, `job:2` … */
export async function appendEntries(db: Db, entries: number): Promise<void> {
  for (let number = 1; number <= entries; number += 1) {
    const subject = `job:${number}`
    await appendAuditEntry(db, { actor: ada, action: 'job.start', subject, address: '10.0.0.1' })
  }
}

export function readEntries(db: Db) {
  return db.selectFrom('audit_log').selectAll().orderBy('sequence').execute()
}

/** Runs `work` while the database, SQLite, refuses entries of the audit log. */
export async function withoutEntries<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`create trigger refuse_entries before insert on audit_log
    begin select raise(abort, 'refused'); end`.execute(db)
  try {
    return await work()
  } finally {
    await sql`drop trigger refuse_entries`.execute(db)
  }
}
