import { ImportTotals } from '@dashboard/contract/automation'
import { describe, expect, it, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { queuedJob, runningJob } from '../../test/jobs.ts'
import { fromJson } from '../database/column-values.ts'
import type { Db } from '../database/open-database.ts'
import { insertImport } from '../imports/insert-import.ts'
import { cancelJob, completeJob, failActiveJob, failJob } from './finish-job.ts'
import { recordSyncEnd } from './record-sync-end.ts'

const dueAt = '2026-11-20T10:00:00.000Z'

const noChange = Object.fromEntries(Object.keys(ImportTotals.shape).map((name) => [name, 0]))

async function readSyncEnds(db: Db) {
  const events = await db
    .selectFrom('automation_status')
    .select(['eventType', 'metadata'])
    .where('eventType', 'in', ['export-end', 'import-end'])
    .orderBy('eventType')
    .execute()
  return events.map(({ eventType, metadata }) => ({
    eventType,
    ...fromJson<object>(metadata ?? 'null'),
  }))
}

describe('the end of a sync', () => {
  it('is stored for an export and for an import, with what each one has done', async () => {
    const db = await freshDatabase()
    const exported = await runningJob(db, { type: 'export' })
    await completeJob(db, exported.id, 'runner', { rowCount: 3 })
    const imported = await runningJob(db, { type: 'import' })
    await failJob(db, imported.id, 'runner', { error: 'No sheet', kind: 'unreadable-sheet' })
    expect(await readSyncEnds(db)).toEqual([
      expect.objectContaining({
        eventType: 'export-end',
        jobId: exported.id,
        status: 'completed',
        exported: 3,
        error: null,
      }),
      expect.objectContaining({
        eventType: 'import-end',
        jobId: imported.id,
        status: 'failed',
        exported: null,
        error: 'No sheet',
        failureKind: 'unreadable-sheet',
      }),
    ])
  })

  it('names the import that the job has planned, and before it the one that it applies', async () => {
    const db = await freshDatabase()
    const { id, ...job } = await runningJob(db, { type: 'import' })
    const planned = await insertImport(db, { kind: 'import', planJobId: id, createdBy: 'Ada' })
    await recordSyncEnd(db, { ...job, id, status: 'completed' })
    expect(await readSyncEnds(db)).toMatchObject([{ importId: planned }])
    await recordSyncEnd(db, { ...job, id, status: 'completed', importId: 'applied' })
    expect(await readSyncEnds(db)).toMatchObject([{ importId: 'applied' }])
  })

  it('counts the rows of an import, and no exported ones', async () => {
    const db = await freshDatabase()
    const { id } = await runningJob(db, { type: 'import' })
    await completeJob(db, id, 'runner', { rowCount: 3, totals: { ...noChange, rows: 4, new: 3 } })
    expect(await readSyncEnds(db)).toMatchObject([
      { exported: null, imported: { rows: 4, new: 3, left: 0 } },
    ])
  })

  it('is not recorded for a report', async () => {
    const db = await freshDatabase()
    const { id } = await runningJob(db, { type: 'circuit-report' })
    await completeJob(db, id, 'runner', { rowCount: 3 })
    expect(await readSyncEnds(db)).toEqual([])
  })
})

describe('the run of a schedule', () => {
  async function startRun(db: Db, dependsOn: string | null = null) {
    const { id } = await (dependsOn === null
      ? runningJob(db, { type: 'import' })
      : queuedJob(db, { type: 'import', dependsOn }))
    await db
      .insertInto('schedule_runs')
      .values({
        id: 'run',
        scheduleId: 'schedule',
        dueAt,
        startedAt: dueAt,
        endedAt: null,
        outcome: 'running',
        isMadeUp: 0,
        importJobId: id,
        reportsAfter: '[]',
        reportJobIds: null,
      })
      .execute()
    return id
  }
  const readRun = (db: Db) =>
    db
      .selectFrom('schedule_runs')
      .select(['outcome', 'endedAt', 'endedJobId'])
      .executeTakeFirstOrThrow()
  const readHeartbeats = (db: Db) =>
    db
      .selectFrom('outbox')
      .select(['channel', 'userId', 'purpose', 'createdAt', 'dueAt'])
      .where('channel', '=', 'heartbeat')
      .execute()

  it('completes with its import, and a heartbeat is due at once', async () => {
    const db = await freshDatabase()
    const id = await startRun(db)
    await completeJob(db, id, 'runner', null)
    const { outcome, endedAt } = await readRun(db)
    expect([outcome, endedAt]).toEqual(['completed', expect.stringMatching(/^20\d\d-/)])
    const [heartbeat, ...others] = await readHeartbeats(db)
    expect(others).toEqual([])
    expect(heartbeat).toMatchObject({
      userId: null,
      purpose: 'notices',
      dueAt: heartbeat?.createdAt,
    })
  })

  test.each([
    ['cancelled', (db: Db, id: string) => cancelJob(db, id, 'Ann Lee')] as const,
    [
      'cancelled',
      (db: Db, id: string) =>
        failActiveJob(db, id, { error: 'The run was cancelled', kind: 'cancelled' }),
    ] as const,
    [
      'failed',
      (db: Db, id: string) =>
        failJob(db, id, 'runner', { error: 'No sheet', kind: 'unreadable-sheet' }),
    ] as const,
  ])('is %s with its import, without a heartbeat', async (outcome, end) => {
    const db = await freshDatabase()
    await end(db, await startRun(db))
    expect(await readRun(db)).toMatchObject({ outcome })
    expect(await readHeartbeats(db)).toEqual([])
  })

  test.each([
    ['cancelled', (db: Db, id: string) => cancelJob(db, id, 'Ann Lee')] as const,
    [
      'cancelled',
      (db: Db, id: string) =>
        failActiveJob(db, id, { error: 'The run was cancelled', kind: 'cancelled' }),
    ] as const,
    [
      'failed',
      (db: Db, id: string) => failJob(db, id, 'runner', { error: 'No answer', kind: 'other' }),
    ] as const,
  ])('is %s with the export that its import waits for, and links to it', async (outcome, end) => {
    const db = await freshDatabase()
    const { id } = await runningJob(db, { type: 'export' })
    await startRun(db, id)
    await end(db, id)
    expect(await readRun(db)).toMatchObject({ outcome, endedJobId: id })
  })
})
