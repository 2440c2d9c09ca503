import type { SpreadsheetSettings } from '@dashboard/store/settings'
import { openCsvFile } from './csv/csv-file.ts'
import type { GoogleLimits } from './google/google-http.ts'
import { openGoogleSheets } from './google/google-sheets.ts'
import type { Spreadsheet } from './spreadsheet.ts'
import { openWorkbookFile } from './xlsx/workbook-file.ts'

/**
 * Opens nothing yet. `note` receives a line for the job's log when a request is repeated; `limits`
 * are those of requests to Google.
 */
export function openSpreadsheet(
  settings: SpreadsheetSettings,
  note?: (line: string) => void,
  limits?: GoogleLimits,
): Spreadsheet {
  if (settings.kind === 'google') return openGoogleSheets(settings, note, limits)
  return settings.format === 'csv' ? openCsvFile(settings.path) : openWorkbookFile(settings.path)
}
