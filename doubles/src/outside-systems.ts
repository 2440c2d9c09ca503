import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compileCache } from './compile-cache.ts'
import { type GithubDoubleOptions, startGithubDouble } from './github/github-double.ts'
import type { DoubleRun } from './github/github-double-state.ts'
import { type RepositorySettings, readRunCommand } from './github/workflow-files.ts'
import { locustToken, startLocustDouble } from './locust/locust-double.ts'
import { startS3Double } from './s3/s3-double.ts'
import { startSheetsDouble } from './sheets/sheets-double.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const spreadsheet = 'double-volunteers'

type OutsideSystemsOptions = Pick<GithubDoubleOptions, 'machines' | 'stepMs'> & {
  /** An empty PostgreSQL database. */
  databaseUrl: string
}

export type OutsideSystems = Awaited<ReturnType<typeof startOutsideSystems>>

/**
 * Starts all outside systems as doubles over HTTP: Locust, Google Sheets, S3, and a GitHub whose runs do their jobs in
 * real processes, with exactly the settings that `.github/workflows` passes on.
 */
export async function startOutsideSystems(options: OutsideSystemsOptions) {
  const { databaseUrl, ...machinery } = options
  const locust = await startLocustDouble()
  const sheets = await startSheetsDouble()
  sheets.addSpreadsheet(spreadsheet)
  const s3 = await startS3Double()
  const secrets: Record<string, string> = {
    DATABASE_URL: databaseUrl,
    STORAGE_URL: s3.storageUrl,
    ...s3.credentials,
    LOCUST_URL: locust.url,
    LOCUST_TOKEN: locustToken,
    GOOGLE_SERVICE_ACCOUNT: sheets.serviceAccount,
  }
  const variables: Record<string, string> = { SPREADSHEET: `google:${spreadsheet}` }
  /** Address of the Google double, the only setting of a run that its workflow does not give. */
  const elsewhere = { GOOGLE_SHEETS_API_URL: sheets.url }
  const github = await startGithubDouble({
    ...machinery,
    runJob: (_jobId, run) =>
      startWorkflowProgram(
        run,
        { secrets, variables },
        { ...elsewhere, ...github.runEnvironment(run) },
      ),
  })
  return {
    sheets,
    s3,
    github,
    /** The id in SPREADSHEET. */
    spreadsheet,
    /** Values that the repository stores for its runs; each run reads them again. */
    secrets,
    /** The server's environment variables. */
    environment: {
      ...secrets,
      ...variables,
      ...elsewhere,
      ...github.environment,
      SESSION_SECRET: 'a secret of the server that no run needs to know',
    },
    /** Stops the doubles and the jobs that run in them; the database is not removed. */
    async close(): Promise<void> {
      await github.close()
      await Promise.all([locust.close(), sheets.close(), s3.close()])
    },
  }
}

/** Starts the last step of a run, as its workflow defines it. */
export function startWorkflowProgram(
  run: DoubleRun,
  settings: RepositorySettings,
  more: Record<string, string>,
) {
  const { args, environment } = readRunCommand(run.workflow.file, run.inputs, settings)
  return spawn(process.execPath, args, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...compileCache,
      ...more,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
