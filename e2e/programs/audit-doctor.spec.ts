import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setAutoSync } from '@dashboard/contract/monitoring'
import { expect } from '@playwright/test'
import { signInByApi } from '../api-client.ts'
import { startDashboard } from '../dashboard.ts'
import { runDoctor } from '../doctor-program.ts'
import { test } from '../kept-page.ts'

/** What the doctor says about an audit log that somebody has worked on. */

test('the doctor finds that the last entry is missing, and the server says so', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'dashboard-audit-'))
  try {
    const dashboard = await startDashboard({}, dataDir)
    const { call } = await signInByApi(dashboard)
    await call(setAutoSync, { body: { enabled: true } })
    await dashboard.stop()
    const well = await runDoctor({ DATA_DIR: dataDir })
    expect(well.printed).toMatch(/ok +Audit log: All 3 entries fit together .* It goes on from/)

    const database = new DatabaseSync(join(dataDir, 'dashboard.db'))
    database.exec('delete from audit_log where sequence = 3')
    const cut = await runDoctor({ DATA_DIR: dataDir })
    expect(cut.printed).toContain('WRONG  Audit log: 1 entry at the end of the log is missing.')
    expect(cut.code).toBe(1)

    database.exec(`update audit_chain set sequence = 2,
      hash = (select hash from audit_log where sequence = 2) where name = 'head'`)
    database.close()
    const forged = await runDoctor({ DATA_DIR: dataDir })
    expect(forged.printed).toContain('WRONG  Audit log: The log once had 3 entries;')
    const again = await startDashboard({}, dataDir)
    await again.stop()
    expect(again.output()).toContain('The audit log does not go on from the noted head')
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
