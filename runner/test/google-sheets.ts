import { startSheetsDouble } from '@dashboard/doubles/sheets/sheets-double'
import type { RequestLimits } from '@dashboard/store/outside/retry-with-backoff'
import { onTestFinished } from 'vitest'
import { openSpreadsheet } from '../src/spreadsheets/open-spreadsheet.ts'

export const spreadsheetId = 'spreadsheet-1'
export const sheetName = 'Data_Import'
export const quickLimits: RequestLimits = {
  answer: 1_000,
  tries: 4,
  firstWaitMs: 10,
  maxWaitMs: 2_000,
}
export const neverStopped = new AbortController().signal

/** Starts a double with one spreadsheet, closed after the test; also returns functions that open it. */
export async function startGoogle(sheets?: Record<string, string[][]>) {
  const google = await startSheetsDouble()
  onTestFinished(() => google.close())
  google.addSpreadsheet(spreadsheetId, sheets)
  const notes: string[] = []
  const settings = {
    kind: 'google' as const,
    id: spreadsheetId,
    serviceAccount: google.serviceAccount,
    apiUrl: google.url,
  }
  const open = ({ id = spreadsheetId, limits = quickLimits } = {}) =>
    openSpreadsheet(
      { ...settings, id },
      { log: (line) => void notes.push(line), onWait: () => {} },
      limits,
    )
  return { google, settings, notes, open, spreadsheet: open() }
}

export async function readAll(
  spreadsheet: ReturnType<typeof openSpreadsheet>,
  signal = neverStopped,
): Promise<string[][]> {
  return Array.fromAsync(spreadsheet.readRows(sheetName, signal))
}

export function numberedRows(rows: number, columns: number): string[][] {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => `cell ${row + 1} in column ${column + 1}`),
  )
}
