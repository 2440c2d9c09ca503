import { setTimeout as sleep } from 'node:timers/promises'
import { readLastImport, recordImport } from '@dashboard/store/automation-status'
import type { Db } from '@dashboard/store/database/open-database'
import { reportPlace } from '@dashboard/store/database/report-place'
import { inTransaction } from '@dashboard/store/database/transactions'
import { insertReport, reportStorageKey } from '@dashboard/store/reports/stored-reports'
import { freshDatabase } from '@dashboard/store/test/database'
import { runningJob } from '@dashboard/store/test/jobs'
import { expect, test } from 'vitest'
import { importCsv, sheetOf } from '../../../test/imports.ts'
import { updateContents } from './report-contents.ts'

const ann = { 'Locust ID': 'L1', Circuit: 'NY-1', Congregation: 'Park' }
const bo = { 'Locust ID': 'L2', Circuit: 'NY-2', Congregation: 'Hill' }
const cy = { 'Locust ID': 'L3', Circuit: 'NY-2', Congregation: 'Bay' }

/** Stores that reports of these places were made; their files do not matter here. */
async function insertReports(db: Db, ...places: [circuit: string, congregation: string | null][]) {
  for (const [circuit, congregation] of places) {
    const report = await newReport(db, circuit, congregation)
    expect(await insertReport(db, report, 'runner')).toBe(true)
  }
}

async function newReport(db: Db, circuit: string, congregation: string | null) {
  const { id } = await runningJob(db, { type: 'circuit-report' })
  return {
    id,
    circuitId: circuit,
    congregation,
    filename: 'a.pdf',
    size: 1,
    generatedAt: '2026-11-20T15:00:00.000Z',
    storageKey: reportStorageKey(id),
    jobId: id,
    target: circuit,
    contentDigest: 'as it was',
    frameDigest: 'as it was',
  }
}

async function readContents(db: Db): Promise<Record<string, string>> {
  const rows = await db.selectFrom('report_contents').select(['place', 'digest']).execute()
  return Object.fromEntries(rows.map(({ place, digest }) => [place, digest]))
}

const circuit = (name: string) => reportPlace(name, null)
const [park, hill, bay] = [ann, bo, cy].map((row) => reportPlace(row.Circuit, row.Congregation))

test('an import stores what reports of places print, and deletes it for places that are gone', async () => {
  const db = await freshDatabase()
  await importCsv(db, sheetOf([ann, bo, cy]))
  expect(await readContents(db)).toEqual({})
  await insertReports(db, ['NY-1', null], ['NY-1', 'Park'], ['NY-2', null], ['NY-2', 'Hill'])
  const everybody = (trained: string) => [ann, bo, cy].map((row) => ({ ...row, Trained: trained }))
  await importCsv(db, sheetOf(everybody('yes')))
  const before = await readContents(db)
  const places = [circuit('NY-1'), circuit('NY-2'), park, hill]
  expect(Object.keys(before).toSorted()).toEqual(places.toSorted())
  expect(new Set(Object.values(before)).size).toBe(4)

  const [annAfter, , cyAfter] = everybody('yes')
  await importCsv(db, sheetOf([{ ...annAfter }, { ...cyAfter }]))
  const withoutHill = await readContents(db)
  expect(Object.keys(withoutHill)).not.toContain(hill)
  expect(withoutHill[circuit('NY-2')]).not.toBe(before[circuit('NY-2')])
  expect(withoutHill[circuit('NY-1')]).toBe(before[circuit('NY-1')])
  expect(Object.keys(withoutHill)).not.toContain(bay)

  await importCsv(db, sheetOf([{ ...annAfter }]))
  const onlyFirst = await readContents(db)
  expect(Object.keys(onlyFirst).toSorted()).toEqual([circuit('NY-1'), park].toSorted())
})

test('the first trained person of the sheet changes who can serve in all places', async () => {
  const db = await freshDatabase()
  const week = { Available: 'yes', Saturday: 'Morning' }
  const [one, other] = [ann, bo].map((row) => ({ ...row, ...week }))
  const importBoth = (trained: string) =>
    importCsv(db, sheetOf([{ ...one }, { ...other, Trained: trained }]))
  await importBoth('')
  await insertReports(db, ['NY-1', null], ['NY-2', 'Hill'])
  await importBoth('yes')
  const known = await readContents(db)
  await importBoth('')
  const unknown = await readContents(db)
  expect(Object.keys(unknown).toSorted()).toEqual([circuit('NY-1'), hill].toSorted())
  expect(unknown[circuit('NY-1')]).not.toBe(known[circuit('NY-1')])
  await importBoth('yes')
  expect(await readContents(db)).toEqual(known)
})

test('a report whose data an import changes at the same moment does not count as current', async () => {
  const db = await freshDatabase()
  await importCsv(db, sheetOf([ann]))
  const readAfter = await readLastImport(db)
  const report = await newReport(db, 'NY-1', null)
  let inserting: Promise<boolean> | undefined
  const at = '2026-11-20T16:00:00.000Z'
  await inTransaction(db, async (tx) => {
    await updateContents(tx, undefined, at)
    await recordImport(tx, { source: 'sheet', at, metadata: {} })
    inserting = insertReport(db, report, 'runner', readAfter)
    await Promise.race([inserting, sleep(300)])
  })
  expect(await inserting).toBe(true)
  expect(await readContents(db)).toEqual({})
})
