import { listNames } from '@dashboard/contract/name-list'
import { SettingsError } from './setting.ts'

/** Where GitHub stores the settings of runs, in the words of its pages. */
export const settingsOnGithub =
  'on GitHub, in the repository under Settings → Secrets and variables → Actions'

const secrets = [
  'DATABASE_URL',
  'STORAGE_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'GOOGLE_SERVICE_ACCOUNT',
]
const variables = ['SPREADSHEET']

/**
 * Refuses a run that would fall back to data on its own machine: a run's own database, files, workbook or sample data
 * are lost when its machine ends. LOCUST_URL may be missing if the server has no Locust either, which only the database
 * says.
 * @throws SettingsError naming everything that is missing and where to set it.
 */
export function requireSettingsOfRun(environment: NodeJS.ProcessEnv): void {
  const isMissing = (name: string) => (environment[name] ?? '') === ''
  const missing = [
    ...secrets.filter(isMissing).map((name) => `the secret ${name}`),
    ...variables.filter(isMissing).map((name) => `the variable ${name}`),
  ]
  if (missing.length > 0) {
    const verb = missing.length === 1 ? 'is' : 'are'
    const list = listNames(missing, Infinity)
    const sentence = `${list} ${verb} not set. Set ${missing.length === 1 ? 'it' : 'them'} ${settingsOnGithub}, as on the server.`
    throw new SettingsError(sentence.charAt(0).toUpperCase() + sentence.slice(1))
  }
  if (!environment.SPREADSHEET?.startsWith('google:')) {
    throw new SettingsError(
      `The variable SPREADSHEET names a file, which would be gone with the run's machine. Set it to "google:<spreadsheet id>" ${settingsOnGithub}, as on the server.`,
    )
  }
}

/** Inputs that GitHub gives a run besides the settings. */
export type RunInputs = ReturnType<typeof readRunInputs>

/** Reads what `.github/workflows/run-job.yml` and GitHub itself pass to a run. */
export function readRunInputs(environment: NodeJS.ProcessEnv = process.env) {
  const { JOB_TYPE: type = '', TARGETS: targets = '', GITHUB_RUN_ID: id = '' } = environment
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = environment
  const url = `${server}/${repository}/actions/runs/${id}`
  const startedBy = environment.GITHUB_TRIGGERING_ACTOR || environment.GITHUB_ACTOR || null
  return {
    isOnGithub: environment.RUNNER_PLACE === 'github',
    type,
    /** Names of circuits or congregations, as typed; set only for a run started by hand. */
    targets,
    /** The run itself; `undefined` outside GitHub Actions. */
    run: id === '' ? undefined : { id, url, startedBy },
  }
}
