import { installation } from '@dashboard/contract/installation'
import { failedCheckOf, type PreflightCheck, passedCheck } from '@dashboard/contract/preflight'
import { messageOf } from '@dashboard/store/failures/error-message'
import type { Settings } from '@dashboard/store/settings/settings'
import { openLocust } from './export/locust-client.ts'
import { JobError } from './job-errors.ts'
import { googleLimits } from './spreadsheets/google/google-http.ts'
import { openSpreadsheet } from './spreadsheets/open-spreadsheet.ts'
import { findHeader, headerSearchRows } from './spreadsheets/sheet-columns.ts'
import { SheetError } from './spreadsheets/sheet-error.ts'
import type { Spreadsheet } from './spreadsheets/spreadsheet.ts'

/** How long a check may take, in milliseconds; an administrator is waiting for it. */
const timeoutMs = 20_000
const locustLimits = { answer: timeoutMs, tries: 1, firstWaitMs: 0, maxWaitMs: 0 }

/** Checks what jobs need besides database and storage: the spreadsheet with its headers, and Locust. */
export async function checkOutside(settings: Settings): Promise<PreflightCheck[]> {
  return Promise.all([checkSpreadsheet(settings), checkLocust(settings)])
}

async function checkSpreadsheet(settings: Settings): Promise<PreflightCheck> {
  const name = 'Spreadsheet'
  const limits = { ...googleLimits, answer: timeoutMs / 2, tries: 2 }
  const spreadsheet = openSpreadsheet(settings.spreadsheet, undefined, limits)
  const where = `the sheet '${settings.sheetName}' of ${spreadsheet.describe()}`
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    await spreadsheet.requireWritable(signal)
    const { positions } = findHeader(await readTop(spreadsheet, settings.sheetName, signal))
    return passedCheck(
      name,
      `${capitalized(where)} can be written to and has ${positions.size} columns.`,
    )
  } catch (error) {
    if (isMadeByExport(error, settings)) {
      return passedCheck(
        name,
        `There is no sheet yet in ${spreadsheet.describe()}.`,
        'Run an export to make it.',
      )
    }
    return failedCheckOf(name, sentenceOf(error), 'Check SPREADSHEET and SHEET_NAME.')
  }
}

function isMadeByExport(error: unknown, { spreadsheet }: Settings): boolean {
  if (!(error instanceof SheetError)) return false
  return (
    error.problem === 'no-sheet' || (error.problem === 'no-file' && spreadsheet.kind === 'file')
  )
}

async function readTop(
  spreadsheet: Spreadsheet,
  sheetName: string,
  signal: AbortSignal,
): Promise<string[][]> {
  const top: string[][] = []
  for await (const row of spreadsheet.readRows(sheetName, signal)) {
    if (top.push(row) === headerSearchRows) break
  }
  return top
}

/** Reads up to the first volunteer, which is discarded. */
async function checkLocust({ locust }: Settings): Promise<PreflightCheck> {
  const name = installation.outsideSystem
  if (locust === undefined) {
    const message = `${name} is not connected, so exports use built-in sample data.`
    return passedCheck(name, message, 'Set LOCUST_URL to export real volunteers.')
  }
  const source = openLocust(locust, locustLimits)
  const enough = new AbortController()
  const notes = { log: () => {}, count: () => enough.abort() }
  try {
    await source.read(notes, enough.signal)
  } catch (error) {
    if (!enough.signal.aborted) {
      return failedCheckOf(name, sentenceOf(error), 'Check LOCUST_URL and its credentials.')
    }
  }
  return passedCheck(name, `${source.name} sends volunteers.`)
}

function sentenceOf(error: unknown): string {
  // Administrators see this text and need the cause.
  if (error instanceof JobError) return error.details ?? error.message
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `It cannot be reached: it did not answer within ${timeoutMs / 1_000} seconds. Try again later.`
  }
  return messageOf(error)
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
