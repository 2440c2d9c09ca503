import { writeFile } from 'node:fs/promises'
import { readAuditHead } from '@dashboard/store/audit/audit-chain'
import { notedHeadPath, readNotedHead } from '@dashboard/store/audit/noted-head'
import { appendEntries, forgeHashes } from '@dashboard/store/test/audit-log'
import { freshDatabase, withoutTable } from '@dashboard/store/test/database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { describe, expect, test } from 'vitest'
import { AuditMaintenance } from './audit-maintenance.ts'
import { checkAuditLog } from './check-audit-log.ts'

async function start() {
  const db = await freshDatabase()
  const dataDir = await temporaryFolder()
  const lines: [string, object, string][] = []
  const log = {
    info: (details: object, message: string) => lines.push(['info', details, message]),
    warn: (details: object, message: string) => lines.push(['warn', details, message]),
    error: (details: object, message: string) => lines.push(['error', details, message]),
  }
  /** Starts and stops a server. */
  const serve = async () => {
    lines.length = 0
    const maintenance = new AuditMaintenance({ db, dataDir, log })
    maintenance.open()
    await maintenance.close()
    return lines
  }
  return { db, dataDir, serve, check: () => checkAuditLog(db, dataDir) }
}

describe('the server', () => {
  test('logs the head of the audit log, and notes it in the data folder', async () => {
    const { db, dataDir, serve } = await start()
    await appendEntries(db, 3)
    const head = await readAuditHead(db)
    expect(await serve()).toEqual([['info', head, 'Audit log head']])
    expect(await readNotedHead(dataDir)).toMatchObject(head)
    await appendEntries(db, 1)
    await serve()
    expect(await readNotedHead(dataDir)).toMatchObject({ count: 4 })
  })

  test('says that the end is missing, and keeps what it had noted', async () => {
    const { db, dataDir, serve } = await start()
    await appendEntries(db, 3)
    await serve()
    const noted = await readNotedHead(dataDir)
    await db.deleteFrom('audit_log').where('sequence', '=', 3).execute()
    await forgeHashes(db)
    const [, line] = await serve()
    expect(line).toMatchObject([
      'error',
      { kind: 'cut', sequence: 3 },
      'The audit log does not go on from the noted head',
    ])
    // New entries have the number of the missing one, but not its hash.
    await appendEntries(db, 2)
    expect((await serve())[1]).toMatchObject([
      'error',
      { kind: 'replaced', sequence: 3 },
      expect.any(String),
    ])
    expect(await readNotedHead(dataDir)).toEqual(noted)
  })

  test('goes on when it cannot read what was noted', async () => {
    const { dataDir, serve } = await start()
    await writeFile(notedHeadPath(dataDir), '{')
    expect((await serve())[1]).toMatchObject([
      'warn',
      {},
      'Could not note the head of the audit log',
    ])
  })
})

describe('the doctor', () => {
  test('finds that all is well', async () => {
    const { db, serve, check } = await start()
    await appendEntries(db, 3)
    await serve()
    const { ok, message, fix } = await check()
    expect([ok, fix]).toEqual([true, null])
    expect(message).toMatch(/^All 3 entries fit together \(head [0-9a-f]{12}\)\. It goes on/)
  })

  test('finds that the last entry was removed', async () => {
    const { db, serve, check } = await start()
    await appendEntries(db, 3)
    await serve()
    await db.deleteFrom('audit_log').where('sequence', '=', 3).execute()
    expect(await check()).toMatchObject({
      ok: false,
      message: '1 entry at the end of the log is missing. Somebody may have changed it.',
    })
    await forgeHashes(db)
    const { ok, message, fix } = await check()
    expect([ok, message]).toEqual([
      false,
      'The log once had 3 entries; the last 1 is missing. Somebody may have changed it.',
    ])
    expect(fix).toContain('Audit log head')
  })

  test('says so when the log or the note cannot be read', async () => {
    const { db, dataDir, check } = await start()
    await writeFile(notedHeadPath(dataDir), 'rubbish')
    expect(await check()).toMatchObject({ ok: false, message: expect.stringContaining(dataDir) })
    await writeFile(notedHeadPath(dataDir), `{"at":"x","count":0,"head":"${'0'.repeat(64)}"}`)
    expect(await withoutTable(db, 'audit_log', check)).toMatchObject({
      ok: false,
      fix: 'Start the server once, which brings the database up to date.',
    })
  })
})
