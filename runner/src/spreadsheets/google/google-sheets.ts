import type { RequestLimits } from '@dashboard/store/outside/retry-with-backoff'
import type { SpreadsheetSettings } from '@dashboard/store/settings/settings-spreadsheet'
import { withoutBlankEnd } from '../sheet-file.ts'
import { type Spreadsheet, type SpreadsheetReporter, silentReporter } from '../spreadsheet.ts'
import { openGoogleClient } from './google-client.ts'
import { googleLimits } from './google-http.ts'
import { readGoogleRows } from './google-reader.ts'
import { requireGoogleWritable, writeGoogleRows } from './google-writer.ts'

/**
 * Opens a Google spreadsheet as the service account of the settings. `reporter` receives what repeated requests report;
 * a check of the settings has shorter `limits`.
 */
export function openGoogleSheets(
  settings: Extract<SpreadsheetSettings, { kind: 'google' }>,
  reporter: SpreadsheetReporter = silentReporter,
  limits: RequestLimits = googleLimits,
): Spreadsheet {
  const client = openGoogleClient(settings, limits, reporter)
  return {
    describe: () => `the Google spreadsheet ${settings.id}`,
    readRows: (sheetName, signal) => withoutBlankEnd(readGoogleRows(client, sheetName, signal)),
    writeRows: (sheetName, rows, signal) => writeGoogleRows(client, sheetName, rows, signal),
    requireWritable: (signal) => requireGoogleWritable(client, signal),
  }
}
