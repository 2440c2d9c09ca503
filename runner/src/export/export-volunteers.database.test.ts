import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type LocustFormat,
  type LocustMode,
  locustToken,
  startLocustDouble,
} from '@dashboard/doubles/locust/locust-double'
import type { Db } from '@dashboard/store/database/open-database'
import { readSettings } from '@dashboard/store/settings/settings'
import { freshDatabase } from '@dashboard/store/test/database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startGoogle } from '../../test/google-sheets.ts'
import { startJob } from '../../test/job.ts'
import { failureOf } from '../../test/job-errors.ts'
import { importSheet } from '../import/import-sheet.ts'
import { openSpreadsheet } from '../spreadsheets/open-spreadsheet.ts'
import { exportVolunteers } from './export-volunteers.ts'

async function settingsFor(file: string, locustUrl?: string) {
  const folder = await temporaryFolder()
  const path = join(folder, file)
  const locust = locustUrl ? { LOCUST_URL: locustUrl, LOCUST_TOKEN: locustToken } : {}
  return {
    path,
    settings: readSettings({ DATA_DIR: folder, SPREADSHEET: `file:${path}`, ...locust }),
  }
}

type Settings = Awaited<ReturnType<typeof settingsFor>>['settings']

async function runExport(db: Db, settings: Settings, signal?: AbortSignal) {
  const { context, log, steps, retries, end } = await startJob(db, 'export', settings, signal)
  try {
    return { outcome: await exportVolunteers(context), log, steps, retries }
  } finally {
    await end()
  }
}

async function startDouble(options: { format?: LocustFormat; mode?: LocustMode } = {}) {
  const double = await startLocustDouble(options)
  onTestFinished(double.close)
  return double
}

function readRows(settings: Settings): Promise<string[][]> {
  const sheet = openSpreadsheet(settings.spreadsheet)
  return Array.fromAsync(sheet.readRows(settings.sheetName, new AbortController().signal))
}

/** Returns what is recorded of the last export that went well. */
async function exportOf(db: Db) {
  const rows = await db
    .selectFrom('automation_status')
    .selectAll()
    .where('eventType', '=', 'export')
    .execute()
  return rows.map(({ eventSource, metadata }) => [eventSource, JSON.parse(metadata ?? '')])
}

describe('sample data', () => {
  test('is written to the workbook, and the log names it as sample data', async () => {
    const db = await freshDatabase()
    const { settings } = await settingsFor('volunteers.xlsx')
    const { outcome, log, steps } = await runExport(db, settings)
    expect(outcome).toMatchObject({ rowCount: 3_000, isSampleData: true })
    expect(log).toEqual([
      'Locust is not connected, so this export uses built-in SAMPLE DATA, not real volunteers.',
      'Reading volunteers from built-in sample data.',
      "Writing 3,000 rows to the workbook volunteers.xlsx, sheet 'Data_Import'.",
      'Exported 3,000 volunteers.',
    ])
    expect(steps.map(([, step]) => step)).toContain(
      'Reading volunteers from built-in sample data: 3,000 so far',
    )
    const percents = steps.map(([percent]) => percent)
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(await readRows(settings)).toHaveLength(3_001)
    expect(await exportOf(db)).toEqual([
      ['built-in sample data', { rows: 3_000, isSampleData: true }],
    ])
  })
})

describe('sample data over a sheet', () => {
  const foreign = [
    ['First Name', 'Last Name', 'Circuit', 'Congregation', 'Locust ID', 'Email Address'],
    ['Ann', 'Lee', 'NY-1', 'Bowery', 'L00001', 'ann@example.org'],
    ['Real', 'Person', 'NY-1', 'Bowery', 'L00002', 'real@example.com'],
  ]

  test.each(['volunteers.xlsx', 'volunteers.csv', 'google.csv'])(
    'in %s are refused where it holds other rows',
    async (place) => {
      const db = await freshDatabase()
      const { settings: local } = await settingsFor(place)
      const google = place === 'google.csv' ? (await startGoogle()).settings : undefined
      const settings = google ? { ...local, spreadsheet: google } : local
      const sheet = openSpreadsheet(settings.spreadsheet)
      const { signal } = new AbortController()
      await sheet.writeRows(settings.sheetName, foreign, signal)
      expect(await failureOf(runExport(db, settings))).toMatch(
        /^LOCUST_URL is not set, and the sheet 'Data_Import' of .* holds rows that are not sample data; they were left as they are\. /,
      )
      expect(await readRows(settings)).toEqual(foreign)

      await sheet.writeRows(settings.sheetName, [], signal)
      await runExport(db, settings)
      expect(await readRows(settings)).toHaveLength(3_001)
      // Sample data may replace sample data.
      await runExport(db, settings)
      expect(await readRows(settings)).toHaveLength(3_001)
    },
  )

  test.each([
    ['only a header', [['First Name', 'Last Name', 'Circuit', 'Congregation']], false],
    ['blank rows', [['', ' '], ['']], false],
    ['rows without a header', [['Shopping list'], ['Milk']], true],
    ['rows without ids', [['First Name', 'Last Name', 'Circuit', 'Congregation'], ['A']], true],
  ])('that holds %s', async (_what, rows, isRefused) => {
    const db = await freshDatabase()
    const { settings } = await settingsFor('volunteers.csv')
    const { signal } = new AbortController()
    await openSpreadsheet(settings.spreadsheet).writeRows(settings.sheetName, rows, signal)
    const run = runExport(db, settings)
    if (isRefused) await expect(run).rejects.toThrow('holds rows that are not sample data')
    else expect((await run).outcome).toMatchObject({ rowCount: 3_000, isSampleData: true })
  })
})

