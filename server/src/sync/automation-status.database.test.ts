import { everyCircuit } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import { freshDatabase } from '@dashboard/store/test/database'
import { expect, it } from 'vitest'
import { readAutomationStatus } from './automation-queries.ts'

it('the status of the automation distinguishes exports, imports and failures', async () => {
  const db = await freshDatabase()
  const none = { circuits: [], congregations: [] }
  const empty = {
    lastAutomatedExport: null,
    lastImport: null,
    exportError: null,
    exportErrorDetails: null,
    lastSync: [],
    outdatedReports: none,
    isSampleData: false,
  }
  expect(await readAutomationStatus(within(db, everyCircuit), none)).toEqual(empty)
  const add = (eventType: 'export' | 'import' | 'export-error', hour: string, metadata: string) => {
    const at = `2026-11-20T${hour}:00:00.000Z`
    const times = { lastTimestamp: at, createdAt: at, updatedAt: at }
    const row = { id: eventType, eventType, eventSource: 'test', metadata, ...times }
    return db.insertInto('automation_status').values(row).execute()
  }
  await add('import', '11', '{}')
  expect(await readAutomationStatus(within(db, everyCircuit), none)).toEqual({
    ...empty,
    lastImport: { timestamp: '2026-11-20T11:00:00.000Z' },
  })
  await add('export', '10', '{}')
  await add('export-error', '12', '{}')
  expect(await readAutomationStatus(within(db, everyCircuit), none)).toEqual({
    ...empty,
    lastAutomatedExport: { timestamp: '2026-11-20T10:00:00.000Z' },
    lastImport: { timestamp: '2026-11-20T11:00:00.000Z' },
    exportError: 'No reason was given.',
  })
  await db
    .updateTable('automation_status')
    .set({ metadata: '{"error":"Locust is down."}' })
    .execute()
  expect((await readAutomationStatus(within(db, everyCircuit), none)).exportError).toBe(
    'Locust is down.',
  )
})
