import type { RequestLimits } from '@dashboard/store/outside/retry-with-backoff'
import type { SpreadsheetSettings } from '@dashboard/store/settings/settings-spreadsheet'
import { openCsvFile } from './csv/csv-file.ts'
import { openGoogleSheets } from './google/google-sheets.ts'
import type { Spreadsheet, SpreadsheetReporter } from './spreadsheet.ts'
import { openWorkbookFile } from './xlsx/workbook-file.ts'

/**
 * Returns the spreadsheet of the settings without connecting to it. `reporter` receives what repeated requests report;
 * `limits` apply to requests to Google.
 */
export function openSpreadsheet(
  settings: SpreadsheetSettings,
  reporter?: SpreadsheetReporter,
  limits?: RequestLimits,
): Spreadsheet {
  if (settings.kind === 'google') return openGoogleSheets(settings, reporter, limits)
  return settings.format === 'csv'
    ? openCsvFile(settings.path, reporter)
    : openWorkbookFile(settings.path)
}
