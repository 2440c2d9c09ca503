import type { SpreadsheetSettings } from '@dashboard/store/settings/settings-spreadsheet'
import { openCsvFile } from './csv/csv-file.ts'
import { openGoogleClient } from './google/google-client.ts'
import { googleLimits } from './google/google-http.ts'
import { readGoogleRows } from './google/google-reader.ts'
import { requireGoogleWritable, writeGoogleRows } from './google/google-writer.ts'
import { withoutBlankEnd } from './sheet-file.ts'
import { type Spreadsheet, silentReporter } from './spreadsheet.ts'
import { openWorkbookFile } from './xlsx/workbook-file.ts'

/**
 * Returns the spreadsheet of the settings without connecting to it. `reporter` receives what repeated requests report;
 * `limits` apply to requests to Google.
 */
export function openSpreadsheet(
  settings: SpreadsheetSettings,
  reporter = silentReporter,
  limits = googleLimits,
): Spreadsheet {
  if (settings.kind === 'file') {
    const { path, format } = settings
    return format === 'csv' ? openCsvFile(path, reporter) : openWorkbookFile(path)
  }
  const client = openGoogleClient(settings, limits, reporter)
  return {
    describe: () => `the Google spreadsheet ${settings.id}`,
    readRows: (sheetName, signal) => withoutBlankEnd(readGoogleRows(client, sheetName, signal)),
    writeRows: (sheetName, rows, signal) => writeGoogleRows(client, sheetName, rows, signal),
    requireWritable: (signal) => requireGoogleWritable(client, signal),
  }
}
