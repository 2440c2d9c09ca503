import { describeForLog } from '@dashboard/store/logged-error'
import { keepFilesPrivate } from '@dashboard/store/private-files'
import { readSettings, type Settings } from '@dashboard/store/settings'
import { explainCommandFailure } from './explain-command.ts'

/** Runs a command with the server's settings; a failure ends the process with 1 and says why on standard error. */
export async function runCommand(run: (settings: Settings) => Promise<void>): Promise<void> {
  keepFilesPrivate()
  let settings: Settings | undefined
  try {
    settings = readSettings()
    await run(settings)
  } catch (error) {
    console.error(explainCommandFailure(error, settings) ?? describeForLog(error).stack)
    process.exit(1)
  }
}
