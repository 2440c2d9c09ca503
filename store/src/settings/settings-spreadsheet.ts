import { isAbsolute, join, resolve } from 'node:path'
import { SettingsError } from './setting.ts'
import type { Variables } from './settings-variables.ts'

/** Workbook in DATA_DIR that is used unless SPREADSHEET names another one. */
export const defaultSheetFile = 'volunteers.xlsx'

export type SpreadsheetSettings =
  | { kind: 'file'; path: string; format: 'xlsx' | 'csv' }
  | {
      kind: 'google'
      id: string
      /** The service-account key: JSON text, or the path of a file that contains it. */
      serviceAccount: string
      apiUrl: string | undefined
    }

export function readSpreadsheet(variables: Variables, dataDir: string): SpreadsheetSettings {
  const value = variables.SPREADSHEET
  if (value.startsWith('google:')) {
    if (variables.GOOGLE_SERVICE_ACCOUNT === undefined) {
      throw new SettingsError(
        'GOOGLE_SERVICE_ACCOUNT is not set, but SPREADSHEET names a Google sheet: set it to the service-account key, as JSON or as a path to it.',
      )
    }
    return {
      kind: 'google',
      id: value.slice('google:'.length),
      serviceAccount: variables.GOOGLE_SERVICE_ACCOUNT,
      apiUrl: variables.GOOGLE_SHEETS_API_URL,
    }
  }
  const named = value === 'file' ? defaultSheetFile : value.slice('file:'.length)
  const path = isAbsolute(named) ? named : value === 'file' ? join(dataDir, named) : resolve(named)
  return { kind: 'file', path, format: path.toLowerCase().endsWith('.csv') ? 'csv' : 'xlsx' }
}
