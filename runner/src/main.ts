import { setInstallation } from '@dashboard/contract/installation'
import { restrictNewFiles } from '@dashboard/store/data-folder/private-files'
import { describeForLog } from '@dashboard/store/failures/logged-error'
import { SettingsError } from '@dashboard/store/settings/setting'
import { readSettings, type Settings } from '@dashboard/store/settings/settings'
import { readRunInputs } from '@dashboard/store/settings/settings-of-run'

const usage = `Usage: runner run <job id> [workers]
                             runs one job and exits; without an id, in a run of GitHub Actions
                             that was started by hand, it creates its own job. Draws so many
                             reports at a time, one for each core unless given
       runner check          prints as JSON whether spreadsheet and Locust can be used
       runner columns <JSON> prints as JSON what a sheet's columns seem to be for; takes
                             {"upload": {"id", "name"}, "sheetName"}, each may be left out`

const inputs = readRunInputs()

const asError = (sentence: string) => (inputs.isOnGithub ? errorLine(sentence) : sentence)

function readOwnSettings(): Settings {
  const settings = readSettings()
  setInstallation(settings.installation)
  return settings
}

/**
 * Returns the exit code: 2 for wrong arguments, 1 for a failed job and, on GitHub, for a run that did no job; 75
 * (`databaseUnavailableExitCode`) for a job left unchanged because the database could not be reached. Settings are
 * checked before anything else is loaded, so that a refused run ends at once.
 */
async function main(): Promise<number> {
  const [command, id = '', workersText = ''] = process.argv.slice(2)
  if (command === 'check' && inputs.isOnGithub) return checkRun(id)
  if (command === 'check') {
    const { checkOutside } = await import('./check-outside.ts')
    console.log(JSON.stringify({ checks: await checkOutside(readOwnSettings()) }))
    return 0
  }
  if (command === 'columns') {
    const { describeColumns } = await import('./columns/describe-sheet.ts')
    const described = await describeColumns(readOwnSettings(), JSON.parse(id || '{}'))
    // The process may end only when the other side has received all of it.
    await new Promise((resolve) => process.stdout.write(JSON.stringify(described), resolve))
    return 0
  }
  if (command === 'run' && (id !== '' || inputs.isOnGithub)) {
    const settings = readOwnSettings()
    const { runCommand } = await import('./run-command.ts')
    const workers = /^[1-9]\d?$/.test(workersText) ? Number(workersText) : undefined
    const { code, line, failure } = await runCommand({ id, workers }, settings, inputs)
    console.log(line)
    if (failure !== undefined) console.error(asError(failure))
    return code
  }
  console.error(usage)
  return 2
}

/** Performs a run that checks settings and does no job; started by the server, or by hand on GitHub. */
async function checkRun(checkId: string): Promise<number> {
  const settings = readOwnSettings()
  const { checkOnGithub } = await import('./check-command.ts')
  const checks = await checkOnGithub(checkId, settings, inputs.run)
  for (const { name, ok, message, fix } of checks) {
    const sentence = `${name}: ${message}${fix ? ` ${fix}` : ''}`
    console.log(ok ? sentence : errorLine(sentence))
  }
  return checks.every(({ ok }) => ok) ? 0 : 1
}

/**
 * Returns a line that GitHub shows as an error on the run's page. The server takes it as the reason why a run failed
 * before its job began.
 */
function errorLine(sentence: string): string {
  const escaped = sentence.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  return `::error title=SMPW Dashboard::${escaped}`
}

restrictNewFiles()
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(
      error instanceof SettingsError ? asError(error.message) : describeForLog(error).stack,
    )
    process.exit(1)
  },
)
