import { setInstallation } from '@dashboard/contract/installation'
import { DataFolderInUse } from '@dashboard/store/data-folder/data-folder-lock'
import { restrictNewFiles } from '@dashboard/store/data-folder/private-files'
import { SchemaError } from '@dashboard/store/database/check-schema'
import { explainPostgres } from '@dashboard/store/database/explain-database'
import { describeForLog } from '@dashboard/store/failures/logged-error'
import { StorageError } from '@dashboard/store/files/file-store'
import { SettingsError } from '@dashboard/store/settings/setting'
import { readSettings, type Settings } from '@dashboard/store/settings/settings'
import { AppError } from '../http/app-error.ts'
import { explainStartFailure } from './explain-failure.ts'
import { StartError } from './start-error.ts'

/** Runs a program with the server's settings; a failure ends the process with 1 and is explained on standard error. */
export async function runCommand(run: (settings: Settings) => Promise<void>): Promise<void> {
  restrictNewFiles()
  let settings: Settings | undefined
  try {
    settings = readSettings()
    setInstallation(settings.installation)
    await run(settings)
  } catch (error) {
    console.error(explainCommandFailure(error, settings) ?? describeForLog(error).stack)
    process.exit(1)
  }
}

const explained = [SettingsError, StartError, DataFolderInUse, StorageError, SchemaError, AppError]

/** Returns the sentence to print for a failed program, or `undefined` for an unexpected failure. */
function explainCommandFailure(error: unknown, settings: Settings | undefined): string | undefined {
  if (error instanceof Error && explained.some((kind) => error instanceof kind)) {
    return error.message
  }
  if (settings === undefined) return undefined
  return explainPostgres(settings.database, error) ?? explainStartFailure(error, settings)
}
