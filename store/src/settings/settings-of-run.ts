import { z } from 'zod'
import { SettingsError } from './setting.ts'

/**
 * What the server saves of its settings, for runs to compare with their own: kinds, and short hashes where values must
 * be equal; no secret.
 */
export const RunSettings = z.object({
  database: z.string(),
  storage: z.string(),
  spreadsheet: z.string(),
  sheetName: z.string(),
  locust: z.string(),
  locustAddress: z.string(),
  importMaxRemoval: z.string(),
  reportPaper: z.string(),
  timeZone: z.string(),
})
export type RunSettings = z.infer<typeof RunSettings>

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
    const list = new Intl.ListFormat('en-US').format(missing)
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
export interface RunInputs {
  isOnGithub: boolean
  /** `undefined` for a run that somebody started by hand. */
  jobId: string | undefined
  type: string
  /** Names of circuits or congregations, as typed; set only for a run started by hand. */
  targets: string
  /** The run itself; `undefined` outside GitHub Actions. */
  run: { id: string; url: string; startedBy: string | null } | undefined
}

const Variables = z.object({
  RUNNER_PLACE: z.string().default(''),
  JOB_ID: z.string().default(''),
  JOB_TYPE: z.string().default(''),
  TARGETS: z.string().default(''),
  GITHUB_RUN_ID: z.string().default(''),
  GITHUB_SERVER_URL: z.string().default(''),
  GITHUB_REPOSITORY: z.string().default(''),
  GITHUB_ACTOR: z.string().default(''),
  GITHUB_TRIGGERING_ACTOR: z.string().default(''),
})

/** Reads what `.github/workflows/run-job.yml` and GitHub itself pass to a run. */
export function readRunInputs(environment: NodeJS.ProcessEnv = process.env): RunInputs {
  const read = Variables.parse(environment)
  const { GITHUB_RUN_ID: id, GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = read
  const url = `${server}/${repository}/actions/runs/${id}`
  const startedBy = read.GITHUB_TRIGGERING_ACTOR || read.GITHUB_ACTOR || null
  return {
    isOnGithub: read.RUNNER_PLACE === 'github',
    jobId: read.JOB_ID.trim() || undefined,
    type: read.JOB_TYPE,
    targets: read.TARGETS,
    run: id === '' ? undefined : { id, url, startedBy },
  }
}
