import { randomUUID } from 'node:crypto'
import type { Db } from '@dashboard/store/database/open-database'
import { reportPlace } from '@dashboard/store/database/report-place'
import { openFiles, readFile } from '@dashboard/store/files/open-files'
import { insertJobs } from '@dashboard/store/jobs/insert-jobs'
import { isOutdated, readFrameDigest } from '@dashboard/store/reports/report-contents'
import { listCircuitNames, listCongregationTargets } from '@dashboard/store/reports/report-targets'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Row, sheetOf } from '../../test/imports.ts'
import { twoSheets } from '../../test/printed-rows.ts'
import { type PdfTag, readPdf } from '../../test/read-pdf.ts'
import { type ImportWorld, startWorld } from '../../test/reviews.ts'
import { runJob } from '../run-job.ts'

/** Tests whether reports are out of date (docs/reports.md#out-of-date), from import to import. */

type Job = 'circuit-report' | 'congregation-report'

async function make({ db, settings }: ImportWorld, type: Job, targets: readonly string[]) {
  const id = randomUUID()
  await insertJobs(db, [{ id, type, targets, createdBy: { id: null, fullName: 'Jane Doe' } }])
  const files = await openFiles(settings.storage)
  expect(await runJob(id, { db, files, settings, shutdown: new AbortController().signal })).toBe(
    'completed',
  )
}

async function makeAll(world: ImportWorld): Promise<void> {
  const congregations = await listCongregationTargets(world.db)
  await make(world, 'circuit-report', await listCircuitNames(world.db))
  await make(
    world,
    'congregation-report',
    congregations.map(({ label }) => label),
  )
}

/** Returns the newest report of each place. */
async function readReports(db: Db, settings: ImportWorld['settings']) {
  const rows = await db
    .selectFrom('reports')
    .select(['place', 'storageKey', 'dataAsOf', 'contentDigest'])
    .select(isOutdated(await readFrameDigest(db, settings)).as('isOutdated'))
    .where('isCurrent', '=', 1)
    .orderBy('place')
    .execute()
  return rows.map((row) => ({ ...row, isOutdated: Boolean(row.isOutdated) }))
}

async function outdatedPlaces({ db, settings }: ImportWorld): Promise<string[]> {
  const reports = await readReports(db, settings)
  return reports.filter(({ isOutdated }) => isOutdated).map(({ place }) => place.trim())
}

/** Returns the places that exist in the data. */
async function readPlaces(db: Db): Promise<string[]> {
  const circuits = await listCircuitNames(db)
  const congregations = await listCongregationTargets(db)
  return [
    ...circuits.map((name) => reportPlace(name, null)),
    ...congregations.map(({ circuit, name }) => reportPlace(circuit, name)),
  ]
}

/** The footer lies below this height, in points from the bottom. */
const footerTop = 40

/** Returns the text of each newest report, as seen and as read by screen readers, without its footer. */
async function readTexts({ db, settings }: ImportWorld): Promise<Map<string, string>> {
  const files = await openFiles(settings.storage)
  const texts = new Map<string, string>()
  for (const { place, storageKey } of await readReports(db, settings)) {
    const pages = await readPdf((await readFile(files, storageKey)) ?? new Uint8Array())
    const said = pages.map((page) => ({
      body: page.texts.filter(({ y }) => y > footerTop).map(({ text }) => text),
      alts: page.tags.flatMap(altsOf),
    }))
    texts.set(place, JSON.stringify(said))
  }
  return texts
}

function altsOf({ alt, children }: PdfTag): string[] {
  return [...(alt === undefined ? [] : [alt]), ...children.flatMap(altsOf)]
}

async function importRows(world: ImportWorld, rows: readonly Row[]): Promise<void> {
  await world.setSheet(sheetOf(rows))
  await world.importNow()
}

test('a report is out of date exactly if its text would differ, and current again when it is as before', async () => {
  const world = await startWorld({ maxRemoval: 1 })
  await fc.assert(
    fc.asyncProperty(twoSheets, async ([first, second]) => {
      await importRows(world, first)
      await makeAll(world)
      expect(await outdatedPlaces(world)).toEqual([])
      const before = await readTexts(world)
      const [start] = await world.db
        .selectFrom('imports')
        .select('id')
        .where('state', '=', 'completed')
        .orderBy('number', 'desc')
        .execute()

      await importRows(world, second)
      const outdated = await outdatedPlaces(world)
      await world.apply(await world.review(start?.id))
      expect(await outdatedPlaces(world)).toEqual([])
      await importRows(world, second)
      expect(await outdatedPlaces(world)).toEqual(outdated)

      await makeAll(world)
      const after = await readTexts(world)
      const remade = new Set(await readPlaces(world.db))
      for (const [place, text] of before) {
        const differs = !remade.has(place) || after.get(place) !== text
        expect([place, outdated.includes(place.trim())]).toEqual([place, differs])
      }
      await world.db.deleteFrom('reports').execute()
    }),
    { numRuns: 8 },
  )
})

