import { z } from 'zod'
import { SettingsError } from './settings-variables.ts'

/**
 * Settings of a run that the server expects and that the run compares with its own: kinds, and short hashes where
 * values must be equal. They contain no secret, since GitHub shows a workflow's inputs to everybody who may see its
 * runs.
 */
const RunSettings = z.object({
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
  'LOCUST_URL',
]
const variables = ['SPREADSHEET']

/**
 * Refuses a run that would fall back to data on its own machine: a run's own database, files, workbook or sample data
 * are lost when its machine ends. LOCUST_URL may be missing only if the server has no Locust either.
 * @throws SettingsError naming everything that is missing and where to set it.
 */
export function requireSettingsOfRun(environment: NodeJS.ProcessEnv): void {
  const expected = readExpectedSettings(environment.EXPECTS)
  const isMissing = (name: string) => (environment[name] ?? '') === ''
  const isNeeded = (name: string) => name !== 'LOCUST_URL' || expected?.locust !== 'none'
  const missing = [
    ...secrets
      .filter((name) => isMissing(name) && isNeeded(name))
      .map((name) => `the secret ${name}`),
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
  /** Whether this process is a run of GitHub Actions. */
  isOnGithub: boolean
  /** `undefined` for a run that somebody started by hand. */
  jobId: string | undefined
  type: string
  /** Names of circuits or congregations, as typed; set only for a run started by hand. */
  targets: string
  /**
   * The server's settings, in the form that `readExpectedSettings` parses; empty for a run that was started by hand.
   */
  expects: string
  /** The run itself; `undefined` outside GitHub Actions. */
  run: { id: string; url: string; startedBy: string | null } | undefined
}

const Variables = z.object({
  RUNNER_PLACE: z.string().default(''),
  JOB_ID: z.string().default(''),
  JOB_TYPE: z.string().default(''),
  TARGETS: z.string().default(''),
  EXPECTS: z.string().default(''),
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
    expects: read.EXPECTS,
    run: id === '' ? undefined : { id, url, startedBy },
  }
}

/** Reads the workflow's input `expects`; `undefined` when it is empty. */
export function readExpectedSettings(text: string | undefined): RunSettings | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const expected = RunSettings.safeParse(parseJson(text))
  if (expected.success) return expected.data
  throw new SettingsError(
    'The workflow input "expects" is not one of this version. Leave it empty, or bring the server and .github/workflows to the same version.',
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