describe('Locust', () => {
  test.each([
    ['csv', 'volunteers.xlsx'],
    ['json', 'volunteers.csv'],
    ['xlsx', 'volunteers.csv'],
  ] as const)('as %s reaches the database through %s unchanged', async (format, file) => {
    const db = await freshDatabase()
    const double = await startDouble({ format })
    const { settings } = await settingsFor(file, double.url)
    const { log } = await runExport(db, settings)
    const { context, end } = await startJob(db, 'import', settings)
    expect(await importSheet(context)).toMatchObject({ rowCount: 400, circuitsCount: 3 })
    await end()

    const rows = await db
      .selectFrom('volunteers')
      .innerJoin('circuits', 'circuits.id', 'volunteers.circuitId')
      .innerJoin('congregations', 'congregations.id', 'volunteers.congregationId')
      .select(['locustId', 'firstName', 'lastName', 'zipCode', 'zone', 'mobilePhone'])
      .select(['circuits.name as circuit', 'congregations.name as congregation'])
      .orderBy('locustId')
      .execute()
    expect(rows.map((row) => ({ ...row }))).toEqual(
      double.volunteers.map((volunteer) => ({
        locustId: volunteer['Locust ID'],
        firstName: volunteer['First Name'],
        lastName: volunteer['Last Name'],
        zipCode: '07302',
        zone: volunteer.Zone,
        mobilePhone: volunteer['Mobile Phone'],
        circuit: volunteer.Circuit,
        congregation: volunteer.Congregation,
      })),
    )
    const [raw] = await db.selectFrom('raw_import_data').select('rawData').limit(1).execute()
    expect(raw?.rawData.toLowerCase().replaceAll(' ', '')).toContain('"shirtsize":')
    // The log contains no personal data.
    const logged = log.join('\n')
    for (const { 'Email Address': email = '-', 'Last Name': name = '-' } of double.volunteers) {
      expect(logged).not.toContain(email)
      expect(logged).not.toContain(name)
    }
  })

  test.each<[string, LocustMode, string]>([
    ['is empty', { kind: 'empty' }, 'answered without any data, so the sheet was left as it was'],
    ['has no rows', { kind: 'no-rows' }, 'Locust sent no volunteers'],
    ['refuses', { kind: 'status', status: 401 }, 'refused the credentials (401)'],
    ['sends a page', { kind: 'html' }, 'web page instead of data'],
  ])('that %s leaves the previous sheet in place and says why', async (_, mode, sentence) => {
    const db = await freshDatabase()
    const double = await startDouble()
    const { settings, path } = await settingsFor('volunteers.xlsx', double.url)
    await runExport(db, settings)
    const before = { bytes: await readFile(path), changed: (await stat(path)).mtimeMs }
    await double.setMode(mode)
    expect(await failureOf(runExport(db, settings))).toContain(sentence)
    expect({ bytes: await readFile(path), changed: (await stat(path)).mtimeMs }).toEqual(before)
    const source = `Locust at ${new URL(double.url).host}`
    expect(await exportOf(db)).toEqual([[source, { rows: 400, isSampleData: false }]])
  })

  test('the job says that Locust is being retried, until it has answered', async () => {
    const mode = { kind: 'status', status: 429, retryAfter: '0', times: 1 } as const
    const double = await startDouble({ mode })
    const { settings } = await settingsFor('volunteers.xlsx', double.url)
    const { retries } = await runExport(await freshDatabase(), settings)
    expect(retries).toEqual([{ system: 'locust', attempt: 2, tries: 5 }, null])
  })

  test('a cancelled export records and writes nothing', async () => {
    const db = await freshDatabase()
    const double = await startDouble({ mode: { kind: 'hang' } })
    const { settings, path } = await settingsFor('volunteers.xlsx', double.url)
    const cancel = new AbortController()
    const run = runExport(db, settings, cancel.signal)
    setTimeout(() => cancel.abort(new Error('cancelled')), 100)
    await expect(run).rejects.toThrow('cancelled')
    expect(await exportOf(db)).toEqual([])
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

test('a sheet that cannot be written fails the export with a sentence', async () => {
  const db = await freshDatabase()
  const { settings } = await settingsFor('volunteers.xlsx')
  const sheetName = 'not/possible'
  await expect(runExport(db, { ...settings, sheetName })).rejects.toMatchObject({
    message: expect.stringMatching(/^'not\/possible' .*An administrator has to choose another\.$/),
    details: expect.stringContaining('SHEET_NAME'),
  })
})
