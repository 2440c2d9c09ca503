import { setTimeout as sleep } from 'node:timers/promises'
import { openDiskFiles } from '@dashboard/store/files/disk-files'
import { type FileStore, StorageError } from '@dashboard/store/files/file-store'
import { freshDatabase } from '@dashboard/store/test/database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { runningJob } from '@dashboard/store/test/jobs'
import { expect, it } from 'vitest'
import { deleteOlderVersions, deleteReports } from './delete-reports.ts'
import { insertReport, reportStorageKey } from './stored-reports.ts'

async function start() {
  const db = await freshDatabase()
  const files = openDiskFiles(await temporaryFolder())
  const failures: string[] = []
  const onError = (_error: unknown, message: string) => failures.push(message)
  let day = 0
  /** A version of the report of a circuit or congregation, newer than all before; returns its job. */
  const add = async (circuit: string, congregation: string | null = null, at?: string) => {
    day += 1
    const id = `report-${String(day).padStart(2, '0')}`
    const target = congregation ?? circuit
    const job = await runningJob(db, { type: 'circuit-report', targets: [target] })
    await files.write(reportStorageKey(id), Buffer.from('%PDF'), 'application/pdf')
    const report = {
      id,
      circuitId: circuit,
      congregation,
      filename: `${id}.pdf`,
      size: 4,
      generatedAt: at ?? `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`,
      storageKey: reportStorageKey(id),
      dataAsOf: null,
      generatedBy: null,
      jobId: job.id,
      target,
      contentDigest: 'as it is',
      frameDigest: 'as it is',
    }
    expect(await insertReport(db, report, 'runner')).toBe(true)
    return job.id
  }
  const left = async () => {
    const rows = await db.selectFrom('reports').select(['id', 'isCurrent']).orderBy('id').execute()
    return rows.map(({ id, isCurrent }) => `${id}${isCurrent ? ' current' : ''}`)
  }
  const stored = async () => (await files.list('reports')).map(({ key }) => key).sort()
  return { db, files, failures, onError, add, left, stored }
}

it('retains the newest versions of each circuit and of each congregation, with their files', async () => {
  const { db, files, onError, add, left, stored } = await start()
  await add('NY-1')
  await add('NY-1', 'Central')
  await add('NY-1')
  await add('NY-2', 'Central')
  await add('NY-1')
  await add('NY-1', 'Central')
  expect(await deleteOlderVersions({ db, files, onError }, 2)).toBe(1)
  const ids = ['report-02', 'report-03', 'report-04', 'report-05', 'report-06']
  expect((await left()).map((each) => each.replace(' current', ''))).toEqual(ids)
  expect(await left()).toEqual([
    'report-02',
    'report-03',
    'report-04 current',
    'report-05 current',
    'report-06 current',
  ])
  expect(await stored()).toEqual(ids.map(reportStorageKey))
  const entries = await db.selectFrom('audit_log').select(['actor', 'action', 'subject']).execute()
  expect(entries).toEqual([
    { actor: 'Server', action: 'report.delete', subject: 'report:report-01' },
  ])
  expect(await deleteOlderVersions({ db, files, onError }, 2)).toBe(0)
})

it('retains all with 0, and the higher id of two from the same instant', async () => {
  const { db, files, onError, add, left } = await start()
  for (let version = 0; version < 3; version++) await add('NY-1', null, '2026-11-20T12:00:00.000Z')
  expect(await deleteOlderVersions({ db, files, onError }, 0)).toBe(0)
  expect(await deleteOlderVersions({ db, files, onError }, 1)).toBe(2)
  expect(await left()).toEqual(['report-03 current'])
})

it('removes the rows first, and leaves files of a storage that fails to the sweep', async () => {
  const { db, files, failures, onError, add, left, stored } = await start()
  await add('NY-1')
  await add('NY-1')
  const failing: FileStore = {
    ...files,
    delete: () => Promise.reject(new StorageError('It fails.', { cause: null })),
  }
  expect(await deleteOlderVersions({ db, files: failing, onError }, 1)).toBe(1)
  expect(await left()).toEqual(['report-02 current'])
  expect(await stored()).toHaveLength(2)
  expect(failures).toEqual(['Could not delete the files of deleted reports; the sweep will'])
})

/**
 * Deletes the first reports, and the second ones while the transaction of the first ones is open. Returns how many each
 * has deleted and how many each has entered.
 */
async function deleteAtOnce(
  { db, files, onError }: Awaited<ReturnType<typeof start>>,
  first: readonly string[],
  second: readonly string[],
) {
  const entered = { first: 0, second: 0 }
  const other = Promise.withResolvers<number>()
  const begin = () =>
    deleteReports({ db, files, onError }, second, async (_tx, { details }) => {
      entered.second += details.files.length
    })
  const deleted = await deleteReports({ db, files, onError }, first, async (_tx, { details }) => {
    entered.first += details.files.length
    other.resolve(begin())
    // The other one ends first if nothing holds it up.
    await Promise.race([other.promise, sleep(300)])
  })
  return { deleted: { first: deleted, second: await other.promise }, entered }
}

it('deletes and enters each report once when two delete the same ones at once', async () => {
  const world = await start()
  const places = ['NY-1', 'NY-2', 'NY-3', 'NY-4']
  for (const place of [...places, ...places]) await world.add(place)
  const newer = ['report-05', 'report-06', 'report-07', 'report-08']
  const once = { first: 4, second: 0 }
  expect(await deleteAtOnce(world, newer, newer.toReversed())).toEqual({
    deleted: once,
    entered: once,
  })
  const older = ['report-01', 'report-02', 'report-03', 'report-04']
  expect(await world.left()).toEqual(older.map((id) => `${id} current`))
  expect(await world.stored()).toEqual(older.map(reportStorageKey))
})

it('leaves the newest one current when two delete the newer ones at once', async () => {
  const world = await start()
  for (let version = 0; version < 3; version++) await world.add('NY-1')
  const { deleted } = await deleteAtOnce(world, ['report-02'], ['report-03'])
  expect(deleted).toEqual({ first: 1, second: 1 })
  expect(await world.left()).toEqual(['report-01 current'])
})
