import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '@dashboard/store/database/open-database'
import { readSettings } from '@dashboard/store/settings/settings'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { importSheet } from '../src/import/import-sheet.ts'
import type { ClaimedJob } from '../src/job-context.ts'
import { formatCsv } from '../src/spreadsheets/csv/csv-text.ts'
import { startJob } from './job.ts'

/** Cells of a row keyed by column; missing required ones get a default. */
export type Row = Record<string, string>

const required = { 'First Name': 'Ann', 'Last Name': 'Lee', Circuit: 'NY-1', Congregation: 'Park' }

/** A row with a value in every column of the format, and in a column outside it. */
export const fullRow: Row = {
  'Locust ID': 'L1',
  'First Name': 'José',
  'Last Name': 'O’Neill, "Pepe"',
  'Mobile Phone': '+1 212 555 0100',
  'Email Address': 'jose@example.org',
  City: 'Hoboken',
  'Zip Code': '07030',
  Circuit: 'NJ 07, North',
  Congregation: '東京',
  Language: 'Japanese',
  'Congregation City': 'Jersey City',
  Zone: 'North',
  Tags: 'driver; new',
  Trained: 'yes',
  Available: 'no',
  Orientation: 'x',
  'Double Shifts': '1',
  'Max Shifts Per Week': '2',
  'Max Shifts Per Month': '8',
  'Availability Note': '=HYPERLINK("x")',
  Monday: 'Morning; 14:00-16:00',
  'Cart Locations': 'Pier 4 (Harbour); Main St',
  Appointments: 'Trainer (Cart)',
  'Emergency Contact Name': 'Bo',
  'Emergency Contact Phone': '555-0101',
  'Emergency Contact 2 Name': 'Cy',
  'Shirt Size': 'XL',
}

/** Returns a sheet of these rows as CSV; it has all columns that any row has. */
export function sheetOf(rows: readonly Row[]): string {
  const filled = rows.map((row) => ({ ...required, ...row }))
  const columns = [...new Set(['Locust ID', ...filled.flatMap((row) => Object.keys(row))])]
  return formatCsv([
    columns,
    ...filled.map((row: Row) => columns.map((column) => row[column] ?? '')),
  ])
}

/** Returns volunteers numbered from 1, each with a Locust ID. */
export function numberedRows(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    'Locust ID': `L${index + 1}`,
    'First Name': `First${index + 1}`,
  }))
}

export interface ImportRun {
  log: string[]
  steps: [percent: number, step: string][]
  outcome: Awaited<ReturnType<typeof importSheet>>
}

interface ImportOptions {
  signal?: AbortSignal
  maxRemoval?: number
  /** Called with the running job before its handler starts. */
  beforeStart?: (job: ClaimedJob) => Promise<void>
}

/** Imports CSV text as the runner does, in a separate job. */
export async function importCsv(
  db: Db,
  csv: string,
  { signal, maxRemoval = 0.5, beforeStart }: ImportOptions = {},
): Promise<ImportRun> {
  const folder = await temporaryFolder()
  const path = join(folder, 'volunteers.csv')
  await writeFile(path, csv)
  const variables = { DATA_DIR: folder, SPREADSHEET: `file:${path}` }
  const settings = { ...readSettings(variables), importMaxRemoval: maxRemoval }
  const { context, log, steps, end } = await startJob(db, 'import', settings, signal)
  try {
    await beforeStart?.(context.job)
    return { log, steps, outcome: await importSheet(context) }
  } finally {
    await end()
  }
}

const dataTables = [
  'circuits',
  'congregations',
  'volunteers',
  'cart_locations',
  'volunteer_cart_assignments',
  'appointments',
  'availability_schedules',
  'emergency_contacts',
] as const

/**
 * Returns everything that an import may change except raw rows, in a stable order: equal texts mean that nothing
 * changed.
 */
export async function readEverything(db: Db): Promise<Record<string, Record<string, unknown>[]>> {
  const entries: [string, Record<string, unknown>[]][] = []
  for (const table of dataTables) {
    const rows = await db.selectFrom(table).selectAll().orderBy('id').execute()
    entries.push([table, rows.map((row) => ({ ...row }))])
  }
  return Object.fromEntries(entries)
}

/** Returns the number of raw rows in each stored batch, oldest first. */
export async function readBatchSizes(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('raw_import_data')
    .select(['importBatch', db.fn.countAll<number>().as('count')])
    .groupBy('importBatch')
    .orderBy('importBatch')
    .execute()
  return rows.map(({ count }) => count)
}