const ann: Row = { 'Locust ID': 'L1', Available: 'yes', Monday: 'Morning' }
const bo: Row = { 'Locust ID': 'L2', 'First Name': 'Bo', Circuit: 'NY-2', Congregation: 'Hill' }
const cy: Row = { 'Locust ID': 'L3', 'First Name': 'Cy', Circuit: 'NY-2', Congregation: 'Hill' }

async function worldOf(...rows: Row[]) {
  const world = await startWorld({ maxRemoval: 1 })
  await importRows(world, rows)
  await makeAll(world)
  return world
}

test('a move puts both sides out of date, and nobody else', async () => {
  const other: Row = { 'Locust ID': 'L4', 'First Name': 'Di', Circuit: 'NY-3', Congregation: 'Sea' }
  const world = await worldOf(ann, bo, cy, other)
  await importRows(world, [{ ...bo, Circuit: 'NY-1', Congregation: 'Park' }, ann, cy, other])
  expect(await outdatedPlaces(world)).toEqual(['NY-1', 'NY-1\nPark', 'NY-2', 'NY-2\nHill'])
})

test('the same sheet, other columns and skipped rows leave every report as it is', async () => {
  const world = await worldOf(ann, bo, cy)
  await world.importNow()
  expect(await outdatedPlaces(world)).toEqual([])
  const rows = [{ ...ann, Zone: 'North', Tags: 'new' }, bo, cy, { 'First Name': '' }]
  await importRows(world, rows)
  expect(await outdatedPlaces(world)).toEqual([])
})

test('another emergency contact concerns the report of the congregation, not that of the circuit', async () => {
  const world = await worldOf({ ...ann, 'Emergency Contact Name': 'Cy' }, bo)
  await importRows(world, [{ ...ann, 'Emergency Contact Name': 'Di' }, bo])
  expect(await outdatedPlaces(world)).toEqual(['NY-1\nPark'])
})

test('the day of the data in the footer changes only with the data', async () => {
  const world = await worldOf(ann, bo, cy)
  const days = async () =>
    Object.fromEntries(
      (await readReports(world.db, world.settings)).map(({ place, dataAsOf }) => [place, dataAsOf]),
    )
  const first = await days()
  await importRows(world, [{ ...ann, Trained: 'yes' }, bo, cy])
  await makeAll(world)
  const second = await days()
  expect(second['NY-2\n']).toBe(first['NY-2\n'])
  expect(second['NY-2\nHill']).toBe(first['NY-2\nHill'])
  const [imported] = await world.db
    .selectFrom('automation_status')
    .select('lastTimestamp')
    .where('eventType', '=', 'import')
    .execute()
  expect(second['NY-1\n']).toBe(imported?.lastTimestamp)
  expect(second['NY-1\n']).not.toBe(first['NY-1\n'])
})

test('another paper, color or logo puts every report out of date', async () => {
  const world = await worldOf(ann)
  const { db, settings } = world
  const isOutdated = async (changes: Partial<ImportWorld['settings']> = {}) =>
    (await readReports(db, { ...settings, ...changes })).map((report) => report.isOutdated)
  expect(await isOutdated()).toEqual([false, false])
  expect(await isOutdated({ reportPaper: 'a4' })).toEqual([true, true])
  const at = '2026-11-20T15:00:00.000Z'
  const brand = { id: 'default', createdAt: at, updatedAt: at }
  await db.insertInto('brand_settings').values(brand).execute()
  expect(await isOutdated()).toEqual([false, false])
  const set = (values: object) => db.updateTable('brand_settings').set(values).execute()
  await set({ colors: '{"primaryActions":"#aa0000"}' })
  expect(await isOutdated()).toEqual([true, true])
  await set({ colors: '{}', logoUrl: '/api/brand-settings/logo/a.png', isActive: 0 })
  expect(await isOutdated()).toEqual([false, false])
  await set({ isActive: 1 })
  expect(await isOutdated()).toEqual([true, true])
})

test('a report of a place that is gone is out of date', async () => {
  const world = await worldOf(ann, bo, cy)
  await importRows(world, [ann])
  expect(await outdatedPlaces(world)).toEqual(['NY-2', 'NY-2\nHill'])
})

test('a report whose data an import has changed while it was drawn is out of date at once', async () => {
  const world = await worldOf(ann)
  const { db } = world
  const reports = await readReports(db, world.settings)
  await importRows(world, [{ ...ann, Trained: 'yes' }])
  // Simulates a report of a runner that had read the data before.
  await db
    .updateTable('reports')
    .set({ contentDigest: reports[0]?.contentDigest ?? '' })
    .where('place', '=', reports[0]?.place ?? '')
    .execute()
  expect(await outdatedPlaces(world)).toEqual(['NY-1', 'NY-1\nPark'])
})
