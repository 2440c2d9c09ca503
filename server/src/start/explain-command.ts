import { DataFolderInUse } from '@dashboard/store/data-folder-lock'
import { SchemaError } from '@dashboard/store/database/check-schema'
import { explainPostgres } from '@dashboard/store/database/explain-database'
import { StorageError } from '@dashboard/store/files/file-store'
import type { Settings } from '@dashboard/store/settings'
import { SettingsError } from '@dashboard/store/settings-variables'
import { explainStartFailure } from './explain-failure.ts'
import { StartError } from './start-error.ts'

const explained = [SettingsError, StartError, DataFolderInUse, StorageError, SchemaError]

/** The sentence for whoever runs a command, or `undefined` for an unexpected failure. */
export function explainCommandFailure(
  error: unknown,
  settings: Settings | undefined,
): string | undefined {
  if (error instanceof Error && explained.some((kind) => error instanceof kind)) {
    return error.message
  }
  if (settings === undefined) return undefined
  return explainPostgres(settings.database, error) ?? explainStartFailure(error, settings)
}
